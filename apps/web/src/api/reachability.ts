import { useSyncExternalStore } from 'react'

let reachable = true
const listeners = new Set<() => void>()

/** Whether the last request reached the server. A WebView's own word about the network cannot be trusted. */
export const reachability = {
	get: () => reachable,
	set(yes: boolean) {
		if (yes === reachable) return
		reachable = yes
		for (const listener of listeners) listener()
	},
	subscribe(listener: () => void) {
		listeners.add(listener)
		return () => void listeners.delete(listener)
	},
}

export const useReachable = (): boolean =>
	useSyncExternalStore(reachability.subscribe, reachability.get, reachability.get)

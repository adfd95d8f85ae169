import { useSyncExternalStore } from 'react'

let reachable = true
const listeners = new Set<() => void>()

/** Reachability of the server as of the last request. `navigator.onLine` is wrong inside WebViews. */
export const reachability = {
	get: () => reachable,
	set(isReachable: boolean) {
		if (isReachable === reachable) return
		reachable = isReachable
		for (const listener of listeners) listener()
	},
	subscribe(listener: () => void) {
		listeners.add(listener)
		return () => void listeners.delete(listener)
	},
}

export const useReachable = (): boolean =>
	useSyncExternalStore(reachability.subscribe, reachability.get, reachability.get)

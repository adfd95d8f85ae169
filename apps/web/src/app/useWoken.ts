import { useEffect, useSyncExternalStore } from 'react'
import { reachability } from '../api/index.ts'

const touches = ['pointerdown', 'keydown', 'focusin'] as const
const listeners = new Set<() => void>()
let woken = globalThis.navigator?.onLine === false

/** There is something to tell. */
export function wake() {
	woken = true
	for (const listener of listeners) listener()
}

/** Turns true at the first touch of a person, or when there is something to tell, and stays so. */
export function useWoken(): boolean {
	useEffect(() => {
		const forget = reachability.subscribe(wake)
		for (const touch of touches) window.addEventListener(touch, wake, { once: true, passive: true })
		window.addEventListener('offline', wake)
		return () => {
			forget()
			for (const touch of touches) window.removeEventListener(touch, wake)
			window.removeEventListener('offline', wake)
		}
	}, [])

	return useSyncExternalStore(
		changed => {
			listeners.add(changed)
			return () => void listeners.delete(changed)
		},
		() => woken,
		() => false,
	)
}

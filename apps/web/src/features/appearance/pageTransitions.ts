import { useSyncExternalStore } from 'react'
import { storage } from '../../storage/index.ts'

const listeners = new Set<() => void>()

/** Returns whether screens slide when one follows another; on unless switched off. */
export const hasPageTransitions = (): boolean => storage.read('pageTransitions') !== 'off'

/** Stored on this device; the next navigation follows it. */
export function setPageTransitions(on: boolean) {
	storage.write('pageTransitions', on ? undefined : 'off')
	for (const changed of listeners) changed()
}

export const usePageTransitions = (): boolean => useSyncExternalStore(subscribe, hasPageTransitions, () => true)

function subscribe(changed: () => void) {
	listeners.add(changed)
	return () => void listeners.delete(changed)
}

import { useSyncExternalStore } from 'react'

/** Room for a calendar: not a phone, nor one that lies on its side. */
const query = '(min-width: 768px) and (min-height: 560px)'

function subscribe(listener: () => void) {
	const list = window.matchMedia(query)
	list.addEventListener('change', listener)
	return () => list.removeEventListener('change', listener)
}

export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)

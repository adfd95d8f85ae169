import { useSyncExternalStore } from 'react'

/** Room beside the content: neither a phone on its side nor a tablet held upright. Style sheets write the same query. */
const query = '(min-width: 1024px) and (min-height: 521px)'

function subscribe(listener: () => void) {
	const list = window.matchMedia(query)
	list.addEventListener('change', listener)
	return () => list.removeEventListener('change', listener)
}

export const isLaptop = (): boolean => window.matchMedia(query).matches

/** Says whether the window has room for panels, menus at their buttons and two panes (LAYOUT-07). */
export const useIsLaptop = (): boolean => useSyncExternalStore(subscribe, isLaptop)

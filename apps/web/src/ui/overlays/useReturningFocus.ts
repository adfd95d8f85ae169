import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Whom the focus goes back to when what covers the page closes: what had it at the opening. The library notes that
 * anew whenever the content renders, and then has noted the cover itself. Whoever has moved the focus on keeps it.
 */
export function useReturningFocus(open: boolean, cover: RefObject<HTMLElement | null>) {
	const opener = useRef<HTMLElement>(null)

	useLayoutEffect(() => {
		const at = document.activeElement
		if (open) opener.current = at instanceof HTMLElement && at !== document.body ? at : null
	}, [open])

	return () => {
		const at = document.activeElement
		const isOurs = at === null || at === document.body || cover.current?.contains(at) === true
		return isOurs && opener.current?.isConnected ? opener.current : false
	}
}

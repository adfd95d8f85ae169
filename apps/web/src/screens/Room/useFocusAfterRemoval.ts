import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus on when the focused element of a container is removed, as a card that was answered; otherwise it would fall
 * to the page, and the next Tab begin at its top.
 */
export function useFocusAfterRemoval(container: RefObject<HTMLElement | null>, getNext: () => HTMLElement | null) {
	useEffect(() => {
		const element = container.current
		if (!element) return
		let focused: HTMLElement | undefined
		const onFocus = ({ target }: FocusEvent) => {
			focused = target as HTMLElement
		}
		const onBlur = ({ relatedTarget }: FocusEvent) => {
			if (relatedTarget) focused = undefined
		}
		const observer = new MutationObserver(() => {
			if (!focused || focused.isConnected) return
			focused = undefined
			if (document.activeElement === document.body || !document.activeElement) getNext()?.focus()
		})
		element.addEventListener('focusin', onFocus)
		element.addEventListener('focusout', onBlur)
		observer.observe(element, { childList: true, subtree: true })
		return () => {
			element.removeEventListener('focusin', onFocus)
			element.removeEventListener('focusout', onBlur)
			observer.disconnect()
		}
	}, [container, getNext])
}

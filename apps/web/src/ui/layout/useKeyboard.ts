import { type RefObject, useEffect } from 'react'
import { hiddenBelow, keyboardHeight } from './keyboard.ts'

const typed = 'input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable=true]'
const breathingPx = 16

function reveal(bar: HTMLElement | null) {
	const field = document.activeElement
	if (!(field instanceof HTMLElement) || !field.matches(typed) || bar?.contains(field)) return
	const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 }
	const barHeight = bar?.offsetHeight ?? 0
	const seen = { top: offsetTop + breathingPx, bottom: offsetTop + height - barHeight - breathingPx }
	const hidden = hiddenBelow(field.getBoundingClientRect(), seen)
	if (hidden) window.scrollBy({ top: hidden })
}

/**
 * Tells the stylesheet the height of the on-screen keyboard as `--keyboard`
 * and keeps the field in use above it and above the page's bottom bar (LAYOUT-06).
 */
export function useKeyboard(bar: RefObject<HTMLElement | null>) {
	useEffect(() => {
		const seen = window.visualViewport
		const root = document.documentElement

		function fit() {
			const height = seen ? keyboardHeight(window.innerHeight, seen) : 0
			root.style.setProperty('--keyboard', `${height}px`)
			reveal(bar.current)
		}
		const focused = () => reveal(bar.current)

		fit()
		seen?.addEventListener('resize', fit)
		window.addEventListener('resize', fit)
		document.addEventListener('focusin', focused)
		return () => {
			seen?.removeEventListener('resize', fit)
			window.removeEventListener('resize', fit)
			document.removeEventListener('focusin', focused)
			root.style.removeProperty('--keyboard')
		}
	}, [bar])
}

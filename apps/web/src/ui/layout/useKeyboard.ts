import { type RefObject, useEffect } from 'react'

const typed = 'input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable=true]'
const breathingPx = 16

function reveal(bar: HTMLElement | null) {
	const field = document.activeElement
	if (!(field instanceof HTMLElement) || !field.matches(typed) || bar?.contains(field)) return
	const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 }
	const barHeight = bar?.offsetHeight ?? 0
	const seen = { top: offsetTop + breathingPx, bottom: offsetTop + height - barHeight - breathingPx }
	const hidden = overlapWithKeyboard(field.getBoundingClientRect(), seen)
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

/** Height of a box hidden below the visible part of the page, in CSS pixels; 0 when it is in sight. */
export function overlapWithKeyboard(
	box: { top: number; bottom: number },
	seen: { top: number; bottom: number },
): number {
	if (box.top < seen.top) return box.top - seen.top
	return Math.max(0, box.bottom - seen.bottom)
}

/** Returns how much of the layout viewport the on-screen keyboard covers; zero while pinch zoom shrinks the visible part. */
export function keyboardHeight(layoutHeight: number, seen: { height: number; offsetTop: number; scale: number }) {
	if (seen.scale > 1.01) return 0
	const covered = layoutHeight - seen.height - seen.offsetTop
	return covered > 60 ? Math.round(covered) : 0
}

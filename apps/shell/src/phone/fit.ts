/** The phone with its case, in CSS pixels. */
const phoneSize = { width: 399, height: 836 }
const margin = 24

export interface Room {
	width: number
	height: number
}

/** How large the phone can be drawn in a room; never larger than life, and never too small to read. */
export const scaleFor = ({ width, height }: Room, bound: 'height' | 'width'): number => {
	const byWidth = (width - margin) / phoneSize.width
	const byHeight = (height - 2 * margin) / phoneSize.height
	const fitting = bound === 'width' ? byWidth : Math.min(byWidth, byHeight)
	return Math.max(0.5, Math.min(1, fitting))
}

/** Keeps the whole phone in sight; where the panel is below it, only its width matters. */
export function fitPhone(phone: HTMLElement) {
	const besides = window.matchMedia('(min-width: 860px)')
	const fit = () => {
		const bound = besides.matches || document.documentElement.classList.contains('phone-only') ? 'height' : 'width'
		const room = { width: window.innerWidth, height: window.innerHeight }
		phone.style.setProperty('--scale', String(scaleFor(room, bound)))
	}
	window.addEventListener('resize', fit)
	fit()
}

/** The phone with its case, in CSS pixels. */
const phoneSize = { width: 399, height: 836 }
const margin = 24

export interface AvailableSpace {
	width: number
	height: number
}

/** The scale at which the phone fits into the space, between 0.5 and 1. */
export const getPhoneScale = ({ width, height }: AvailableSpace, bound: 'height' | 'width'): number => {
	const byWidth = (width - margin) / phoneSize.width
	const byHeight = (height - 2 * margin) / phoneSize.height
	const fitting = bound === 'width' ? byWidth : Math.min(byWidth, byHeight)
	return Math.max(0.5, Math.min(1, fitting))
}

/** Scales the phone to the window; where the panel is below it, only the width counts. */
export function fitPhone(phone: HTMLElement) {
	const isSideBySide = window.matchMedia('(min-width: 860px)')
	const fit = () => {
		const bound = isSideBySide.matches || document.documentElement.classList.contains('phone-only') ? 'height' : 'width'
		const space = { width: window.innerWidth, height: window.innerHeight }
		phone.style.setProperty('--scale', String(getPhoneScale(space, bound)))
	}
	window.addEventListener('resize', fit)
	fit()
}

import { act } from '@testing-library/react'

const sizes = { phone: [375, 812], laptop: [1280, 800] } as const

/** The size of the screen until the next one is set; that of a phone is the default of tests. */
export function setScreenSize(size: keyof typeof sizes) {
	const [innerWidth, innerHeight] = sizes[size]
	// happy-dom takes every media query for unmet until the first event.
	act(() => void window.dispatchEvent(new Event('resize')))
	Object.assign(window, { innerWidth, innerHeight })
	act(() => void window.dispatchEvent(new Event('resize')))
}

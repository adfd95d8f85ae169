import { useEffect, useState } from 'react'
import { pictureAfter, rotate, type Surroundings } from './rotation.ts'

/** Which of the landing pictures shows now. */
export function usePicture(): number {
	const [picture, setPicture] = useState(0)
	useEffect(() => rotate(() => setPicture(pictureAfter), surroundings()), [])
	return picture
}

function surroundings(): Surroundings {
	const still = window.matchMedia('(prefers-reduced-motion: reduce)')
	return {
		isHidden: () => document.hidden,
		prefersStill: () => still.matches,
		onChange(changed) {
			document.addEventListener('visibilitychange', changed)
			still.addEventListener('change', changed)
			return () => {
				document.removeEventListener('visibilitychange', changed)
				still.removeEventListener('change', changed)
			}
		},
	}
}

import { backgroundCount, delays } from '@parley/core'
import { useEffect, useState } from 'react'

/** The index after this one, cyclic (LAND-01). */
export const nextPicture = (at: number): number => (at + 1) % backgroundCount

export interface RotationDeps {
	isHidden(): boolean
	prefersStill(): boolean
	/** Subscribes to changes of the two. */
	onChange(changed: () => void): () => void
}

/** Calls `turn` every 6 s, except on a hidden page or with reduced motion (LAND-02). Returns how to stop. */
export function startRotation(turn: () => void, deps: RotationDeps): () => void {
	let timer: ReturnType<typeof setInterval> | undefined

	function update() {
		clearInterval(timer)
		if (deps.isHidden() || deps.prefersStill()) return
		timer = setInterval(turn, delays.backgroundMs)
	}

	update()
	const unsubscribe = deps.onChange(update)
	return () => {
		clearInterval(timer)
		unsubscribe()
	}
}

/** Index of the landing picture that is shown. */
export function usePicture(): number {
	const [picture, setPicture] = useState(0)
	useEffect(() => startRotation(() => setPicture(nextPicture), browserDeps()), [])
	return picture
}

function browserDeps(): RotationDeps {
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

import { backgroundCount, delays } from '@parley/core'

/** The picture after this one; after the last comes the first (LAND-01). */
export const pictureAfter = (at: number): number => (at + 1) % backgroundCount

/** What a rotation listens to. */
export interface Surroundings {
	isHidden(): boolean
	prefersStill(): boolean
	/** Calls back whenever one of the two may have changed. */
	onChange(changed: () => void): () => void
}

/** Calls `turn` every 6 seconds while it can be seen and is wanted (LAND-02); returns how to stop it for good. */
export function rotate(turn: () => void, surroundings: Surroundings): () => void {
	let timer: ReturnType<typeof setInterval> | undefined

	function settle() {
		clearInterval(timer)
		if (surroundings.isHidden() || surroundings.prefersStill()) return
		timer = setInterval(turn, delays.backgroundMs)
	}

	settle()
	const forget = surroundings.onChange(settle)
	return () => {
		clearInterval(timer)
		forget()
	}
}

/** The part of an audio element that is needed. */
export type PlayingOutput = Pick<HTMLMediaElement, 'paused' | 'currentTime'>

export interface OutputWatchDeps {
	getOutputs(): Iterable<PlayingOutput>
	/** Starts every output anew. */
	restart(): void
	onDead(isDead: boolean): void
}

export const outputCheckMs = 2_000
/** Checks without progress after which everything is started anew, and after which a person is told. */
const restartAfter = 2
const tellAfter = 4

/**
 * Finds out that nothing is played any more although every output plays: its clock stands still (ROOM-202). A browser whose
 * clock has never run tells nothing.
 * @returns the check, to be called every two seconds
 */
export function createOutputWatch({ getOutputs, restart, onDead }: OutputWatchDeps): () => void {
	let times = new Map<PlayingOutput, number>()
	let hasRun = false
	let still = 0

	function recover() {
		if (still >= tellAfter) onDead(false)
		still = 0
	}

	return () => {
		const playing = [...getOutputs()].filter(({ paused }) => !paused)
		const isRunning = playing.some(output => output.currentTime > (times.get(output) ?? Number.POSITIVE_INFINITY))
		// Somebody who has just come has no time before.
		const isNew = playing.some(output => !times.has(output))
		times = new Map(playing.map(output => [output, output.currentTime]))
		if (isRunning) hasRun = true
		if (playing.length === 0 || isRunning) return recover()
		if (isNew || !hasRun || document.hidden) return
		still++
		if (still === restartAfter) restart()
		if (still === tellAfter) onDead(true)
	}
}

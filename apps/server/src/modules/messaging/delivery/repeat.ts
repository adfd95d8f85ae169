import type { Timers } from '../../../platform/timers.ts'

/**
 * Runs `act` every `ms`, counted from the end of the previous run; a failed run is reported, and the next one follows.
 *
 * @returns a function that stops it
 */
export function repeat(
	timers: Timers,
	ms: number,
	act: () => Promise<void> | void,
	onFailed: (error: unknown) => void,
): () => void {
	let isOver = false
	let cancel = timers.after(ms, () => void run())
	async function run(): Promise<void> {
		try {
			await act()
		} catch (error) {
			onFailed(error)
		}
		if (!isOver) cancel = timers.after(ms, () => void run())
	}
	return () => {
		isOver = true
		cancel()
	}
}

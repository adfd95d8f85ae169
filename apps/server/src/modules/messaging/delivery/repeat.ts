import type { Timers } from '../../../platform/timers.ts'

/**
 * Acts every `ms`, the next time counted from the end of the last; a round that fails is told and ends nothing.
 *
 * @returns how to end it
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

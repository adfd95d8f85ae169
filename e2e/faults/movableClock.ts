import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Time after which a process has noticed that its clock was moved, in seconds. */
const noticedAfterS = 1

/** The wall clock of a process, which can be moved while it runs; the monotonic clock stays. */
export interface MovableClock {
	/** Settings of the process. */
	environment: Record<string, string>
	/** Moves the clock to so many seconds after the right time, or before it. */
	moveTo(seconds: number): void
}

/** @param library that of faketime @param folder of the process, which may write there */
export function createMovableClock(library: string, folder: string): MovableClock {
	const file = join(folder, 'clock')
	const moveTo = (seconds: number) => writeFileSync(file, seconds < 0 ? `${seconds}` : `+${seconds}`)
	moveTo(0)
	return {
		environment: {
			LD_PRELOAD: library,
			FAKETIME_TIMESTAMP_FILE: file,
			FAKETIME_CACHE_DURATION: `${noticedAfterS}`,
			FAKETIME_DONT_FAKE_MONOTONIC: '1',
		},
		moveTo,
	}
}

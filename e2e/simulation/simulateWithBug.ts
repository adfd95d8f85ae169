import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** Runs the plans from 1 to `lastSeed` of a simulation in a process of its own, into which a bug is planted. */
export const simulateWithBug = (of: 'messaging' | 'rooms' | 'media', bug: string, lastSeed: number) =>
	spawnSync(
		process.execPath,
		['--disable-warning=ExperimentalWarning', main, '--of', of, '--from', '1', '--to', `${lastSeed}`, '--bug', bug],
		{ encoding: 'utf8' },
	)

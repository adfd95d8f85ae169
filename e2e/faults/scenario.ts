import { createChance } from '../simulation/scheduler.ts'
import type { LineFault } from './proxy.ts'

/** One of the things that go wrong, and when. */
export type Fault = { atMs: number } & (
	| { kind: LineFault | 'reload'; pick: number }
	| { kind: 'kill' }
	| { kind: 'stop' | 'fillDisk'; forMs: number }
	| { kind: 'crashDatabase' }
)

export interface Scenario {
	name: string
	/** The controls have nothing of that kind to break. */
	isOursAlone?: boolean
	/** One of the controls loses something, or the run counts for nothing. */
	mustCostControls?: boolean
	database?: 'PostgreSQL'
	faults: Fault[]
}

const granularity = 1_000_000

/** The same faults for the same seed, whoever they meet. */
export function createScenarios(seed: number, durationMs: number): Scenario[] {
	function often(everyMs: number, ...kinds: (LineFault | 'reload')[]): Fault[] {
		const chance = createChance(seed)
		return Array.from({ length: Math.floor(durationMs / everyMs) }, (_, index) => ({
			atMs: (index + 1) * everyMs,
			kind: chance.pick(kinds),
			pick: chance.upTo(granularity - 1) / granularity,
		}))
	}
	const atParts = (...parts: number[]) => parts.map(part => Math.round(part * durationMs))
	const kills = atParts(0.2, 0.65).map((atMs): Fault => ({ atMs, kind: 'kill' }))
	const stops = atParts(0.15, 0.6).map((atMs): Fault => ({ atMs, kind: 'stop', forMs: 3_000 }))
	return [
		{ name: 'reset of a line every 150 ms', mustCostControls: true, faults: often(150, 'reset') },
		{
			name: 'half-open: 3 s of silence, then closed; a line every 250 ms',
			mustCostControls: true,
			faults: often(250, 'halfOpen'),
		},
		{ name: 'cut in mid-frame, a line every 150 ms', faults: often(150, 'cutInFrame') },
		{ name: 'slow: 8 kB/s for 3 s; a line every 250 ms', faults: often(250, 'slow') },
		{ name: 'page reloaded, one every 150 ms', faults: often(150, 'reload') },
		{ name: 'server killed (kill -9), twice', mustCostControls: true, faults: kills },
		{ name: 'server stopped for 3 s (SIGSTOP), twice', faults: stops },
		{
			name: 'all of the above at once',
			faults: [...often(250, 'reset', 'halfOpen', 'cutInFrame', 'slow', 'reload'), ...kills, ...stops.slice(0, 1)],
		},
		{
			name: 'disk full for 2 s, twice',
			isOursAlone: true,
			faults: atParts(0.15, 0.6).map(atMs => ({ atMs, kind: 'fillDisk', forMs: 2_000 })),
		},
		{
			name: 'PostgreSQL crashed, three times',
			isOursAlone: true,
			database: 'PostgreSQL',
			faults: atParts(0.2, 0.5, 0.8).map(atMs => ({ atMs, kind: 'crashDatabase' })),
		},
	]
}

import { createChance } from '../simulation/scheduler.ts'
import type { LineFault } from './proxy.ts'

/** A fault, and its time. */
export type Fault = { atMs: number } & (
	| { kind: LineFault | 'reload'; pick: number }
	| { kind: 'kill' }
	| { kind: 'stop' | 'fillDisk' | 'killRedis'; forMs: number }
	| { kind: 'crashDatabase' }
)

export interface Scenario {
	name: string
	/** True if the controls have no such component. */
	isOursAlone?: boolean
	/** True if a control must lose messages for the run to be valid. */
	mustCostControls?: boolean
	database?: 'PostgreSQL'
	/** True for two nodes of messaging alone, with a Redis between them. */
	hasTwoNodes?: boolean
	faults: Fault[]
}

const granularity = 1_000_000

/** Returns the same faults for the same seed, for every subject. */
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
	const fullDisks = atParts(0.15, 0.6).map((atMs): Fault => ({ atMs, kind: 'fillDisk', forMs: 2_000 }))
	const [atBeginning = 0, inTheMiddle = 0, atEnd = 0] = atParts(0.1, 0.3, 0.85)
	return [
		{ name: 'connection reset every 150 ms', mustCostControls: true, faults: often(150, 'reset') },
		{
			name: 'half-open: 3 s of silence, then closed; a connection every 250 ms',
			mustCostControls: true,
			faults: often(250, 'halfOpen'),
		},
		{ name: 'cut mid-frame, a connection every 150 ms', faults: often(150, 'cutInFrame') },
		{ name: 'slow: 8 kB/s for 3 s; a connection every 250 ms', faults: often(250, 'slow') },
		{ name: 'page reloaded every 150 ms', faults: often(150, 'reload') },
		{ name: 'server killed (kill -9), twice', mustCostControls: true, faults: kills },
		{
			name: 'server stopped for 30 s (SIGSTOP)',
			faults: [{ atMs: atBeginning, kind: 'stop', forMs: 30_000 }],
		},
		{ name: 'disk full for 2 s, twice', isOursAlone: true, faults: fullDisks },
		{
			name: 'all of the above at once, with a stop of 3 s',
			mustCostControls: true,
			faults: [
				...often(250, 'reset', 'halfOpen', 'cutInFrame', 'slow', 'reload'),
				...kills,
				{ atMs: inTheMiddle, kind: 'stop', forMs: 3_000 },
				{ atMs: atEnd, kind: 'fillDisk', forMs: 1_500 },
			],
		},
		{
			name: 'PostgreSQL crashed, three times',
			isOursAlone: true,
			database: 'PostgreSQL',
			faults: atParts(0.2, 0.5, 0.8).map(atMs => ({ atMs, kind: 'crashDatabase' })),
		},
		{
			name: 'Redis of two nodes killed (kill -9) for 3 s, twice',
			isOursAlone: true,
			database: 'PostgreSQL',
			hasTwoNodes: true,
			faults: atParts(0.1, 0.6).map(atMs => ({ atMs, kind: 'killRedis', forMs: 3_000 })),
		},
	]
}

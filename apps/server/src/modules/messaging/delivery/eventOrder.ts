import type { LoggedEvent } from '../store/store.ts'

/** Events held until those before them have come. */
const maxHeld = 1_000

/**
 * Brings the events of one log into the order of their positions, whoever stored them: what this node stored itself comes
 * at once, what another one did has to be read.
 */
export function createEventOrder(startEpoch: string, startPosition: number) {
	let epoch = startEpoch
	let position = startPosition
	let known = startPosition
	let held = new Map<number, LoggedEvent>()

	function drain(): LoggedEvent[] {
		const ready: LoggedEvent[] = []
		for (let next = held.get(position + 1); next; next = held.get(position + 1)) {
			held.delete(next.hisId)
			position = next.hisId
			ready.push(next)
		}
		return ready
	}

	return {
		/** Those that may be sent now; the others are held. */
		offer(events: readonly LoggedEvent[]): LoggedEvent[] {
			for (const event of events) {
				known = Math.max(known, event.hisId)
				if (event.hisId > position && held.size < maxHeld) held.set(event.hisId, event)
			}
			return drain()
		},
		/** The log is known to reach up to here. */
		note(last: number): void {
			known = Math.max(known, last)
		},
		/** Gives up what was not sent: the log goes on after `at`. */
		jump(newEpoch: string, at: number): void {
			if (newEpoch !== epoch) known = at
			epoch = newEpoch
			position = at
			known = Math.max(known, at)
			held = new Map([...held].filter(([hisId]) => hisId > at))
		},
		isBehind: (): boolean => position < known,
		epoch: (): string => epoch,
		/** Everything up to here was given out. */
		position: (): number => position,
		known: (): number => known,
	}
}

export type EventOrder = ReturnType<typeof createEventOrder>

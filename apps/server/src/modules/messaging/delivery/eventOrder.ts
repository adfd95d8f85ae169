import type { LoggedEvent } from '../model/event.ts'

/** Maximum number of events held until earlier ones arrive. */
const maxHeld = 1_000

/**
 * Orders the events of one log by position, whichever node stored them: this node's own arrive at once, those of other
 * nodes must be read.
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
		/** Returns the events that may be sent now; holds the others. */
		offer(events: readonly LoggedEvent[]): LoggedEvent[] {
			for (const event of events) {
				known = Math.max(known, event.hisId)
				if (event.hisId > position && held.size < maxHeld) held.set(event.hisId, event)
			}
			return drain()
		},
		/** Reports the known end of the log. */
		note(last: number): void {
			known = Math.max(known, last)
		},
		/** Drops unsent events; the log continues after `at`. */
		jump(newEpoch: string, at: number): void {
			if (newEpoch !== epoch) known = at
			epoch = newEpoch
			position = at
			known = Math.max(known, at)
			held = new Map([...held].filter(([hisId]) => hisId > at))
		},
		isBehind: (): boolean => position < known,
		epoch: (): string => epoch,
		/** Everything up to here was delivered. */
		position: (): number => position,
		known: (): number => known,
	}
}

export type EventOrder = ReturnType<typeof createEventOrder>

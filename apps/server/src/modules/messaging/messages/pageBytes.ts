import type { LoggedEvent } from '../model/event.ts'

/** Bytes of the events in one answer: some five hundred messages as people write them, thirty of the longest. */
export const maxPageBytes = 128 * 1024
/** Size of an event apart from its body: position, time, author. */
const envelopeBytes = 120

/** Events are cached and sent repeatedly, and their content does not grow. */
const known = new WeakMap<LoggedEvent, number>()

function bytesOf(event: LoggedEvent): number {
	const counted = known.get(event)
	if (counted !== undefined) return counted
	const bytes = Buffer.byteLength(JSON.stringify(event.body)) + envelopeBytes
	known.set(event, bytes)
	return bytes
}

export const bytesOfAll = (events: readonly LoggedEvent[]): number =>
	events.reduce((total, event) => total + bytesOf(event), 0)

/**
 * Returns the events that fit into `bytes`, and at least one: from the first on, or with `newest` from the last one
 * back.
 */
export function fittingEvents(events: LoggedEvent[], bytes: number, newest = false): LoggedEvent[] {
	let total = 0
	let count = 0
	while (count < events.length) {
		total += bytesOf(events[newest ? events.length - 1 - count : count] as LoggedEvent)
		if (total > bytes && count > 0) break
		count++
	}
	return newest ? events.slice(events.length - count) : events.slice(0, count)
}

import type { Instant } from '@parley/core'
import { imLimits } from '@parley/im'
import type { LogName, LogReader } from '../delivery/logReader.ts'
import { listedEvent } from '../delivery/wire.ts'
import type { HeadRow } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'
import { fittingEvents, maxPageBytes } from './pageBytes.ts'

export interface HistoryRange {
	/** Not included. */
	before?: number | undefined
	/** Not included. */
	after?: number | undefined
	count: number
}

export interface HistoryPage {
	events: LoggedEvent[]
	/** True if the requested direction has more. */
	more: boolean
}

/**
 * Reads a page of a log: the oldest events after a position, otherwise the newest before one; fewer than requested if
 * they are long.
 * @param start of the part this person may see, not included
 */
export async function readHistory(
	reader: LogReader,
	log: LogName,
	head: Pick<HeadRow, 'last' | 'min'>,
	{ before, after, count }: HistoryRange,
	start: number,
): Promise<HistoryPage> {
	const lowest = Math.max(head.min, start + 1, (after ?? 0) + 1)
	const highest = Math.min(head.last, (before ?? Number.POSITIVE_INFINITY) - 1)
	const isForward = after !== undefined
	const from = isForward ? lowest : Math.max(lowest, highest - count + 1)
	const to = isForward ? Math.min(highest, lowest + count - 1) : highest
	const read = await reader.read(log, { from, to })
	const events = fittingEvents(read, maxPageBytes, !isForward)
	const isCut = events.length < read.length
	return { events, more: isCut || (isForward ? to < highest : from > lowest) }
}

/** Returns the part of a page that a person sees who sees nothing from before an instant. */
export function seenFrom(
	page: HistoryPage,
	{ after }: Pick<HistoryRange, 'after'>,
	from: Instant | undefined,
): HistoryPage {
	const events = from === undefined ? page.events : page.events.filter(({ ts }) => ts >= from)
	// Everything further back is hidden, too.
	const isAtStart = after === undefined && events.length < page.events.length
	return { events, more: page.more && !isAtStart }
}

/** Events for a person who has the log up to a position, or nothing of it. */
export interface Missed extends HistoryPage {
	/** Position after which the events begin. */
	after: number
	/** True if events between the position and `after` are left out. */
	discontinuity: boolean
}

/** Reads a person's missed events, at most `bytes`; if more were missed, the newest page, which reports the gap. */
export async function readMissed(
	reader: LogReader,
	log: LogName,
	head: Pick<HeadRow, 'last' | 'min'>,
	cursor: { epoch: string; hisId: number } | undefined,
	start: number,
	bytes = maxPageBytes,
): Promise<Missed> {
	const oldest = Math.max(start, head.min - 1)
	const isKnown = cursor === undefined || (cursor.epoch === log.epoch && cursor.hisId <= head.last)
	const wanted = isKnown ? Math.max(cursor?.hisId ?? 0, start) : start
	const isTooMuch = head.last - Math.max(wanted, oldest) > imLimits.maxMissed
	const isNewestOnly = !isKnown || isTooMuch
	const newest = Math.max(oldest, head.last - imLimits.historyPage)
	const after = isNewestOnly ? newest : Math.max(wanted, oldest)
	const to = Math.min(head.last, after + imLimits.historyPage)
	const read = await reader.read(log, { from: after + 1, to })
	const events = fittingEvents(read, bytes)
	const more = events.length < read.length || to < head.last
	return { events, after, more, discontinuity: !isKnown || after > wanted }
}

/** Wire form of a page. */
export const pageFields = (epoch: string, head: Pick<HeadRow, 'last' | 'min'>, events: readonly LoggedEvent[]) => ({
	epoch,
	list: events.map(listedEvent) as never[],
	head: head.last,
	min: head.min,
})

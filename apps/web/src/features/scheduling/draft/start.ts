import { formatWireTime, type Instant, parseWireTime } from '@parley/core'
import type { Recurrence } from '../../meeting/index.ts'
import { siteZone } from '../../site/index.ts'
import { nextOccurrenceStart } from './recurrence.ts'

/** A wire time in parts, for the wheels. */
export function parseStart(start: string) {
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (start.match(/\d+/g) ?? []).map(Number)
	return { year, month, day, hour, minute }
}

export function formatStart({ year, month, day, hour, minute }: ReturnType<typeof parseStart>): string {
	const two = (n: number) => String(n).padStart(2, '0')
	return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:00`
}

interface StartFields {
	start: string
	isRecurring: boolean
	recurrence: Recurrence
}

/** A recurring meeting without a fixed time has no start. */
export const hasStart = ({ isRecurring, recurrence }: Omit<StartFields, 'start'>): boolean =>
	!isRecurring || recurrence.every !== 'no-fixed-time'

/**
 * A start in the past becomes now (CREATE-16, OP-088); that of a recurring meeting becomes its next occurrence, which
 * keeps the time of day.
 */
export function moveStartToFuture(draft: StartFields, now: Instant, zone: string = siteZone()): string {
	if (draft.isRecurring && hasStart(draft)) return nextOccurrenceStart(draft.start, draft.recurrence, now, zone)
	const at = parseWireTime(draft.start, zone)
	return at !== undefined && at < now ? formatWireTime(now, zone) : draft.start
}

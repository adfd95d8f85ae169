import {
	calendarDay,
	cleanText,
	currentOccurrenceDay,
	dayBounds,
	formatWireDay,
	type Instant,
	limits,
	type MeetingId,
	type Occurrence,
	occurrenceOn,
	occurrenceValidUntil,
	type SiteId,
} from '@parley/core'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { isInOwnList } from './policy.ts'
import type { ListedMeeting, MeetingScope, MeetingStore } from './store.ts'

const pageSizeMax = 50

/** A meeting with one of its occurrences. */
export interface MeetingOnDay extends ListedMeeting {
	occurrence: Occurrence
	/**
	 * Until when the occurrence keeps its status and, if it is the current one, stays current, unless the meeting is
	 * changed.
	 */
	validUntil: Instant
}

export interface DayListOptions {
	scope: MeetingScope
	/** IANA zone in which the day begins. */
	zone: string
	/** Wire day; defaults to today. */
	day: string | undefined
	keywords: string | undefined
	page: number | undefined
	pageSize: number | undefined
}

/** Cached occurrences of a series, on the days around today that people look at. */
const maxOccurrences = 16

/** Adds the occurrence of a day; the same object again for the same meeting, while nothing of it changes with the clock. */
function createOnDay() {
	const known = new WeakMap<ListedMeeting, Map<string, { from: Instant; found: MeetingOnDay }>>()
	return (meeting: ListedMeeting, day: string, now: Instant): MeetingOnDay => {
		let ofMeeting = known.get(meeting)
		if (!ofMeeting) {
			ofMeeting = new Map()
			known.set(meeting, ofMeeting)
		}
		const before = ofMeeting.get(day)
		if (before && before.from <= now && now < before.found.validUntil) return before.found
		const occurrence = occurrenceOn(meeting, day, meeting.occurrenceEndedAt, now)
		const found = { ...meeting, occurrence, validUntil: occurrenceValidUntil(meeting, day, occurrence, now) }
		if (ofMeeting.size >= maxOccurrences) ofMeeting.clear()
		ofMeeting.set(day, { from: now, found })
		return found
	}
}

const maxKnownDays = 1_000

/** Calendar data of a day in a zone; undefined if the day does not exist. */
function createCalendar() {
	const known = new LRUCache<string, { is: ReturnType<typeof readCalendar> }>({ max: maxKnownDays })
	return (day: string, zone: string) => {
		const key = `${day} ${zone}`
		const before = known.get(key)
		if (before) return before.is
		const is = readCalendar(day, zone)
		known.set(key, { is })
		return is
	}
}

function readCalendar(day: string, zone: string) {
	const bounds = dayBounds(day, zone)
	return bounds && { ...bounds, ...calendarDay(day) }
}

/** One page of the meetings of a day. */
export interface MeetingsOfDay {
	meetings: MeetingOnDay[]
	page: number
	pageSize: number
	hasMore: boolean
	/** Time at which it was read. */
	now: Instant
}

/** Finds meetings with the occurrence that counts. */
export function createMeetingListing(store: Pick<MeetingStore, 'find' | 'findByDay' | 'findMatching'>, clock: Clock) {
	const onDay = createOnDay()
	const calendarOf = createCalendar()

	/** One page of the meetings of a day, by time of day. */
	async function listDay(options: DayListOptions): Promise<MeetingsOfDay> {
		const { scope, zone, day, keywords = '', page = limits.firstPage, pageSize } = options
		const now = clock.now()
		const listedDay = day ?? formatWireDay(now, zone)
		const calendar = calendarOf(listedDay, zone)
		const size = Math.min(Math.max(pageSize ?? limits.pageSize, 1), pageSizeMax)
		const number = Math.max(page, limits.firstPage)
		if (!calendar) return { meetings: [], page: number, pageSize: size, hasMore: false, now }

		const found = await store.findByDay({
			scope,
			day: listedDay,
			...calendar,
			keywords: cleanText(keywords),
			offset: (number - limits.firstPage) * size,
			// One more than shown, to detect a next page.
			limit: size + 1,
		})
		const meetings = found.slice(0, size).map(meeting => onDay(meeting, listedDay, now))
		return { meetings, page: number, pageSize: size, hasMore: found.length > size, now }
	}

	/** One page of the meetings of all days that match; a series with its current occurrence. */
	async function search(options: DayListOptions): Promise<MeetingsOfDay> {
		const { scope, zone, keywords = '', page = limits.firstPage, pageSize } = options
		const now = clock.now()
		const today = formatWireDay(now, zone)
		const bounds = dayBounds(today, zone)
		const size = Math.min(Math.max(pageSize ?? limits.pageSize, 1), pageSizeMax)
		const number = Math.max(page, limits.firstPage)
		const { weekday, dayOfMonth } = calendarDay(today)
		const found = await store.findMatching({
			...{ scope, now, weekday, dayOfMonth },
			keywords: cleanText(keywords),
			midnight: bounds?.from ?? now,
			daysOfMonth: new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 0)).getUTCDate(),
			offset: (number - limits.firstPage) * size,
			limit: size + 1,
		})
		const meetings = await Promise.all(
			found.slice(0, size).map(async meeting => {
				if (!meeting.isRecurring) return onDay(meeting, '', now)
				return (await find(meeting.meetingId)) ?? onDay(meeting, today, now)
			}),
		)
		return { meetings, page: number, pageSize: size, hasMore: found.length > size, now }
	}

	/** A meeting with its current occurrence. */
	async function find(meetingId: MeetingId): Promise<MeetingOnDay | undefined> {
		const now = clock.now()
		const meeting = await store.find(meetingId)
		if (!meeting) return undefined
		if (!meeting.isRecurring) return onDay(meeting, '', now)
		const day = currentOccurrenceDay(meeting, now)
		const withOccurrence = await store.find(meetingId, day)
		return withOccurrence && onDay(withOccurrence, day, now)
	}

	/** The same, for meetings of one site only. */
	async function findOnSite(siteId: SiteId, meetingId: MeetingId): Promise<MeetingOnDay | undefined> {
		const found = await find(meetingId)
		return found?.siteId === siteId ? found : undefined
	}

	/** Returns whether the row of a meeting says that it is in the list of a member; one query, also for an unknown id. */
	async function isInListOf(member: Parameters<typeof isInOwnList>[0], siteId: SiteId, meetingId: MeetingId) {
		const meeting = await store.find(meetingId)
		return meeting?.siteId === siteId && isInOwnList(member, meeting)
	}

	return { listDay, search, find, findOnSite, isInListOf }
}
export type MeetingListing = ReturnType<typeof createMeetingListing>

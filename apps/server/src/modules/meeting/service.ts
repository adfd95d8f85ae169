import type { NewMeeting } from '@parley/api'
import {
	type CompanyId,
	clean,
	dayBounds,
	done,
	hostPasswordFault,
	type Instant,
	instantOf,
	isMeetingPassword,
	isTopic,
	limits,
	type MeetingId,
	refused,
	type SiteId,
	wireDay,
	zoneFromHours,
} from '@parley/core'
import type { Bus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { MeetingEvents } from './events.ts'
import { mayDelete, maySchedule, type Person } from './policy.ts'
import { calendarOf, currentDay, type Occurrence, occurrenceOn, repeat, secondOfDay, status } from './recurrence.ts'
import type { ListedMeeting, MeetingRow, MeetingStore } from './store.ts'

const longestS = 24 * 3_600
/** PAGE-19, with room for leap years. */
const farthestMs = limits.yearsAhead * 366 * 86_400_000
const triesForAnId = 8
/** A one-off meeting nobody came to is over this long after its end. */
const lapsesAfterMs = 3_600_000
const pageSizeMax = 50

/** A meeting on one of its days. */
export interface MeetingOnDay extends ListedMeeting {
	on: Occurrence
}

export interface MeetingDeps {
	store: MeetingStore
	clock: Clock
	ids: Ids
	bus: Bus<MeetingEvents>
}

/** What scheduling takes from the site. */
export interface SiteDefaults {
	siteId: SiteId
	zone: string
	privateByDefault: boolean
}

export interface DayAsked {
	companyId: CompanyId
	zone: string
	day: string | undefined
	keywords: string | undefined
	page: number | undefined
	pageSize: number | undefined
}

export function meetingService({ store, clock, ids, bus }: MeetingDeps) {
	async function ofDay({ companyId, zone, day, keywords = '', page = limits.firstPage, pageSize }: DayAsked) {
		const now = clock.now()
		const asked = day ?? wireDay(now, zone)
		const bounds = dayBounds(asked, zone)
		const size = Math.min(Math.max(pageSize ?? limits.pageSize, 1), pageSizeMax)
		const number = Math.max(page, limits.firstPage)
		if (!bounds) return { meetings: [], page: number, pageSize: size, hasMore: false, now }

		const found = await store.ofDay({
			companyId,
			day: asked,
			...bounds,
			...calendarOf(asked),
			keywords: clean(keywords),
			offset: (number - limits.firstPage) * size,
			// One more than shown tells whether there is a next page.
			limit: size + 1,
		})
		const meetings = found.slice(0, size).map(meeting => onDay(meeting, asked, now))
		return { meetings, page: number, pageSize: size, hasMore: found.length > size, now }
	}

	/** A meeting on the day that counts now. */
	async function find(meetingId: MeetingId): Promise<MeetingOnDay | undefined> {
		const now = clock.now()
		const meeting = await store.find(meetingId)
		if (!meeting) return undefined
		if (!meeting.isRoom) return onDay(meeting, '', now)
		const day = currentDay(meeting, now)
		const withOccurrence = await store.find(meetingId, day)
		return withOccurrence && onDay(withOccurrence, day, now)
	}

	const onDay = (meeting: ListedMeeting, day: string, now: Instant): MeetingOnDay => ({
		...meeting,
		on: occurrenceOn(meeting, day, meeting.occurrenceEndedAt, now),
	})

	async function create(person: Person, site: SiteDefaults, wanted: NewMeeting) {
		if (!maySchedule(person)) return refused('notAllowed')
		const topic = clean(wanted.topic)
		if (!isTopic(topic)) return refused('topicInvalid')
		if (!isDuration(wanted.durationS)) return refused('durationInvalid')
		const password = wanted.password ?? ''
		if (!isMeetingPassword(password)) return refused('passwordInvalid')
		if (hostPasswordFault(wanted.hostPassword)) return refused('hostPasswordInvalid')
		const zone = wanted.timeZone === undefined ? site.zone : zoneFromHours(wanted.timeZone)
		const wantedStart = instantOf(wanted.startTime, zone)
		const now = clock.now()
		if (wantedStart === undefined || wantedStart > now + farthestMs) return refused('startInvalid')

		// CREATE-16: a start in the past becomes now, to the minute people see.
		const startAt = Math.max(wantedStart, Math.floor(now / 60_000) * 60_000)
		const meeting: Omit<MeetingRow, 'meetingId'> = {
			id: ids.row('m'),
			siteId: site.siteId,
			companyId: person.companyId,
			creatorId: person.userId,
			hostId: person.userId,
			topic,
			zone,
			startAt,
			endAt: startAt + wanted.durationS * 1000,
			durationS: wanted.durationS,
			status: status.notStarted,
			isPrivate: wanted.isPrivate ?? site.privateByDefault,
			isLocked: false,
			hostMustOpen: wanted.hostMustOpen ?? true,
			password: password === '' ? null : password,
			hostPassword: wanted.hostPassword,
			isRoom: false,
			repeatType: repeat.none,
			repeatCondition: 0,
			repeatSecond: secondOfDay(startAt, zone),
			startedAt: null,
			createdAt: now,
			updatedAt: now,
		}
		return done({ meetingId: await insertWithFreeId(meeting) })
	}

	async function insertWithFreeId(meeting: Omit<MeetingRow, 'meetingId'>): Promise<MeetingId> {
		for (let tried = 0; tried < triesForAnId; tried++) {
			const meetingId = ids.meeting()
			if (await store.insert({ ...meeting, meetingId })) return meetingId
		}
		throw new Error('no free meeting id found')
	}

	/** Ends a meeting in progress on behalf of somebody outside the room (DEL-01). */
	async function close(person: Person, meetingId: MeetingId) {
		const meeting = await find(meetingId)
		if (!meeting || meeting.status === status.notStarted) return refused('missing')
		if (!mayDelete(person, meeting)) return refused(person.companyId === meeting.companyId ? 'forbidden' : 'missing')
		if (meeting.status === status.inProgress) {
			await ended(meetingId, clock.now())
			bus.announce('meeting.ended', { meetingId })
		}
		return done({})
	}

	/** Deletes a meeting that is not in progress (DEL-02). */
	async function remove(person: Person, meetingId: MeetingId) {
		const meeting = await find(meetingId)
		if (!meeting) return refused('missing')
		if (!mayDelete(person, meeting)) return refused(person.companyId === meeting.companyId ? 'forbidden' : 'missing')
		if (!(await store.remove(meetingId))) return refused('inProgress')
		bus.announce('meeting.deleted', { meetingId })
		return done({})
	}

	/** A recurring room that ends waits for its next occurrence; a one-off meeting is over for good. */
	async function ended(meetingId: MeetingId, at: Instant): Promise<void> {
		const meeting = await store.find(meetingId)
		if (!meeting || meeting.status !== status.inProgress) return
		if (!meeting.isRoom) return await store.setStatus(meetingId, status.over, at)
		const day = wireDay(meeting.startedAt ?? at, meeting.zone)
		await store.endOccurrence(meetingId, { day, startedAt: meeting.startedAt, endedAt: at })
		await store.setStatus(meetingId, status.notStarted, at)
	}

	return {
		ofDay,
		find,
		create,
		close,
		remove,
		ended,
		started: async (meetingId: MeetingId, at: Instant): Promise<void> => void (await store.start(meetingId, at)),
		setLocked: (meetingId: MeetingId, locked: boolean): Promise<void> =>
			store.setLocked(meetingId, locked, clock.now()),
		overdue: (now: Instant): Promise<MeetingId[]> => store.overdue(now),
		sweep: (): Promise<void> => store.lapse(clock.now() - lapsesAfterMs, clock.now()),
	}
}
export type MeetingService = ReturnType<typeof meetingService>

const isDuration = (seconds: number): boolean => Number.isInteger(seconds) && seconds >= 60 && seconds <= longestS

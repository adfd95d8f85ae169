import type { MeetingChanges, NewMeeting } from '@parley/api'
import {
	clean,
	dayBounds,
	done,
	type Instant,
	instantOf,
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
import { fieldFault, isTooFar, notBeforeNow, revisionOf } from './changes.ts'
import type { MeetingEvents } from './events.ts'
import { editRefusal, mayDelete, maySchedule, type Person } from './policy.ts'
import { calendarOf, currentDay, type Occurrence, occurrenceOn, repeat, secondOfDay, status } from './recurrence.ts'
import type { ListedMeeting, MeetingRow, MeetingStore, Within } from './store.ts'

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
	within: Within
	zone: string
	day: string | undefined
	keywords: string | undefined
	page: number | undefined
	pageSize: number | undefined
}

export function meetingService({ store, clock, ids, bus }: MeetingDeps) {
	async function ofDay({ within, zone, day, keywords = '', page = limits.firstPage, pageSize }: DayAsked) {
		const now = clock.now()
		const asked = day ?? wireDay(now, zone)
		const bounds = dayBounds(asked, zone)
		const size = Math.min(Math.max(pageSize ?? limits.pageSize, 1), pageSizeMax)
		const number = Math.max(page, limits.firstPage)
		if (!bounds) return { meetings: [], page: number, pageSize: size, hasMore: false, now }

		const found = await store.ofDay({
			within,
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

	/** The same for a site: a meeting of another one is not there. */
	async function findOn(siteId: SiteId, meetingId: MeetingId): Promise<MeetingOnDay | undefined> {
		const found = await find(meetingId)
		return found?.siteId === siteId ? found : undefined
	}

	const onDay = (meeting: ListedMeeting, day: string, now: Instant): MeetingOnDay => ({
		...meeting,
		on: occurrenceOn(meeting, day, meeting.occurrenceEndedAt, now),
	})

	async function create(person: Person, site: SiteDefaults, wanted: NewMeeting) {
		if (!maySchedule(person)) return refused('notAllowed')
		const topic = clean(wanted.topic)
		const fault = fieldFault({ ...wanted, topic })
		if (fault) return refused(fault)
		const zone = wanted.timeZone === undefined ? site.zone : zoneFromHours(wanted.timeZone)
		const wantedStart = instantOf(wanted.startTime, zone)
		const now = clock.now()
		if (wantedStart === undefined || isTooFar(wantedStart, now)) return refused('startInvalid')

		const startAt = notBeforeNow(wantedStart, now)
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
			password: wanted.password || null,
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

	/** Changes a meeting for whoever runs it; what is not said stays as it is (API-18). */
	async function edit(person: Person, { id, ...wanted }: MeetingChanges) {
		const found = await find(id)
		if (!found) return refused('missing')
		const refusal = editRefusal(person, found, found.on)
		if (refusal) return refused(refusal)
		const now = clock.now()
		const revised = revisionOf(found, wanted, now)
		if (!revised.ok) return revised
		if (await store.revise(id, found.status, revised.value, now)) return done({})
		// It started, ended or went away in this moment: asked again, the answer is another one.
		return await edit(person, { id, ...wanted })
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
		findOn,
		create,
		edit,
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

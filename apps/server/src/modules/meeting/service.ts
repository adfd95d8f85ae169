import type { MeetingChanges, NewMeeting } from '@parley/api'
import {
	type CompanyId,
	calendarDay,
	canSchedule,
	cleanText,
	currentOccurrenceDay,
	dayBounds,
	formatWireDay,
	type Instant,
	isStartTooFarAhead,
	limits,
	type MeetingId,
	meetingStatus,
	type Occurrence,
	occurrenceOn,
	ok,
	parseRecurrence,
	parseWireTime,
	refused,
	repeatType,
	type SiteId,
	secondOfDay,
	startNotBeforeNow,
	type UserId,
	zoneFromHours,
} from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { Ids } from '../../platform/ids.ts'
import { type AttendeeValidationDeps, createAttendeeValidation, type ValidationScope } from './attendeeValidation.ts'
import { applyChanges, fieldError } from './changes.ts'
import type { MeetingEvents } from './events.ts'
import { canDelete, canSeeAll, editRefusal, type Person } from './policy.ts'
import type { Invited, ListedMeeting, MeetingRow, MeetingScope, MeetingStore, NewMeetingRow } from './store.ts'

const idAttempts = 8
/** A one-off meeting nobody came to is over this long after its end. */
const missedAfterMs = 3_600_000
const pageSizeMax = 50

/** A meeting on one of its days. */
export interface MeetingOnDay extends ListedMeeting {
	on: Occurrence
}

export interface MeetingDeps {
	store: MeetingStore
	directory: AttendeeValidationDeps['directory']
	companies: AttendeeValidationDeps['companies']
	clock: Clock
	ids: Ids
	bus: EventBus<MeetingEvents>
}

/** What the site says of meetings on it. */
export interface MeetingSiteSettings {
	siteId: SiteId
	zone: string
	privateByDefault: boolean
	isOa: boolean
	inviteesNeeded: boolean
}

export interface DayListOptions {
	scope: MeetingScope
	zone: string
	day: string | undefined
	keywords: string | undefined
	page: number | undefined
	pageSize: number | undefined
}

export function meetingService({ store, directory, companies, clock, ids, bus }: MeetingDeps) {
	const attendeeValidation = createAttendeeValidation({ directory, companies })

	async function listDay({ scope, zone, day, keywords = '', page = limits.firstPage, pageSize }: DayListOptions) {
		const now = clock.now()
		const asked = day ?? formatWireDay(now, zone)
		const bounds = dayBounds(asked, zone)
		const size = Math.min(Math.max(pageSize ?? limits.pageSize, 1), pageSizeMax)
		const number = Math.max(page, limits.firstPage)
		if (!bounds) return { meetings: [], page: number, pageSize: size, hasMore: false, now }

		const found = await store.findByDay({
			scope: scope,
			day: asked,
			...bounds,
			...calendarDay(asked),
			keywords: cleanText(keywords),
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
		if (!meeting.isRecurring) return onDay(meeting, '', now)
		const day = currentOccurrenceDay(meeting, now)
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

	async function create(person: Person, site: MeetingSiteSettings, wanted: NewMeeting) {
		if (!canSchedule(person)) return refused('notAllowed')
		const topic = cleanText(wanted.topic)
		const fault = fieldError({ ...wanted, topic })
		if (fault) return refused(fault)
		const now = clock.now()
		const times = scheduleOf(wanted, site.zone, now)
		if (!times) return refused('startInvalid')
		const recurrence = firstRecurrence(wanted)
		if (!recurrence) return refused('recurrenceInvalid')
		const names = validationScope(person, person.companyId, site)
		const { hostId = person.userId } = wanted
		if (hostId !== person.userId && !(await attendeeValidation.mayHost(names, hostId))) return refused('hostUnknown')
		const invited = await attendeeValidation.invitedOf(names, wanted.attendees)
		if (!invited.ok) return invited

		const meeting: Omit<NewMeetingRow, 'meetingId'> = {
			...times,
			...recurrence,
			id: ids.row('m'),
			siteId: site.siteId,
			companyId: person.companyId,
			creatorId: person.userId,
			hostId,
			topic,
			durationS: wanted.durationS,
			status: meetingStatus.notStarted,
			isPrivate: wanted.isPrivate ?? site.privateByDefault,
			isLocked: false,
			hostMustOpen: wanted.hostMustOpen ?? true,
			password: wanted.password || null,
			hostPassword: wanted.hostPassword,
			startedAt: null,
			createdAt: now,
			updatedAt: now,
			...invitation(invited.value),
		}
		return ok({ meetingId: await insertWithFreeId(meeting) })
	}

	async function insertWithFreeId(meeting: Omit<NewMeetingRow, 'meetingId'>): Promise<MeetingId> {
		for (let tried = 0; tried < idAttempts; tried++) {
			const meetingId = ids.meeting()
			if (await store.insert({ ...meeting, meetingId })) return meetingId
		}
		throw new Error('no free meeting id found')
	}

	/** Changes a meeting for whoever may; what is not said stays as it is (API-18). */
	async function edit(person: Person, site: MeetingSiteSettings, wanted: MeetingChanges) {
		const { id, attendees, attendeesOnly = false, ...fields } = wanted
		const found = await find(id)
		if (!found) return refused('missing')
		const refusal = editRefusal(person, found, { status: found.on.status, isOa: site.isOa, attendeesOnly })
		if (refusal) return refused(refusal === 'over' ? refusal : await accessRefusal(person, found))

		const now = clock.now()
		const revised = applyChanges(found, attendeesOnly ? {} : fields, now)
		if (!revised.ok) return revised
		const names = validationScope(person, found.companyId, site)
		const { hostId } = revised.value
		if (hostId !== found.hostId && !(await attendeeValidation.mayHost(names, hostId))) return refused('hostUnknown')
		const invited = attendees && (await attendeeValidation.invitedOf(names, attendees))
		if (invited?.ok === false) return invited

		const revision = { ...revised.value, ...(invited && invitation(invited.value)) }
		// Later than whatever it was made for, so that of two edits at once one is seen to be the second.
		const at = Math.max(now, found.updatedAt + 1)
		if (await store.update(id, found, revision, at)) return ok({})
		// It started, changed or went away in this moment: asked again, the answer is another one.
		return await edit(person, site, wanted)
	}

	/** Who is told of a meeting: whoever may read it, so that a refusal gives away no meeting somebody is not to know. */
	async function accessRefusal(person: Person, meeting: MeetingRow): Promise<'forbidden' | 'missing'> {
		if (person.companyId !== meeting.companyId) return 'missing'
		return (await canKnowOf(person, meeting)) ? 'forbidden' : 'missing'
	}

	/** Whether somebody of the company of a meeting may know of it (EDIT-11). */
	const canKnowOf = async (person: Person, meeting: MeetingRow): Promise<boolean> =>
		!meeting.isPrivate || canSeeAll(person, meeting.companyId) || (await isInvited(person.userId, meeting))

	/** Whether somebody is invited; without attendees everybody of the company is. */
	const isInvited = async (userId: UserId, meeting: MeetingRow): Promise<boolean> =>
		!meeting.isInvitedOnly || (await store.isInvited(meeting, userId))

	/** Ends a meeting in progress on behalf of somebody outside the room (DEL-01). */
	async function close(person: Person, meetingId: MeetingId) {
		const meeting = await find(meetingId)
		if (!meeting || meeting.status === meetingStatus.notStarted) return refused('missing')
		if (!canDelete(person, meeting)) return refused(await accessRefusal(person, meeting))
		if (meeting.status === meetingStatus.inProgress) {
			await ended(meetingId, clock.now())
			bus.publish('meeting.ended', { meetingId })
		}
		return ok({})
	}

	/** Deletes a meeting that is not in progress (DEL-02). */
	async function remove(person: Person, meetingId: MeetingId) {
		const meeting = await find(meetingId)
		if (!meeting) return refused('missing')
		if (!canDelete(person, meeting)) return refused(await accessRefusal(person, meeting))
		if (!(await store.remove(meetingId))) return refused('inProgress')
		bus.publish('meeting.deleted', { meetingId })
		return ok({})
	}

	/** A recurring room that ends waits for its next occurrence; a one-off meeting is over for good. */
	async function ended(meetingId: MeetingId, at: Instant): Promise<void> {
		const meeting = await store.find(meetingId)
		if (!meeting || meeting.status !== meetingStatus.inProgress) return
		if (!meeting.isRecurring) return await store.setStatus(meetingId, meetingStatus.over, at)
		const day = formatWireDay(meeting.startedAt ?? at, meeting.zone)
		await store.endOccurrence(meetingId, { day, startedAt: meeting.startedAt, endedAt: at })
		await store.setStatus(meetingId, meetingStatus.notStarted, at)
	}

	return {
		ofDay: listDay,
		find,
		findOn,
		isInvited,
		isKnownTo: canKnowOf,
		invitedTo: store.findInvited,
		create,
		edit,
		close,
		remove,
		ended,
		started: async (meetingId: MeetingId, at: Instant): Promise<void> => void (await store.start(meetingId, at)),
		setLocked: (meetingId: MeetingId, locked: boolean): Promise<void> =>
			store.setLocked(meetingId, locked, clock.now()),
		overdue: (now: Instant): Promise<MeetingId[]> => store.findOverdue(now),
		closeMissedMeetings: (): Promise<void> => store.closeMissed(clock.now() - missedAfterMs, clock.now()),
	}
}
export type MeetingService = ReturnType<typeof meetingService>

/** When a new meeting starts and ends, where it may. */
function scheduleOf({ startTime, timeZone, durationS, isRecurring }: NewMeeting, zoneOfSite: string, now: Instant) {
	const zone = timeZone === undefined ? zoneOfSite : zoneFromHours(timeZone)
	const wantedAt = parseWireTime(startTime, zone)
	if (wantedAt === undefined || isStartTooFarAhead(wantedAt, now)) return undefined
	// Of a room the hour counts, which comes again (REC-07).
	const startAt = isRecurring ? wantedAt : startNotBeforeNow(wantedAt, now)
	return { zone, startAt, endAt: startAt + durationS * 1000, repeatSecond: secondOfDay(startAt, zone) }
}

/** How a new meeting comes back, where it can (OP-017); without a word a room does every day (CREATE-06). */
function firstRecurrence({ isRecurring = false, repeatType: type = repeatType.daily, repeatCondition }: NewMeeting) {
	const recurrence = isRecurring ? parseRecurrence(type, repeatCondition) : parseRecurrence(repeatType.none, undefined)
	return recurrence && { isRecurring, ...recurrence }
}

const validationScope = ({ userId }: Person, companyId: CompanyId, site: MeetingSiteSettings): ValidationScope => ({
	by: userId,
	companyId,
	inviteesNeeded: site.isOa && site.inviteesNeeded,
})

const hasAttendees = ({ people, departmentIds }: Invited): boolean => people.length + departmentIds.length > 0

/** Who is invited from now on, in place of those before. */
const invitation = (invited: Invited) => ({ invited, isInvitedOnly: hasAttendees(invited) })

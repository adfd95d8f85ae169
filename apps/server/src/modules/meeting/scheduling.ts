import type { MeetingChanges, NewMeeting } from '@parley/api'
import {
	type CompanyId,
	canSchedule,
	cleanText,
	type Instant,
	isStartTooFarAhead,
	type MeetingId,
	type MeetingPassword,
	meetingPasswords,
	meetingStatus,
	ok,
	parseRecurrence,
	parseWireTime,
	refused,
	repeatType,
	type SiteId,
	secondOfDay,
	startNotBeforeNow,
	type WaitingRule,
	zoneOfWireTime,
} from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { Ids } from '../../platform/ids.ts'
import type { MeetingAccess } from './access.ts'
import type { AttendeeValidation, ValidationScope } from './attendeeValidation.ts'
import { applyChanges, type FieldRules, fieldError } from './changes.ts'
import type { MeetingEvents } from './events.ts'
import { fieldsTakenAsSent, type MeetingRow, mergeFields, settingDefaults } from './fields.ts'
import type { MeetingListing } from './listing.ts'
import { changeLive, liveDefaults, picturesOf } from './live.ts'
import { editRefusal, type MeetingMember } from './policy.ts'
import type { Invited, MeetingStore, MeetingUpdate, NewMeetingRow } from './store.ts'

/** Ids are random, so that one may be taken. */
const idAttempts = 8

/** Rules for creating and editing a meeting: the settings of its site. */
export interface SchedulingRules extends FieldRules {
	siteId: SiteId
	zone: string
	privateByDefault: boolean
	waitingRoom: WaitingRule
	isOa: boolean
	inviteesNeeded: boolean
}

/** Operations on uploaded pictures that meetings need. */
export interface PicturePort {
	/** Returns whether the picture of this path exists; it stays while the meeting that has it is stored. */
	attach(path: string): Promise<boolean>
	/** Deletes those that no meeting has. */
	release(paths: readonly string[]): Promise<void>
}

interface SchedulingDeps {
	store: Pick<MeetingStore, 'insert' | 'update' | 'removeGuess' | 'findIntroduction'>
	listing: MeetingListing
	access: MeetingAccess
	attendees: AttendeeValidation
	clock: Clock
	ids: Ids
	bus: EventBus<MeetingEvents>
	pictures: PicturePort
}

/** Creates meetings and edits them. */
export function createScheduling({ store, listing, access, attendees, clock, ids, bus, pictures }: SchedulingDeps) {
	async function create(person: MeetingMember, rules: SchedulingRules, wanted: NewMeeting) {
		if (!canSchedule(person)) return refused('notAllowed')
		const topic = cleanText(wanted.topic)
		const error = fieldError({ ...wanted, topic }, rules)
		if (error) return refused(error)
		const now = clock.now()
		const times = timesOf(wanted, rules.zone, now)
		if (!times) return refused('startInvalid')
		const recurrence = recurrenceOf(wanted)
		if (!recurrence) return refused('recurrenceInvalid')
		const live = changeLive(liveDefaults, wanted, rules)
		if (!live.ok) return live
		if (!(await hasPicture(live.value.liveBackground))) return refused('backgroundInvalid')
		const scope = validationScope(person, person.companyId, rules)
		const { hostId = person.userId } = wanted
		if (hostId !== person.userId && !(await attendees.canHost(scope, hostId))) return refused('hostUnknown')
		const invited = await attendees.validateAttendees(scope, wanted.attendees)
		if (!invited.ok) return invited

		const defaults = {
			hostId: person.userId,
			isPrivate: rules.privateByDefault,
			...settingDefaults,
			waitingRoom: rules.waitingRoom,
			hostPassword: wanted.hostPassword,
		}
		const meeting: Omit<NewMeetingRow, 'meetingId'> = {
			...times,
			...recurrence,
			...live.value,
			...mergeFields<MeetingRow, (typeof fieldsTakenAsSent)[number]>(defaults, wanted, fieldsTakenAsSent),
			id: ids.row('m'),
			siteId: rules.siteId,
			companyId: person.companyId,
			creatorId: person.userId,
			topic,
			durationS: wanted.durationS,
			status: meetingStatus.notStarted,
			isLocked: false,
			waitingRoomNow: null,
			password: wanted.password || null,
			startedAt: null,
			endedAt: null,
			createdAt: now,
			updatedAt: now,
			...invitationOf(invited.value),
		}
		return ok({ meetingId: await insertWithFreeId(meeting) })
	}

	async function insertWithFreeId(meeting: Omit<NewMeetingRow, 'meetingId'>): Promise<MeetingId> {
		for (let attempt = 0; attempt < idAttempts; attempt++) {
			const meetingId = ids.meeting()
			if (await store.insert({ ...meeting, meetingId })) return meetingId
		}
		throw new Error('no free meeting id found')
	}

	/** Applies the fields that were sent; the others stay (API-18). */
	async function edit(person: MeetingMember, rules: SchedulingRules, wanted: MeetingChanges) {
		const { id, attendees: wantedAttendees, attendeesOnly = false, ...fields } = wanted
		const found = await listing.find(id)
		if (!found) return refused('missing')
		const refusal = editRefusal(person, found, { status: found.occurrence.status, isOa: rules.isOa, attendeesOnly })
		if (refusal) return refused(refusal === 'over' ? refusal : await access.refusalFor(person, found))

		const now = clock.now()
		const changed = applyChanges(found, attendeesOnly ? {} : fields, rules, now)
		if (!changed.ok) return changed
		const isOtherBackground = changed.value.liveBackground !== found.liveBackground
		if (isOtherBackground && !(await hasPicture(changed.value.liveBackground))) return refused('backgroundInvalid')
		const scope = validationScope(person, found.companyId, rules)
		const { hostId } = changed.value
		if (hostId !== found.hostId && !(await attendees.canHost(scope, hostId))) return refused('hostUnknown')
		const invited = wantedAttendees && (await attendees.validateAttendees(scope, wantedAttendees))
		if (invited?.ok === false) return invited

		const update = { ...changed.value, ...(invited && invitationOf(invited.value)) }
		// Later than the version it was made for, so that of two simultaneous edits one is seen to be the second.
		const at = Math.max(now, found.updatedAt + 1)
		const before = await picturesBefore(found, update)
		if (await store.update(id, found, update, at)) {
			await pictures.release(before)
			const passwords = changedPasswords(update, found)
			bus.publish('meeting.edited', { meetingId: id, by: person.userId, passwords })
			if (passwords.length > 0) await store.removeGuess(id, passwords)
			return ok({})
		}
		// The meeting was started, changed or deleted meanwhile: decide again on its current state.
		return await edit(person, rules, wanted)
	}

	const hasPicture = async (path: string | null): Promise<boolean> => path === null || (await pictures.attach(path))

	/** Pictures the edit may remove from the meeting. */
	async function picturesBefore({ meetingId, liveBackground }: MeetingRow, update: MeetingUpdate): Promise<string[]> {
		if (update.introduction === undefined && update.liveBackground === liveBackground) return []
		return picturesOf(liveBackground, await store.findIntroduction(meetingId))
	}

	return { create, edit }
}

/** Start and end of a new meeting, or nothing where the start is invalid. */
function timesOf({ startTime, timeZone, durationS, isRecurring }: NewMeeting, siteZone: string, now: Instant) {
	// Hours equal to those of the site mean its zone, with its daylight saving.
	const zone = timeZone === undefined ? siteZone : zoneOfWireTime(startTime, timeZone, siteZone)
	const requestedAt = parseWireTime(startTime, zone)
	if (requestedAt === undefined || isStartTooFarAhead(requestedAt, now)) return undefined
	// For a series only the time of day counts, which recurs (REC-07).
	const startAt = isRecurring ? requestedAt : startNotBeforeNow(requestedAt, now)
	return { zone, startAt, endAt: startAt + durationS * 1000, repeatSecond: secondOfDay(startAt, zone) }
}

/** Returns the recurrence of a new meeting (OP-017); a series is daily unless specified otherwise (CREATE-06). */
function recurrenceOf({ isRecurring = false, repeatType: type = repeatType.daily, repeatCondition }: NewMeeting) {
	const recurrence = isRecurring ? parseRecurrence(type, repeatCondition) : parseRecurrence(repeatType.none, undefined)
	return recurrence && { isRecurring, ...recurrence }
}

const passwordFields = { meeting: 'password', host: 'hostPassword', live: 'livePassword' } as const
type Passwords = Pick<MeetingRow, (typeof passwordFields)[MeetingPassword]>
const changedPasswords = (update: Passwords, before: Passwords): MeetingPassword[] =>
	meetingPasswords.filter(password => update[passwordFields[password]] !== before[passwordFields[password]])

const validationScope = ({ userId }: MeetingMember, companyId: CompanyId, rules: SchedulingRules): ValidationScope => ({
	by: userId,
	companyId,
	inviteesNeeded: rules.isOa && rules.inviteesNeeded,
})

/** Replaces those who were invited before. */
const invitationOf = (invited: Invited) => ({
	invited,
	isInvitedOnly: invited.people.length + invited.departmentIds.length > 0,
})

import { delays, type MeetingId, type UserId } from '@parley/core'
import { type CallEndReason, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import { createKeyedLock } from '../../platform/keyedLock.ts'
import type { Log } from '../../platform/log.ts'
import type { MeetingEvents, MeetingOnDay, MeetingService } from '../meeting/index.ts'
import type { Messaging } from '../messaging/index.ts'
import type { SiteService } from '../site/index.ts'
import type { CallStore } from './store.ts'

/** More are not called at once: a call is for a team, and not for a company. */
const mostCalled = 500
/** Anyone admitted this recently is taken to be entering: a join ticket is valid for as long. */
const entersWithinMs = 60_000

interface CallingDeps {
	store: CallStore
	meetings: Pick<MeetingService, 'find' | 'listAttendees'>
	sites: Pick<SiteService, 'find'>
	messaging: Pick<Messaging, 'callPerson'>
	bus: EventBus<MeetingEvents>
	clock: Clock
	log: Pick<Log, 'warn'>
}

/** Calls the attendees of a meeting that starts, through messaging (IMCALL-55), on sites that want it. */
export function createCalling({ store, meetings, sites, messaging, bus, clock, log }: CallingDeps) {
	async function mayCall({ isInvitedOnly, siteId }: Pick<MeetingOnDay, 'isInvitedOnly' | 'siteId'>): Promise<boolean> {
		return isInvitedOnly && (await sites.find(siteId)).settings.meetingsCall
	}

	async function call(meetingId: MeetingId): Promise<void> {
		const meeting = await meetings.find(meetingId)
		if (!meeting || !(await mayCall(meeting))) return
		const attendees = await meetings.listAttendees(meetingId, mostCalled)
		const now = clock.now()
		const admittedAfter = now - entersWithinMs
		await store.removeOld(now, admittedAfter)
		const others = attendees.filter(uid => uid !== meeting.hostId)
		const called = await store.begin(meetingId, others, { ringsUntil: now + delays.callRingsMs, admittedAfter })
		// A person may have answered while others were called.
		for (const uid of called) if (await store.isRinging(meetingId, uid, clock.now())) await push(meeting, uid)
	}

	async function push(
		{ siteId, meetingId, hostId, topic }: Pick<MeetingOnDay, 'siteId' | 'meetingId' | 'hostId' | 'topic'>,
		uid: UserId,
		endReason?: CallEndReason,
	): Promise<void> {
		const from = v.parse(ImUserId, hostId)
		await messaging.callPerson(v.parse(ImAppId, siteId), v.parse(ImUserId, uid), {
			from,
			meetingId,
			content: topic,
			endReason,
		})
	}

	/** A person joined or declined: their devices stop ringing. */
	async function answer(meetingId: MeetingId, uid: UserId, endReason: 'joined' | 'declined'): Promise<void> {
		if (!(await store.end(meetingId, uid, clock.now()))) return
		const meeting = await meetings.find(meetingId)
		if (meeting) await push(meeting, uid, endReason)
	}

	/** The meeting has ended: its calls stop. A deleted meeting had ended before, or has not begun. */
	async function cancel(meetingId: MeetingId): Promise<void> {
		const ringing = await store.endAll(meetingId, clock.now())
		const meeting = ringing.length > 0 ? await meetings.find(meetingId) : undefined
		if (meeting) for (const uid of ringing) await push(meeting, uid, 'over')
	}

	async function join(meeting: MeetingOnDay, uid: UserId): Promise<void> {
		if (!(await mayCall(meeting))) return
		await store.noteAdmitted(meeting.meetingId, uid, clock.now())
		await answer(meeting.meetingId, uid, 'joined')
	}

	const logged = (meetingId: MeetingId, calling: Promise<void>) =>
		calling.catch(error => log.warn({ err: error, meetingId }, 'attendees of a meeting could not be called'))
	// One that ends while its attendees are looked up is cancelled once they are called.
	const inTurn = createKeyedLock()
	bus.subscribe('meeting.started', ({ meetingId }) =>
		logged(
			meetingId,
			inTurn(meetingId, () => call(meetingId)),
		),
	)
	bus.subscribe('meeting.ended', ({ meetingId }) =>
		logged(
			meetingId,
			inTurn(meetingId, () => cancel(meetingId)),
		),
	)

	return {
		/** Resolves when nobody will call the person to the meeting that they are about to enter. */
		joined: (meeting: MeetingOnDay, uid: UserId): Promise<void> => logged(meeting.meetingId, join(meeting, uid)),
		decline: (meetingId: MeetingId, uid: UserId): Promise<void> => answer(meetingId, uid, 'declined'),
	}
}
export type Calling = ReturnType<typeof createCalling>

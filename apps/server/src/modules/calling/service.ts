import { delays, type Instant, type MeetingId, type SiteId, type UserId } from '@parley/core'
import { type CallEndReason, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import { createKeyedLock } from '../../platform/keyedLock.ts'
import type { Log } from '../../platform/log.ts'
import type { MeetingEvents, MeetingService } from '../meeting/index.ts'
import type { Messaging } from '../messaging/index.ts'
import type { SiteService } from '../site/index.ts'

/** More are not called at once: a call is for a team, and not for a company. */
const mostCalled = 500
/** Anyone admitted this recently is taken to be entering: a join ticket is valid for as long. */
const entersWithinMs = 60_000

interface CallingDeps {
	meetings: Pick<MeetingService, 'find' | 'listAttendees'>
	sites: Pick<SiteService, 'find'>
	messaging: Pick<Messaging, 'callPerson'>
	bus: EventBus<MeetingEvents>
	clock: Clock
	log: Pick<Log, 'warn'>
}

/** Calls the attendees of a meeting that starts, through messaging (IMCALL-55), on sites that want it. */
export function createCalling({ meetings, sites, messaging, bus, clock, log }: CallingDeps) {
	interface Ringing {
		siteId: SiteId
		call: { from: ImUserId; meetingId: MeetingId; content: string }
		/** People who have not answered. */
		uids: Set<UserId>
		until: Instant
	}
	const ringing = new Map<MeetingId, Ringing>()
	/** Recently admitted people, with the time: no one is called to a meeting they are entering. */
	const admitted = new Map<string, Instant>()
	const admissionOf = (meetingId: MeetingId, uid: UserId) => `${meetingId} ${uid}`

	function ringingNow(meetingId: MeetingId): Ringing | undefined {
		const known = ringing.get(meetingId)
		return known && known.until > clock.now() ? known : undefined
	}

	async function call(meetingId: MeetingId): Promise<void> {
		const meeting = await meetings.find(meetingId)
		if (!meeting?.isInvitedOnly) return
		const { settings } = await sites.find(meeting.siteId)
		if (!settings.meetingsCall) return
		const attendees = await meetings.listAttendees(meetingId, mostCalled)
		forgetAdmissions()
		const enters = (uid: UserId) => admitted.has(admissionOf(meetingId, uid))
		const uids = new Set(attendees.filter(uid => uid !== meeting.hostId && !enters(uid)))
		const call = { from: v.parse(ImUserId, meeting.hostId), meetingId, content: meeting.topic }
		for (const [id, { until }] of ringing) if (until <= clock.now()) ringing.delete(id)
		ringing.set(meetingId, { siteId: meeting.siteId, call, uids, until: clock.now() + delays.callRingsMs })
		for (const uid of uids) await push(meetingId, uid)
	}

	async function push(meetingId: MeetingId, uid: UserId, endReason?: CallEndReason): Promise<void> {
		const known = ringingNow(meetingId)
		if (!known) return
		const appId = v.parse(ImAppId, known.siteId)
		await messaging.callPerson(appId, v.parse(ImUserId, uid), { ...known.call, endReason })
	}

	function forgetAdmissions() {
		for (const [key, at] of admitted) {
			if (at > clock.now() - entersWithinMs) return
			admitted.delete(key)
		}
	}

	/** A person joined or declined: their devices stop ringing. */
	async function answer(meetingId: MeetingId, uid: UserId, endReason: 'joined' | 'declined'): Promise<void> {
		if (!ringingNow(meetingId)?.uids.delete(uid)) return
		await push(meetingId, uid, endReason)
	}

	/** The meeting has ended: its calls stop. A deleted meeting had ended before, or has not begun. */
	async function cancel(meetingId: MeetingId): Promise<void> {
		const known = ringingNow(meetingId)
		if (!known) return
		for (const uid of known.uids) await push(meetingId, uid, 'over')
		ringing.delete(meetingId)
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
		async joined(meetingId: MeetingId, uid: UserId): Promise<void> {
			forgetAdmissions()
			// Behind those before, so that the oldest are first.
			admitted.delete(admissionOf(meetingId, uid))
			admitted.set(admissionOf(meetingId, uid), clock.now())
			await logged(meetingId, answer(meetingId, uid, 'joined'))
		},
		decline: (meetingId: MeetingId, uid: UserId): Promise<void> => answer(meetingId, uid, 'declined'),
	}
}
export type Calling = ReturnType<typeof createCalling>

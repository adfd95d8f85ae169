import type { Instant, MeetingId, SiteId, UserId } from '@parley/core'
import { ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { Log } from '../../platform/log.ts'
import type { MeetingEvents, MeetingService } from '../meeting/index.ts'
import type { Messaging } from '../messaging/index.ts'
import type { SiteService } from '../site/index.ts'

/** More are not called at once: a call is for a team, and not for a company. */
const mostCalled = 500
/** So long a call rings; later there is nothing to be cancelled. */
export const ringsMs = 60_000

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
		/** Who has not answered. */
		uids: Set<UserId>
		until: Instant
	}
	const ringing = new Map<MeetingId, Ringing>()

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
		const uids = new Set(attendees.filter(uid => uid !== meeting.hostId))
		const call = { from: v.parse(ImUserId, meeting.hostId), meetingId, content: meeting.topic }
		for (const [id, { until }] of ringing) if (until <= clock.now()) ringing.delete(id)
		ringing.set(meetingId, { siteId: meeting.siteId, call, uids, until: clock.now() + ringsMs })
		for (const uid of uids) await push(meetingId, uid)
	}

	async function push(meetingId: MeetingId, uid: UserId, isCancelled = false): Promise<void> {
		const known = ringingNow(meetingId)
		if (!known) return
		const appId = v.parse(ImAppId, known.siteId)
		await messaging.callPerson(appId, v.parse(ImUserId, uid), { ...known.call, isCancelled })
	}

	/** Somebody joined: their other devices ring no more. */
	async function answered(meetingId: MeetingId, uid: UserId): Promise<void> {
		const known = ringingNow(meetingId)
		if (!known?.uids.delete(uid)) return
		await push(meetingId, uid, true)
	}

	/** The meeting is over, or gone: nobody is called any more. */
	async function cancel(meetingId: MeetingId): Promise<void> {
		const known = ringingNow(meetingId)
		if (!known) return
		for (const uid of known.uids) await push(meetingId, uid, true)
		ringing.delete(meetingId)
	}

	const logged = (meetingId: MeetingId, calling: Promise<void>) =>
		calling.catch(error => log.warn({ err: error, meetingId }, 'attendees of a meeting could not be called'))
	bus.subscribe('meeting.started', ({ meetingId }) => logged(meetingId, call(meetingId)))
	bus.subscribe('meeting.ended', ({ meetingId }) => logged(meetingId, cancel(meetingId)))
	bus.subscribe('meeting.deleted', ({ meetingId }) => logged(meetingId, cancel(meetingId)))

	return { answered: (meetingId: MeetingId, uid: UserId) => logged(meetingId, answered(meetingId, uid)) }
}

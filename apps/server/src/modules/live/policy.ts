import {
	type BroadcastStatus,
	type Instant,
	isHostOrCreator,
	type MeetingStatus,
	meetingStatus,
	type UserId,
} from '@parley/core'
import { allowsGuests, type SiteSettings } from '../site/index.ts'

interface LiveOfMeeting {
	hostId: UserId
	creatorId: UserId
	hasLive: boolean
	isPrivate: boolean
	livePassword: string | null
}
type Person = { userId: UserId } | undefined

/** Who goes on air, pauses, ends, and sees the key: nobody but host and creator, whatever they may do with the meeting. */
export const canRunLive = (person: Person, meeting: LiveOfMeeting): boolean => isHostOrCreator(person, meeting)

/** Whether who watches signs in: the host asks for it, or the site asks everybody. */
export const needsLogin = ({ liveNeedsLogin }: { liveNeedsLogin: boolean }, settings: SiteSettings): boolean =>
	liveNeedsLogin || !allowsGuests(settings)

export interface WatchConditions {
	person: Person
	needsLogin: boolean
	knowsPassword: boolean
	/** Told to stay away from discussion or questions. */
	isRemoved: boolean
}

/**
 * Why somebody may not watch (LIVE-18, LIVE-19). Anybody with the link may, but for what the host asks: sign-in, a
 * password. Host and creator need none. Whether the meeting is private says who may join it, not who may watch it.
 */
export function watchRefusal(
	{ person, needsLogin, knowsPassword, isRemoved }: WatchConditions,
	meeting: LiveOfMeeting,
): 'removed' | 'loginNeeded' | 'passwordNeeded' | undefined {
	if (canRunLive(person, meeting)) return undefined
	if (isRemoved) return 'removed'
	if (!person && needsLogin) return 'loginNeeded'
	return meeting.livePassword !== null && !knowsPassword ? 'passwordNeeded' : undefined
}

/** So long before the next occurrence of a series its live is no longer the one that is over. */
const nextSoonMs = 12 * 3_600_000

/** Of a series the broadcast of one occurrence says nothing of the next, which has not started. */
export const statusNow = (
	live: { status: BroadcastStatus; endedAt: Instant | null },
	{ isRecurring, occurrence: { startAt } }: { isRecurring: boolean; occurrence: { startAt: Instant } },
	now: Instant,
): BroadcastStatus => {
	const isNext = isRecurring && startAt > (live.endedAt ?? 0) && now > startAt - nextSoonMs
	return live.status === 'over' && isNext ? 'notStarted' : live.status
}

/** `meeting_status` of a live: that of its broadcast from the start on (LIVE-33, LIVE-34). */
export function statusOfLive(broadcast: BroadcastStatus, meeting: MeetingStatus): MeetingStatus {
	if (broadcast === 'onAir' || broadcast === 'suspended') return meetingStatus.inProgress
	return broadcast === 'over' ? meetingStatus.over : meeting
}

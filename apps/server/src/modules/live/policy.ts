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

/**
 * Returns whether a person may start, pause and end the broadcast, and see the key: only host and creator, whatever else they
 * may do with the meeting.
 */
export const canRunLive = (person: Person, meeting: LiveOfMeeting): boolean => isHostOrCreator(person, meeting)

/** Returns whether viewers must sign in: the host requires it, or the site requires it of everyone. */
export const needsLogin = ({ liveNeedsLogin }: { liveNeedsLogin: boolean }, settings: SiteSettings): boolean =>
	liveNeedsLogin || !allowsGuests(settings)

export interface WatchConditions {
	person: Person
	needsLogin: boolean
	knowsPassword: boolean
	/** Banned from discussion or questions. */
	isRemoved: boolean
}

/**
 * Returns why a person may not watch (LIVE-18, LIVE-19). Anyone with the link may, subject to the host's conditions:
 * sign-in, a password. Host and creator need none. Whether the meeting is private decides who may join it, not who may
 * watch it.
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

/** From this long before the next occurrence of a series, its live is no longer the one that ended. */
const nextSoonMs = 12 * 3_600_000

/** In a series the broadcast of one occurrence does not affect the next one, which has not started. */
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
	return broadcast === 'over' ? meetingStatus.ended : meeting
}

import type { joinRefusals } from '@parley/api'
import { type Instant, meetingStatus } from '@parley/core'

export type JoinRefusal = keyof typeof joinRefusals

/** Conditions for joining, collected beforehand so that the rules are one pure function. */
export interface JoinConditions {
	now: Instant
	meeting: {
		status: number
		startAt: Instant
		isPrivate: boolean
		isLocked: boolean
		hostMustOpen: boolean
	}
	/** Host or creator, or a person with the host password. */
	isHost: boolean
	isGuest: boolean
	isSameCompany: boolean
	/** True for the whole company if no one was invited by name; looked up for private meetings only. */
	isInvited: boolean
	siteAllowsGuests: boolean
	/** Also true where the meeting has none, and of attendees who need not know it. */
	knowsPassword: boolean
	isRemoved: boolean
	/** They were in the room before, or run the meeting there: a lock keeps only newcomers out (ROOM-33). */
	isKnownInRoom: boolean
	isFull: boolean
}

/** The first reason to refuse a join, or nothing when it is accepted (JERR-01 to JERR-11). */
export function joinRefusal(conditions: JoinConditions): JoinRefusal | undefined {
	const { meeting, isHost } = conditions
	if (meeting.status === meetingStatus.ended) return 'over'
	if (conditions.isGuest && (meeting.isPrivate || !conditions.siteAllowsGuests)) return 'loginOnly'
	if (meeting.isPrivate && !(conditions.isSameCompany && conditions.isInvited) && !isHost) return 'otherCompany'
	if (conditions.isRemoved) return 'removed'
	if (!conditions.knowsPassword && !isHost) return 'wrongPassword'
	if (meeting.isLocked && !isHost && !conditions.isKnownInRoom) return 'locked'
	if (meeting.hostMustOpen && !isHost && meeting.status !== meetingStatus.inProgress) {
		return conditions.now < meeting.startAt ? 'notStarted' : 'notOpened'
	}
	return conditions.isFull ? 'full' : undefined
}

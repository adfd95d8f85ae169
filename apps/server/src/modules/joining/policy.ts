import type { joinRefusals } from '@parley/api'
import { type Instant, meetingStatus } from '@parley/core'

export type JoinRefusal = keyof typeof joinRefusals

/** Everything the door asks about, gathered beforehand so that the rules are one plain function. */
export interface JoinConditions {
	now: Instant
	meeting: {
		status: number
		startAt: Instant
		isPrivate: boolean
		isLocked: boolean
		hostMustOpen: boolean
		password: string | null
	}
	/** Host or creator, or somebody who knows the host password. */
	isHost: boolean
	isGuest: boolean
	isSameCompany: boolean
	/** Everybody of the company where nobody was named; asked about private meetings alone. */
	isInvited: boolean
	siteAllowsGuests: boolean
	password: string | undefined
	isRemoved: boolean
	participantCount: number
	capacity: number
}

/** Why somebody does not get in, in the order in which it is said; nothing when they do (JERR-01 to JERR-11). */
export function joinRefusal(who: JoinConditions): JoinRefusal | undefined {
	const { meeting, isHost } = who
	if (meeting.status === meetingStatus.over) return 'over'
	if (who.isGuest && (meeting.isPrivate || !who.siteAllowsGuests)) return 'loginOnly'
	if (meeting.isPrivate && !(who.isSameCompany && who.isInvited) && !isHost) return 'otherCompany'
	if (who.isRemoved) return 'removed'
	if (meeting.password !== null && !isHost && who.password !== meeting.password) return 'wrongPassword'
	if (meeting.isLocked && !isHost) return 'locked'
	if (meeting.hostMustOpen && !isHost && meeting.status !== meetingStatus.inProgress) {
		return who.now < meeting.startAt ? 'notStarted' : 'notOpened'
	}
	return who.participantCount >= who.capacity ? 'full' : undefined
}

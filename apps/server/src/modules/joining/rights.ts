import {
	isHostOrCreator,
	isJoinNameLocked,
	type MeetingId,
	meetingStatus,
	type SiteId,
	type UserId,
} from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { type MeetingService, waitingRuleOf } from '../meeting/index.ts'
import type { ParticipantIdentity, RightsPort } from '../room/index.ts'
import type { SessionService } from '../session/index.ts'
import { allowsGuests, type SiteService } from '../site/index.ts'
import type { KeyedHash } from './keyedHash.ts'
import { joinRefusal } from './policy.ts'

export interface RightsDeps {
	meetings: Pick<MeetingService, 'find' | 'isInvited' | 'needsNoPassword'>
	sites: Pick<SiteService, 'find'>
	sessions: Pick<SessionService, 'findExisting' | 'listCompanies'>
	keyedHash: KeyedHash
	clock: Clock
}

type Meeting = NonNullable<Awaited<ReturnType<MeetingService['find']>>>

/**
 * Checks whether people who joined could still join in the same role, by the same rules applied to the current data
 * (ROOM-25).
 */
export function createRights({ meetings, sites, sessions, keyedHash, clock }: RightsDeps): RightsPort {
	async function isRevoked(person: ParticipantIdentity, meeting: Meeting, existing: ReadonlySet<string>) {
		const { userId, sessionId } = person
		// Signed out everywhere, or the password was changed.
		if (userId !== null && (sessionId === null || !existing.has(sessionId))) return true
		const knows = (password: string) =>
			person.passwordProof === keyedHash('meeting-password', meeting.meetingId, password)
		const isHost =
			isHostOrCreator(userId === null ? undefined : { userId: userId as UserId }, meeting) ||
			knows(meeting.hostPassword)
		if (person.host && !isHost) return true
		const knowsPassword = meeting.password === null || knows(meeting.password)
		const isOfInterest = (meeting.isPrivate || !knowsPassword) && userId !== null && sessionId !== null
		const companyIds = isOfInterest ? (await sessions.listCompanies(sessionId)).map(({ companyId }) => companyId) : []
		const refusal = joinRefusal({
			now: clock.now(),
			// Admitted people may return before the host, and into a locked room (ROOM-33).
			meeting: { ...meeting, status: meetingStatus.inProgress, startAt: meeting.occurrence.startAt },
			isHost,
			isGuest: userId === null,
			isSameCompany: companyIds.includes(meeting.companyId),
			isInvited: isOfInterest && meeting.isPrivate && (await meetings.isInvited(userId as UserId, meeting)),
			siteAllowsGuests: allowsGuests((await sites.find(meeting.siteId)).settings),
			knowsPassword:
				knowsPassword ||
				(isOfInterest && (await meetings.needsNoPassword({ userId: userId as UserId, companyIds }, meeting))),
			isRemoved: false,
			isKnownInRoom: true,
			isFull: false,
		})
		return refusal !== undefined
	}

	return {
		async isNameLocked({ siteId, sessionId }) {
			const { settings } = await sites.find(siteId as SiteId)
			const companies = sessionId === null ? [] : await sessions.listCompanies(sessionId)
			return companies.some(company => isJoinNameLocked(company, settings))
		},
		async findRevoked(meetingId: MeetingId, people) {
			const meeting = await meetings.find(meetingId)
			// Deleting and ending a meeting close its room by themselves.
			if (!meeting) return []
			const existing = new Set(await sessions.findExisting(people.flatMap(({ sessionId }) => sessionId ?? [])))
			const revoked = await Promise.all(people.map(person => isRevoked(person, meeting, existing)))
			return people.filter((_, index) => revoked[index])
		},
		async ownsMeeting({ meetingId, userId }) {
			const meeting = userId === null ? undefined : await meetings.find(meetingId)
			return meeting !== undefined && isHostOrCreator({ userId: userId as UserId }, meeting)
		},
		async mustWait(meetingId, { userId, sessionId, host }) {
			const meeting = await meetings.find(meetingId)
			const rule = meeting ? waitingRuleOf(meeting) : 'off'
			if (!meeting || host || rule === 'off') return false
			if (rule === 'everyone' || userId === null || sessionId === null) return true
			const companyIds = (await sessions.listCompanies(sessionId)).map(({ companyId }) => companyId)
			if (!companyIds.includes(meeting.companyId)) return true
			return rule === 'uninvited' && !(await meetings.isInvited(userId as UserId, meeting))
		},
	}
}

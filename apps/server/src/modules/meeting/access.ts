import type { CompanyId, UserId } from '@parley/core'
import type { MeetingRow } from './fields.ts'
import { canSeeAll, type MeetingMember } from './policy.ts'
import type { MeetingStore } from './store.ts'

/** Decides who may know of a meeting, so that a refusal does not reveal one. */
export function createMeetingAccess(store: Pick<MeetingStore, 'isInvited'>) {
	/** Without attendees the whole company is invited. */
	const isInvited = async (userId: UserId, meeting: MeetingRow): Promise<boolean> =>
		!meeting.isInvitedOnly || (await store.isInvited(meeting, userId))

	/**
	 * Returns whether a person joins without the password: the meeting allows it for attendees, and they are one, by name or
	 * department. People invited with the whole company must enter it.
	 */
	const needsNoPassword = async (
		{ userId, companyIds }: { userId: UserId; companyIds: readonly CompanyId[] },
		meeting: MeetingRow,
	): Promise<boolean> =>
		meeting.password !== null &&
		meeting.invitedNeedNoPassword &&
		meeting.isInvitedOnly &&
		companyIds.includes(meeting.companyId) &&
		(await store.isInvited(meeting, userId))

	/** For a person of the company of the meeting (EDIT-11). */
	const canSeeExistence = async (person: MeetingMember, meeting: MeetingRow): Promise<boolean> =>
		!meeting.isPrivate || canSeeAll(person, meeting.companyId) || (await isInvited(person.userId, meeting))

	return {
		isInvited,
		needsNoPassword,
		canSeeExistence,
		/** Returns `forbidden` for those who may know of the meeting, `missing` for everyone else. */
		async refusalFor(person: MeetingMember, meeting: MeetingRow): Promise<'forbidden' | 'missing'> {
			if (person.companyId !== meeting.companyId) return 'missing'
			return (await canSeeExistence(person, meeting)) ? 'forbidden' : 'missing'
		},
	}
}
export type MeetingAccess = ReturnType<typeof createMeetingAccess>

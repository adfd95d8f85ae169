import {
	type CompanyId,
	canDeleteMeeting,
	canEditMeeting,
	canEditAttendees as canRoleEditAttendees,
	canSeeAllMeetings,
	isHostOrCreator,
	type MeetingStatus,
	managesCompanyMeetings,
	meetingStatus,
	personalEdition,
	type Role,
	type UserId,
} from '@parley/core'

import type { MeetingRow } from './fields.ts'

/** A signed-in person in the company they work in. */
export interface MeetingMember {
	userId: UserId
	companyId: CompanyId
	userType: number
}
interface OwnedMeeting {
	hostId: UserId
	creatorId: UserId
	companyId: CompanyId
}

/** The fields of a meeting that say whose it is. */
export interface MeetingRelations extends OwnedMeeting {
	isInvitedOnly: boolean
}

/** The user type counts in the person's own company alone. */
const roleIn = (companyId: CompanyId, person: MeetingMember): Role => ({
	userId: person.userId,
	userType: person.companyId === companyId ? person.userType : undefined,
})

/** DEL-06, DEL-07 */
export const canDelete = (person: MeetingMember, meeting: OwnedMeeting): boolean =>
	canDeleteMeeting(roleIn(meeting.companyId, person), meeting)

/** EDIT-02: on OA sites the form is also shown to those who may not edit, with all but the attendees fixed. */
export const isFormFixed = (
	person: MeetingMember,
	meeting: OwnedMeeting,
	{ status }: { status: MeetingStatus },
	site: { isOa: boolean },
): boolean => site.isOa && !canEditMeeting(roleIn(meeting.companyId, person), meeting, status)

/** Why a person may not make an edit; whether they may know of the meeting at all is decided elsewhere. */
export function editRefusal(
	person: MeetingMember,
	meeting: OwnedMeeting,
	edit: { status: MeetingStatus; isOa: boolean; attendeesOnly: boolean },
): 'over' | 'forbidden' | undefined {
	const role = roleIn(meeting.companyId, person)
	const canChangeThis = isHostOrCreator(role, meeting) || (edit.attendeesOnly && canRoleEditAttendees(role, edit))
	if (!canChangeThis) return 'forbidden'
	return edit.status === meetingStatus.ended ? 'over' : undefined
}

/** LIST-09, ROLE-04 */
export const canSeeAll = (person: MeetingMember | undefined, companyId: CompanyId): boolean =>
	person !== undefined && canSeeAllMeetings(roleIn(companyId, person))

/**
 * Returns whether the row alone says that a meeting is in the list of a member: it is theirs, or for their whole company.
 * Looking at it guesses no id (JERR-07). The people of the personal edition are strangers to each other.
 */
export const isInOwnList = (person: MeetingMember & { companyType: number }, meeting: MeetingRelations): boolean =>
	isHostOrCreator(person, meeting) ||
	(person.companyId === meeting.companyId && person.companyType !== personalEdition && !meeting.isInvitedOnly)

/** People who may change the attendees see them; on OA sites so do their colleagues. */
export const canSeeAttendees = (person: MeetingMember, meeting: OwnedMeeting, site: { isOa: boolean }): boolean => {
	const role = roleIn(meeting.companyId, person)
	return (
		isHostOrCreator(role, meeting) ||
		managesCompanyMeetings(role) ||
		(site.isOa && person.companyId === meeting.companyId)
	)
}

export interface ReadConditions {
	person: MeetingMember | undefined
	companyIds: readonly CompanyId[]
	guestsAllowed: boolean
	/** Looked up for private meetings only. */
	isInvited: boolean
}

/**
 * Decides who may read a meeting. A public one: everyone. A private one: host and creator, those who see all meetings
 * of the company, and members who are invited.
 */
export function readRefusal(
	conditions: ReadConditions,
	meeting: OwnedMeeting & { isPrivate: boolean },
): 'loginNeeded' | 'missing' | undefined {
	const { person, companyIds, guestsAllowed, isInvited } = conditions
	if (!person) return meeting.isPrivate || !guestsAllowed ? 'loginNeeded' : undefined
	if (isHostOrCreator(person, meeting) || !meeting.isPrivate) return undefined
	const isReadable = companyIds.includes(meeting.companyId) && (isInvited || canSeeAll(person, meeting.companyId))
	return isReadable ? undefined : 'missing'
}

/** The rule that applies now: the choice of a host in the room, which lasts until the meeting ends, otherwise that of the form (ROOM-140). */
export const waitingRuleOf = ({ waitingRoom, waitingRoomNow }: Pick<MeetingRow, 'waitingRoom' | 'waitingRoomNow'>) =>
	waitingRoomNow ?? waitingRoom

import type { Meeting } from '@parley/api'
import {
	canEditAttendees,
	canEditMeeting,
	canSeeAllMeetings,
	isHostOrCreator,
	meetingStatus,
	type Role,
} from '@parley/core'
import type { SessionState } from '../session/index.ts'

/** The person who looks at a meeting; a guest has none of these. */
export interface MeetingReader extends Role {
	displayName?: string | undefined
}

/** The user type is that in the company the person works in. */
export function toMeetingReader(person: SessionState): MeetingReader {
	if (person.kind === 'guest') return {}
	const { user, company } = person
	return { userId: user.id, userType: company?.userType ?? user.userType, displayName: user.displayName }
}

/** LIST-09: user types 0, 6 and 7, where the site has the list enabled. */
export const canListCompanyMeetings = (reader: MeetingReader, isListEnabled: boolean | undefined): boolean =>
	isListEnabled === true && canSeeAllMeetings(reader)

/** EDIT-04: host and creator until it is over; on OA sites also a person who may edit its attendees (EDIT-03). */
export function canEdit(meeting: Meeting, reader: MeetingReader, isOa = false): boolean {
	if (meeting.status === meetingStatus.ended) return false
	return canEditMeeting(reader, meeting, meeting.status) || canEditAttendees(reader, { isOa })
}

/** LIST-33, SHARE-06: everyone, until it is over. */
export const canShare = ({ status }: Pick<Meeting, 'status'>): boolean => status !== meetingStatus.ended

/** Returns whether joining is offered (`none`: it is not), and whether it is possible now (LIST-33, LIST-34, OP-085). */
export function joinAvailability(
	meeting: Pick<Meeting, 'hostId' | 'creatorId' | 'status' | 'isRecurring'>,
	reader: MeetingReader,
): 'none' | 'closed' | 'open' {
	if (meeting.status === meetingStatus.ended) return 'none'
	if (!meeting.isRecurring || meeting.status === meetingStatus.inProgress) return 'open'
	return isHostOrCreator(reader, meeting) ? 'open' : 'closed'
}

/** The host reads their present name (LIST-38). */
export const hostDisplayName = (
	{ hostId, hostName }: Pick<Meeting, 'hostId' | 'hostName'>,
	reader: MeetingReader,
): string => (reader.userId === hostId ? reader.displayName : undefined) ?? hostName

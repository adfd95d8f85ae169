import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import type { Person } from '../session/index.ts'

/** Who looks at a meeting. A guest has neither an id nor a type. */
export interface Viewer {
	id?: string | undefined
	userType?: number | undefined
	displayName?: string | undefined
}

/** `user_type` on the wire; the numbers have no names on the page (OP-084). */
const userType = { administrator: 0, scanner: 5, manager: 6, operator: 7 } as const

/** The type is that of the company somebody works in now. */
export function toViewer(person: Person): Viewer {
	if (person.kind === 'guest') return {}
	const { user, company } = person
	return { id: user.id, userType: company?.userType ?? user.userType, displayName: user.displayName }
}

type Ownership = Pick<Meeting, 'hostId' | 'creatorId'>

const isHost = ({ hostId }: Pick<Meeting, 'hostId'>, viewer: Viewer) => viewer.id !== undefined && hostId === viewer.id

/** Host or creator: whoever sees the passwords and walks in without one (ROLE-03, ROLE-05). */
export const isHostOrCreator = (meeting: Ownership, viewer: Viewer): boolean =>
	isHost(meeting, viewer) || (viewer.id !== undefined && meeting.creatorId === viewer.id)

const hasUserType = (viewer: Viewer, types: readonly number[]) =>
	viewer.userType !== undefined && types.includes(viewer.userType)

/** Whoever only scans, and schedules nothing (LIST-06, LIST-11). */
export const isScanner = (viewer: Viewer): boolean => viewer.userType === userType.scanner

/** LIST-09: whoever looks after a company sees all its meetings, where the site shows them. */
export const canListCompanyMeetings = (viewer: Viewer, isShown: boolean | undefined): boolean =>
	isShown === true && hasUserType(viewer, [userType.administrator, userType.manager, userType.operator])

/** LIST-10: everybody but the scanner. */
export const canSchedule = (viewer: Viewer): boolean => viewer.id !== undefined && !isScanner(viewer)

/** DEL-06, DEL-07; others who see everything may still not delete what is not theirs (OP-083). */
export const canRemove = (meeting: Ownership, viewer: Viewer): boolean =>
	isHostOrCreator(meeting, viewer) || hasUserType(viewer, [userType.administrator, userType.operator])

/**
 * EDIT-04: host and creator until it is over; on a site of the OA kind who looks after the company too, who there says
 * who is invited (EDIT-03).
 */
export function canEdit(
	meeting: Ownership & Pick<Meeting, 'status'>,
	viewer: Viewer,
	isOa: boolean | undefined,
): boolean {
	if (meeting.status === meetingStatus.over) return false
	return (
		isHostOrCreator(meeting, viewer) ||
		(isOa === true && hasUserType(viewer, [userType.administrator, userType.operator]))
	)
}

/** LIST-33, SHARE-06: everybody, until it is over. */
export const canShare = ({ status }: Pick<Meeting, 'status'>): boolean => status !== meetingStatus.over

/** Whether the way in is offered, and whether it is open (LIST-33, LIST-34, OP-085). */
export function joinAvailability(
	meeting: Ownership & Pick<Meeting, 'status' | 'isRecurring'>,
	viewer: Viewer,
): 'none' | 'closed' | 'open' {
	if (meeting.status === meetingStatus.over) return 'none'
	if (!meeting.isRecurring || meeting.status === meetingStatus.inProgress) return 'open'
	return isHostOrCreator(meeting, viewer) ? 'open' : 'closed'
}

/** The host reads the name they go by now (LIST-38). */
export const hostDisplayName = (meeting: Pick<Meeting, 'hostId' | 'hostName'>, viewer: Viewer): string =>
	isHost(meeting, viewer) ? (viewer.displayName ?? meeting.hostName) : meeting.hostName

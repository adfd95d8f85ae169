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
export function viewerOf(person: Person): Viewer {
	if (person.kind === 'guest') return {}
	const { user, company } = person
	return { id: user.id, userType: company?.userType ?? user.userType, displayName: user.displayName }
}

type Run = Pick<Meeting, 'hostId' | 'creatorId'>

const isHost = ({ hostId }: Pick<Meeting, 'hostId'>, viewer: Viewer) => viewer.id !== undefined && hostId === viewer.id

/** Host or creator: whoever sees the passwords and walks in without one (ROLE-03, ROLE-05). */
export const runs = (meeting: Run, viewer: Viewer): boolean =>
	isHost(meeting, viewer) || (viewer.id !== undefined && meeting.creatorId === viewer.id)

const isOneOf = (viewer: Viewer, types: readonly number[]) =>
	viewer.userType !== undefined && types.includes(viewer.userType)

/** Whoever only scans, and schedules nothing (LIST-06, LIST-11). */
export const isScanner = (viewer: Viewer): boolean => viewer.userType === userType.scanner

/** LIST-09: whoever looks after a company sees all its meetings, where the site shows them. */
export const seesAll = (viewer: Viewer, isShown: boolean | undefined): boolean =>
	isShown === true && isOneOf(viewer, [userType.administrator, userType.manager, userType.operator])

/** LIST-10: everybody but the scanner. */
export const maySchedule = (viewer: Viewer): boolean => viewer.id !== undefined && !isScanner(viewer)

/** DEL-06, DEL-07; others who see everything may still not delete what is not theirs (OP-083). */
export const mayRemove = (meeting: Run, viewer: Viewer): boolean =>
	runs(meeting, viewer) || isOneOf(viewer, [userType.administrator, userType.operator])

/**
 * EDIT-04: host and creator until it is over; on a site of the OA kind who looks after the company too, who there says
 * who is invited (EDIT-03).
 */
export function mayEdit(meeting: Run & Pick<Meeting, 'status'>, viewer: Viewer, isOa: boolean | undefined): boolean {
	if (meeting.status === meetingStatus.over) return false
	return runs(meeting, viewer) || (isOa === true && isOneOf(viewer, [userType.administrator, userType.operator]))
}

/** LIST-33, SHARE-06: everybody, until it is over. */
export const mayShare = ({ status }: Pick<Meeting, 'status'>): boolean => status !== meetingStatus.over

/** Whether the way in is offered, and whether it is open (LIST-33, LIST-34, OP-085). */
export function wayIn(
	meeting: Run & Pick<Meeting, 'status' | 'isRecurring'>,
	viewer: Viewer,
): 'none' | 'closed' | 'open' {
	if (meeting.status === meetingStatus.over) return 'none'
	if (!meeting.isRecurring || meeting.status === meetingStatus.inProgress) return 'open'
	return runs(meeting, viewer) ? 'open' : 'closed'
}

/** The host reads the name they go by now (LIST-38). */
export const hostNameFor = (meeting: Pick<Meeting, 'hostId' | 'hostName'>, viewer: Viewer): string =>
	isHost(meeting, viewer) ? (viewer.displayName ?? meeting.hostName) : meeting.hostName

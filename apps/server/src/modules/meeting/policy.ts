import { meetingStatus } from '@parley/api'
import type { CompanyId, UserId } from '@parley/core'

/** As much of a person as the rules ask about. */
export interface Person {
	userId: UserId
	companyId: CompanyId
	userType: number
}
interface Owned {
	hostId: UserId
	creatorId: UserId
	companyId: CompanyId
}

/** The user types of the spec that carry a right (OP-084: they have no names). */
const scanOnly = 5
const runsCompany = [0, 7]
const seesAllMeetings = [0, 6, 7]

/** Host: host_user_name is the person; creator: create_id is (ROLE-03). */
export const runs = (
	person: Pick<Person, 'userId'> | undefined,
	meeting: Pick<Owned, 'hostId' | 'creatorId'>,
): boolean => person !== undefined && (person.userId === meeting.hostId || person.userId === meeting.creatorId)

/** DEL-06, DEL-07: host and creator, and user types 0 and 7 of the same company. */
export const mayDelete = (person: Person, meeting: Owned): boolean =>
	runs(person, meeting) || (person.companyId === meeting.companyId && runsCompany.includes(person.userType))

/** ROLE-05: host and creator edit a meeting that is not over. */
export const mayEdit = (
	person: Person,
	meeting: Pick<Owned, 'hostId' | 'creatorId'>,
	{ status }: { status: number },
): boolean => runs(person, meeting) && status !== meetingStatus.over

/** EDIT-02: on a site of the OA kind the form is shown to whoever may not edit, and is fixed. */
export const isFormFixed = (
	person: Person,
	meeting: Pick<Owned, 'hostId' | 'creatorId'>,
	on: { status: number },
	site: { isOa: boolean },
): boolean => site.isOa && !mayEdit(person, meeting, on)

/** EDIT-03: on sites of the OA kind user types 0 and 7 change who is invited to the meetings of their company. */
export const mayInvite = (person: Person, meeting: Owned, site: { isOa: boolean }): boolean =>
	site.isOa && person.companyId === meeting.companyId && runsCompany.includes(person.userType)

/** Why somebody may not make an edit; what they are told if they may not know of the meeting is another matter. */
export function editRefusal(
	person: Person,
	meeting: Owned,
	edit: { status: number; isOa: boolean; attendeesOnly: boolean },
): 'over' | 'forbidden' | undefined {
	if (!runs(person, meeting) && !(edit.attendeesOnly && mayInvite(person, meeting, edit))) return 'forbidden'
	return edit.status === meetingStatus.over ? 'over' : undefined
}

/** LIST-09, ROLE-04: user types 0, 6 and 7 see every meeting of their company. */
export const seesAll = (person: Person | undefined, companyId: CompanyId): boolean =>
	person !== undefined && person.companyId === companyId && seesAllMeetings.includes(person.userType)

/** Who is told who else is invited: whoever may change it, and on sites of the OA kind their colleagues. */
export const seesAttendees = (person: Person, meeting: Owned, site: { isOa: boolean }): boolean =>
	runs(person, meeting) ||
	(person.companyId === meeting.companyId && (site.isOa || runsCompany.includes(person.userType)))

/** LIST-10: a scan-only person schedules nothing. */
export const maySchedule = (person: Person): boolean => person.userType !== scanOnly

export interface Reader {
	person: Person | undefined
	companyIds: readonly CompanyId[]
	guestsWelcome: boolean
	/** Asked about private meetings alone. */
	isInvited: boolean
}

/**
 * Who may read a meeting: everybody a public one. A private one its company, or only those of it who are invited where
 * it is for them; whoever runs it; and who sees all meetings of the company.
 */
export function readRefusal(
	reader: Reader,
	meeting: Owned & { isPrivate: boolean },
): 'loginNeeded' | 'missing' | undefined {
	const { person, companyIds, guestsWelcome, isInvited } = reader
	if (!person) return meeting.isPrivate || !guestsWelcome ? 'loginNeeded' : undefined
	if (runs(person, meeting) || !meeting.isPrivate) return undefined
	const isTheirs = companyIds.includes(meeting.companyId) && (isInvited || seesAll(person, meeting.companyId))
	return isTheirs ? undefined : 'missing'
}

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
const mayDeleteAny = [0, 7]

/** Host: host_user_name is the person; creator: create_id is (ROLE-03). */
export const runs = (
	person: Pick<Person, 'userId'> | undefined,
	meeting: Pick<Owned, 'hostId' | 'creatorId'>,
): boolean => person !== undefined && (person.userId === meeting.hostId || person.userId === meeting.creatorId)

/** DEL-06, DEL-07: host and creator, and user types 0 and 7 of the same company. */
export const mayDelete = (person: Person, meeting: Owned): boolean =>
	runs(person, meeting) || (person.companyId === meeting.companyId && mayDeleteAny.includes(person.userType))

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

/** Why somebody may not edit; whoever has nothing to do with the meeting is not told that it is there. */
export function editRefusal(person: Person, meeting: Owned, on: { status: number }) {
	if (mayEdit(person, meeting, on)) return undefined
	if (runs(person, meeting)) return 'over'
	return person.companyId === meeting.companyId ? 'forbidden' : 'missing'
}

/** LIST-10: a scan-only person schedules nothing. */
export const maySchedule = (person: Person): boolean => person.userType !== scanOnly

/** Who may read a meeting: everybody a public one, members of its company (or its host) a private one. */
export function readRefusal(
	reader: { person: Person | undefined; companyIds: readonly CompanyId[]; guestsWelcome: boolean },
	meeting: Owned & { isPrivate: boolean },
): 'loginNeeded' | 'missing' | undefined {
	const { person, companyIds, guestsWelcome } = reader
	if (!person) return meeting.isPrivate || !guestsWelcome ? 'loginNeeded' : undefined
	if (runs(person, meeting) || !meeting.isPrivate) return undefined
	return companyIds.includes(meeting.companyId) ? undefined : 'missing'
}

import { type MeetingStatus, meetingStatus } from './meetingRules.ts'

/**
 * `user_type` on the wire, the right of a person in a company; every other number is an ordinary member. The spec gives
 * the numbers no names (OP-084); these are ours.
 */
export const userType = { administrator: 0, ordinary: 1, scanner: 5, manager: 6, operator: 7 } as const

/** Returns whether a number may be assigned as a user type; existing ones are read whatever they are. */
export const isUserType = (number: number): boolean => Object.values<number>(userType).includes(number)

/** `corpType` of the company that self-registered people belong to: they are strangers to each other. */
export const personalEdition = 2

/** `type` of a site: all accounts are given out by the organisation, or people register too (ENT-10, ROLE-07). */
export const siteType = { corporate: 1, mixed: 2 } as const

interface MeetingOwners {
	hostId: string
	creatorId: string
}

/** A person as the rules see them; a guest has neither an id nor a user type. */
export interface Role {
	userId?: string | undefined
	/** The user type in the company of the meeting; missing if the person is in another company. */
	userType?: number | undefined
}

const isOneOf = (role: Role, types: readonly number[]): boolean =>
	role.userType !== undefined && types.includes(role.userType)

/** The host is `host_user_name`, the creator `create_id` (ROLE-03). */
export const isHostOrCreator = (role: Role | undefined, meeting: MeetingOwners): boolean =>
	role?.userId !== undefined && (role.userId === meeting.hostId || role.userId === meeting.creatorId)

/** Only scans codes and schedules nothing (LIST-06, LIST-10, LIST-11). */
export const isScanner = (role: Role): boolean => role.userType === userType.scanner

/** Every signed-in person except scanners (LIST-10). */
export const canSchedule = (role: Role): boolean => role.userId !== undefined && !isScanner(role)

/** User types 0, 6 and 7 see every meeting of their company (LIST-09, ROLE-04). */
export const canSeeAllMeetings = (role: Role): boolean =>
	isOneOf(role, [userType.administrator, userType.manager, userType.operator])

/** User types 0 and 7 manage the meetings of their company. */
export const managesCompanyMeetings = (role: Role): boolean =>
	isOneOf(role, [userType.administrator, userType.operator])

/** Host and creator, and who manages the meetings of the company (DEL-06, DEL-07, OP-083). */
export const canDeleteMeeting = (role: Role, meeting: MeetingOwners): boolean =>
	isHostOrCreator(role, meeting) || managesCompanyMeetings(role)

/** Host and creator until the meeting has ended (ROLE-05, EDIT-04). */
export const canEditMeeting = (role: Role, meeting: MeetingOwners, status: MeetingStatus): boolean =>
	isHostOrCreator(role, meeting) && status !== meetingStatus.ended

/** On OA sites, managers of the company's meetings change their attendees (EDIT-03). */
export const canEditAttendees = (role: Role, site: { isOa: boolean }): boolean =>
	site.isOa && managesCompanyMeetings(role)

/**
 * A member joins under the name the organisation knows on an OA site, and in a company of a corporate site; guests
 * choose theirs (JOIN-18, JOIN-19, OP-021).
 * @param company the company the member works in; nothing for a guest
 */
export const isJoinNameLocked = (
	company: { type: number } | undefined,
	site: { isOa: boolean; type: number },
): boolean =>
	company !== undefined && (site.isOa || (site.type === siteType.corporate && company.type !== personalEdition))

/** A display name from a corporate directory is changed there; on OA sites all are (PERS-19, ROLE-08). */
export const isDisplayNameLocked = (
	account: { source?: string | null | undefined },
	site: { isOa: boolean },
): boolean => Boolean(account.source) || site.isOa

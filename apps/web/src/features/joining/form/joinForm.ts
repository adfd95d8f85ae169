import type { Membership } from '@parley/api'
import { cleanText, isDisplayName, meetingIdError, personalEdition } from '@parley/core'
import type { Person } from '../../session/index.ts'

export interface JoinFormValues {
	/** Digits alone. */
	meetingId: string
	displayName: string
	password: string
}

export type JoinField = keyof JoinFormValues

/** Names of the wording for a field that cannot be accepted. */
export type JoinFormErrorKey =
	| 'Meeting.tips8'
	| 'Meeting.tips11'
	| 'Meeting.tips12'
	| 'Meeting.tips13'
	| 'Meeting.tips24'

/** The button works once everything that is asked for is filled (JOIN-03). */
export const isJoinFormComplete = (
	{ meetingId, displayName, password }: JoinFormValues,
	isPasswordRequired: boolean,
): boolean => meetingId !== '' && cleanText(displayName) !== '' && (!isPasswordRequired || password !== '')

/** The first thing that is wrong, before anything is asked (JOIN-11, JOIN-13, JOIN-14, JOIN-21). */
export function validateJoinForm(
	form: JoinFormValues,
	isPasswordRequired: boolean,
): { field: JoinField; fault: JoinFormErrorKey } | undefined {
	const id = meetingIdError(form.meetingId)
	if (id) return { field: 'meetingId', fault: `Meeting.${id}` }
	if (!isDisplayName(cleanText(form.displayName))) return { field: 'displayName', fault: 'Meeting.tips13' }
	if (isPasswordRequired && form.password === '') return { field: 'password', fault: 'Meeting.tips8' }
	return undefined
}

/** QJ-01: the name first; then the id, of which exactly nine digits are wanted here (OP-005). */
export function validateQuickJoinForm({
	meetingId,
	displayName,
}: Omit<JoinFormValues, 'password'>): { field: JoinField; fault: JoinFormErrorKey } | undefined {
	if (!isDisplayName(cleanText(displayName))) return { field: 'displayName', fault: 'Meeting.tips13' }
	const id = meetingIdError(meetingId, 'exactly')
	return id && { field: 'meetingId', fault: `Meeting.${id}` }
}

/**
 * JOIN-18, JOIN-19, OP-021: a member's name is the one the organisation knows, on an OA site and in a company on a
 * corporate site. Guests choose theirs.
 */
export function isNameLocked(
	person: { kind: Person['kind']; company?: Pick<Membership, 'type'> | undefined },
	site: { isOa: boolean; type: number } | undefined,
): boolean {
	if (person.kind === 'guest' || !site) return false
	return site.isOa || (site.type === corporateSite && person.company?.type !== personalEdition)
}

/** `type` of a site whose accounts are all given out by the organisation; 2 is mixed (ROLE-07). */
const corporateSite = 1

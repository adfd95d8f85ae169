import { cleanText, isDisplayName, meetingIdError } from '@parley/core'
import { m } from '../../../locales/index.ts'

export interface JoinFormValues {
	/** Digits alone. */
	meetingId: string
	displayName: string
	password: string
}

export type JoinField = keyof JoinFormValues

const messages = {
	'Meeting.tips8': m['Meeting.tips8'],
	'Meeting.tips11': m['Meeting.tips11'],
	'Meeting.tips12': m['Meeting.tips12'],
	'Meeting.tips13': m['Meeting.tips13'],
	'Meeting.tips24': m['Meeting.tips24'],
}

/** Why a field is invalid: the name the spec gives its message. */
export type FieldErrorKey = keyof typeof messages

export interface FieldError {
	field: JoinField
	key: FieldErrorKey
}

export const fieldErrorText = (key: FieldErrorKey): string => messages[key]()

/** Returns whether every required field is filled in, so that the button is enabled (JOIN-03). */
export const isJoinFormComplete = (
	{ meetingId, displayName, password }: JoinFormValues,
	isPasswordRequired: boolean,
): boolean => meetingId !== '' && cleanText(displayName) !== '' && (!isPasswordRequired || password !== '')

/** The first invalid field (JOIN-11, JOIN-13, JOIN-14, JOIN-21). */
export function validateJoinForm(values: JoinFormValues, isPasswordRequired: boolean): FieldError | undefined {
	const idError = meetingIdError(values.meetingId)
	if (idError) return { field: 'meetingId', key: `Meeting.${idError}` }
	if (!isDisplayName(cleanText(values.displayName))) return { field: 'displayName', key: 'Meeting.tips13' }
	if (isPasswordRequired && values.password === '') return { field: 'password', key: 'Meeting.tips8' }
	return undefined
}

/** The first invalid field of quick join: the name comes first (QJ-01), and the id has exactly nine digits (OP-005). */
export function validateQuickJoinForm({
	meetingId,
	displayName,
}: Omit<JoinFormValues, 'password'>): FieldError | undefined {
	if (!isDisplayName(cleanText(displayName))) return { field: 'displayName', key: 'Meeting.tips13' }
	const idError = meetingIdError(meetingId, 'exactly')
	return idError && { field: 'meetingId', key: `Meeting.${idError}` }
}

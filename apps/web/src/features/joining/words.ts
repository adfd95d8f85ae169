import { m } from '../../locales/index.ts'
import type { JoinField, JoinFormErrorKey } from './form/joinForm.ts'
import type { JoinError, JoinSaying } from './join/joinErrors.ts'

export const joinFaultWords = {
	'Meeting.tips8': m['Meeting.tips8'],
	'Meeting.tips11': m['Meeting.tips11'],
	'Meeting.tips12': m['Meeting.tips12'],
	'Meeting.tips13': m['Meeting.tips13'],
	'Meeting.tips24': m['Meeting.tips24'],
} as const satisfies Record<JoinFormErrorKey, () => string>

/** What is said at a field; of no more than these is a field the place. */
const atFields: Partial<Record<JoinSaying, () => string>> = {
	wrongPassword: m.joining_says_wrongPassword,
	nameInvalid: m.joining_says_nameInvalid,
	idInvalid: m['Meeting.tips12'],
}

export const atField = (field: JoinField, { field: meant, says }: JoinError): string | undefined =>
	field === meant ? atFields[says]?.() : undefined

/** What is said in the dialog for the password (JOIN-21, JERR-05). */
export const passwordWords = (says: 'Meeting.tips8' | 'wrongPassword' | undefined): string | undefined =>
	says && (says === 'wrongPassword' ? m.joining_says_wrongPassword() : m['Meeting.tips8']())

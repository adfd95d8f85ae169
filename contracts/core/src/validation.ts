import { limits } from './limits.ts'
import { cleanText, codePointLength, truncate } from './text.ts'

/** Names of the wording for a field that cannot be accepted; the screen owns the words. */
export type NewPasswordError = 'formatError' | 'User.tips10'
export type HostPasswordError = 'Meeting.tips4' | 'Meeting.tips5'
export type MeetingIdError = 'tips11' | 'tips12' | 'tips24'

/** 2 to 20 letters, digits, Chinese characters, `_ . - ·` (LOGIN-05, LOGIN-06). */
export const isUserName = (name: string): boolean =>
	/^[A-Za-z0-9_.\-·\u3400-\u9fff]*$/.test(name) &&
	name.length >= limits.userNameMin &&
	name.length <= limits.userNameMax

/** Printable ASCII, 8 to 20 characters, at least two of letters, digits, symbols (OP-042). */
const isMixed = (password: string, min: number, max: number): boolean => {
	if (!/^[\x21-\x7e]*$/.test(password) || password.length < min || password.length > max) return false
	const kinds = [/[A-Za-z]/, /\d/, /[^A-Za-z\d]/].filter(kind => kind.test(password))
	return kinds.length >= 2
}

/** The rule for new account passwords (REG-07 to REG-11, PERS-23 to PERS-25). */
export function newPasswordError(password: string, userName: string | undefined): NewPasswordError | undefined {
	if (userName !== undefined && password === userName) return 'User.tips10'
	return isMixed(password, limits.newPasswordMin, limits.newPasswordMax) ? undefined : 'formatError'
}

/** The rule for host passwords (CREATE-19, CREATE-20). */
export function hostPasswordError(password: string): HostPasswordError | undefined {
	if (password === '') return 'Meeting.tips4'
	return isMixed(password, limits.hostPasswordMin, limits.hostPasswordMax) ? undefined : 'Meeting.tips5'
}

/** Optional, digits only, up to 20, and at least `min` unless it is the one that is saved already (CREATE-17, OP-001). */
export function isMeetingPassword(password: string, min: number, saved?: string | null): boolean {
	if (!/^\d*$/.test(password) || password.length > limits.meetingPasswordMax) return false
	return password === '' || password.length >= min || password === saved
}

/** Returns the error in a typed meeting id; `exactly` is for forms that demand nine digits (OP-004, OP-005). */
export function meetingIdError(typed: string, rule: 'typed' | 'exactly' = 'typed'): MeetingIdError | undefined {
	const digits = typed.replace(/\D/g, '')
	if (digits === '') return 'tips11'
	if (rule === 'exactly') return digits.length === limits.meetingIdMin ? undefined : 'tips24'
	return digits.length < limits.meetingIdMin ? 'tips12' : undefined
}

/** A display name as sent: cleaned, 1 to 50 characters (JOIN-14 to JOIN-17). */
export const isDisplayName = (name: string): boolean => {
	const length = codePointLength(name)
	return length >= 1 && length <= limits.displayNameMax && cleanText(name) === name
}

/** Returns a typed display name as it is shown; undefined where nothing remains of it (JOIN-14 to JOIN-17). */
export function toDisplayName(typed: string): string | undefined {
	const name = truncate(cleanText(typed), limits.displayNameMax).trim()
	return isDisplayName(name) ? name : undefined
}

/** A topic as sent: cleaned, 1 to 200 characters (CREATE-11 to CREATE-14). */
export const isTopic = (topic: string): boolean => {
	const length = codePointLength(topic)
	return length >= 1 && length <= limits.topicMax && cleanText(topic) === topic
}

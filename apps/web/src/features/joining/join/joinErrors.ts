import type { joining } from '@parley/api'
import { type ApiFailure, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import type { JoinField } from './joinForm.ts'

export type JoinFailure = Pick<ApiFailure<typeof joining.join>, 'refusal' | 'retryAfterMs' | 'http'>

/** The button that helps against a refusal, where one does. */
export type JoinRemedy = 'signIn' | 'retry' | 'leave' | 'reload' | 'none'

interface JoinErrorEntry {
	message(): string
	remedy: JoinRemedy
	/** The field the message belongs to. */
	field?: JoinField
	/** The password cannot be used again, so its field is emptied (JERR-04, JERR-09, JERR-10, JERR-14). */
	clearsPassword?: true
	/** It passes by itself, once the host is in the meeting. */
	waits?: true
}

/** Why a join was refused, and what can be done about it. */
export interface JoinError extends JoinErrorEntry {
	type: JoinFailure['refusal']
	/** The server asked to wait that long, milliseconds. */
	retryAfterMs?: number
}

const notNow: JoinErrorEntry = { message: m.joining_error_joinError, remedy: 'retry' }
const unreachable: JoinErrorEntry = { message: m.joining_error_unreachable, remedy: 'retry' }

/** One entry for each way a join can be refused (JERR-01 to JERR-19). */
const joinErrors: RefusalTable<typeof joining.join, JoinErrorEntry, GeneralRefusal> = {
	loginOnly: { message: m.joining_error_loginOnly, remedy: 'signIn' },
	notStarted: { message: m.joining_error_notStarted, remedy: 'retry', waits: true },
	notOpened: { message: m.joining_error_notOpened, remedy: 'retry', waits: true },
	wrongPassword: {
		message: m.joining_error_wrongPassword,
		remedy: 'none',
		field: 'password',
		clearsPassword: true,
	},
	over: { message: m.joining_error_over, remedy: 'leave' },
	unknownMeeting: { message: m.joining_error_unknownMeeting, remedy: 'leave' },
	locked: { message: m.joining_error_locked, remedy: 'retry' },
	otherCompany: { message: m.joining_error_otherCompany, remedy: 'leave', clearsPassword: true },
	full: { message: m.joining_error_full, remedy: 'retry', clearsPassword: true },
	removed: { message: m.joining_error_removed, remedy: 'leave' },
	accountExpired: { message: m.joining_error_accountExpired, remedy: 'leave' },
	rightsExpired: { message: m.joining_error_rightsExpired, remedy: 'leave' },
	// After many wrong passwords; the slider comes by itself, so that it was closed or did not help (JERR-04).
	challengeNeeded: { message: m.challenge_needed, remedy: 'retry' },
	challengeFailed: { message: m.challenge_not_passed, remedy: 'retry' },
	challengeExpired: { message: m.challenge_too_late, remedy: 'retry' },
	nameInvalid: { message: m.joining_error_nameInvalid, remedy: 'none', field: 'displayName' },
	missing: { message: m['Meeting.tips12'], remedy: 'none', field: 'meetingId', clearsPassword: true },
	signedOut: { message: m.joining_error_signedOut, remedy: 'signIn' },
	staleToken: { message: m.joining_error_stalePage, remedy: 'reload' },
	tooMany: { message: m.joining_error_tooMany, remedy: 'retry' },
	broken: { message: m.joining_error_noAnswer, remedy: 'retry' },
	forbidden: notNow,
	invalidInput: notNow,
	phoneNeeded: notNow,
	profileNeeded: notNow,
	unknown: notNow,
}

/** Admitted, but the address of the room is none that a page may open. */
export const roomAddressRefused: JoinError = { type: 'broken', message: m.joining_error_roomAddress, remedy: 'retry' }

export function toJoinError(failure: JoinFailure): JoinError {
	const { refusal, retryAfterMs, http } = failure
	// JERR-16 is about HTTP 500 alone: an answer that came and cannot be read is no time-out.
	if (refusal === 'broken' && http === undefined) return { type: refusal, ...notNow }
	const error = { type: refusal, ...valueOfFailure(failure, joinErrors, unreachable) }
	if (refusal !== 'tooMany' || retryAfterMs === undefined) return error
	const seconds = Math.ceil(retryAfterMs / 1000)
	return seconds > 0 ? { ...error, retryAfterMs, message: () => waitText(seconds) } : error
}

const passing: ReadonlySet<JoinError['type']> = new Set(['offline', 'timeout', 'broken', 'tooMany'])

/** Returns the error to keep waiting for after a retry: the host, even if the retry said nothing about them. */
export function stillWaitingFor(waiting: JoinError, next: JoinError): JoinError | undefined {
	if (next.waits) return next
	if (!passing.has(next.type)) return undefined
	const { retryAfterMs, ...same } = waiting
	return next.retryAfterMs === undefined ? same : { ...same, retryAfterMs: next.retryAfterMs }
}

const longWaitS = 120

/** Formats the waiting time, in minutes from two minutes on. */
const waitText = (seconds: number): string =>
	seconds < longWaitS
		? m.joining_error_tooManySeconds({ seconds })
		: m.joining_error_tooManyMinutes({ minutes: Math.ceil(seconds / 60) })

/** The message of an error, where it is about this field. */
export const fieldMessage = (field: JoinField, error: JoinError): string | undefined =>
	error.field === field ? error.message() : undefined

/** Remedies that the form showing an error can offer. */
export interface FormCapabilities {
	/** The meeting id is an editable field there. */
	isIdEditable: boolean
	isPasswordRequired: boolean
}

/**
 * An error as a form can show it: about an id that cannot be edited there it is shown in the banner (JERR-14), and
 * retrying is not offered where the password was emptied (JERR-10).
 */
export function adaptToForm(error: JoinError, { isIdEditable, isPasswordRequired }: FormCapabilities): JoinError {
	const { field, ...withoutField } = error
	if (field === 'meetingId' && !isIdEditable) return { ...withoutField, remedy: 'leave' }
	if (error.remedy === 'retry' && error.clearsPassword && isPasswordRequired) return { ...error, remedy: 'none' }
	return error
}

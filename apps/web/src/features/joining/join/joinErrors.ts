import type { joining } from '@parley/api'
import type { ApiFailure } from '../../../api/index.ts'
import type { JoinField } from '../form/joinForm.ts'

export type JoinFailure = Pick<ApiFailure<typeof joining.join>, 'refusal' | 'retryAfterMs'>

/** Why somebody is not let in; each is one sentence on the screen that says what to do next. */
export type JoinSaying =
	| 'loginOnly'
	| 'notStarted'
	| 'notOpened'
	| 'wrongPassword'
	| 'over'
	| 'unknownMeeting'
	| 'locked'
	| 'otherCompany'
	| 'full'
	| 'removed'
	| 'accountExpired'
	| 'rightsExpired'
	| 'nameInvalid'
	| 'idInvalid'
	| 'signedOut'
	| 'stalePage'
	| 'tooMany'
	| 'noAnswer'
	| 'unreachable'
	| 'joinError'

/** The button that helps, where one does. */
export type Remedy = 'sign-in' | 'try-again' | 'leave' | 'reload' | 'none'

export interface JoinError {
	says: JoinSaying
	remedy: Remedy
	/** The field it is about, where it is about one. */
	field?: JoinField
	/** The password typed was of no use, so it goes (JERR-04, JERR-09, JERR-10, JERR-14). */
	clearsPassword: boolean
	retryAfterS?: number
}

const at = (says: JoinSaying, remedy: Remedy, more: Partial<JoinError> = {}): JoinError => ({
	says,
	remedy,
	clearsPassword: false,
	...more,
})

/** What the form at hand can do about a refusal. */
export interface FormCapabilities {
	/** The id is a field there, and not fixed or shown elsewhere. */
	isIdEditable: boolean
	isPasswordRequired: boolean
}

/**
 * A refusal as a form can act on it: of an id that cannot be mended there it is said in the banner (JERR-14), and
 * knocking once more is no help where the password went (JERR-10).
 */
export function adaptToForm(why: JoinError, { isIdEditable, isPasswordRequired }: FormCapabilities): JoinError {
	const { field, ...unplaced } = why
	if (field === 'meetingId' && !isIdEditable) return { ...unplaced, remedy: 'leave' }
	if (why.remedy === 'try-again' && why.clearsPassword && isPasswordRequired) return { ...why, remedy: 'none' }
	return why
}

/** One row for each way a join can fail (JERR-01 to JERR-18). */
export function toJoinError({ refusal, retryAfterMs }: JoinFailure): JoinError {
	switch (refusal) {
		case 'loginOnly':
		case 'signedOut':
			return at(refusal, 'sign-in')
		case 'notStarted':
		case 'notOpened':
		case 'locked':
			return at(refusal, 'try-again')
		case 'wrongPassword':
			return at('wrongPassword', 'none', { field: 'password', clearsPassword: true })
		case 'over':
		case 'unknownMeeting':
		case 'removed':
			return at(refusal, 'leave')
		case 'otherCompany':
			return at(refusal, 'leave', { clearsPassword: true })
		case 'full':
			return at(refusal, 'try-again', { clearsPassword: true })
		case 'accountExpired':
		case 'rightsExpired':
			return at(refusal, 'leave')
		case 'nameInvalid':
			return at('nameInvalid', 'none', { field: 'displayName' })
		case 'missing':
			return at('idInvalid', 'none', { field: 'meetingId', clearsPassword: true })
		case 'staleToken':
			return at('stalePage', 'reload')
		case 'tooMany':
			return at('tooMany', 'try-again', {
				...(retryAfterMs !== undefined && { retryAfterS: Math.ceil(retryAfterMs / 1000) }),
			})
		case 'broken':
			return at('noAnswer', 'try-again')
		case 'offline':
		case 'timeout':
		case 'cancelled':
			return at('unreachable', 'try-again')
		default:
			return at('joinError', 'try-again')
	}
}

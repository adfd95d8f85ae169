import { commonRefusals, joining } from '@parley/api'
import { expect, test } from 'vitest'
import { m } from '../../../locales/index.ts'
import { adaptToForm, fieldMessage, type JoinFailure, toJoinError } from './joinErrors.ts'

test.each([
	['[JERR-01]', 'loginOnly', 'joining_error_loginOnly', 'signIn'],
	['[JERR-02]', 'notStarted', 'joining_error_notStarted', 'retry'],
	['[JERR-03]', 'notOpened', 'joining_error_notOpened', 'retry'],
	['[JERR-04]', 'wrongPassword', 'joining_error_wrongPassword', 'none'],
	['[JERR-04]', 'challengeNeeded', 'challenge_needed', 'retry'],
	['[JERR-04]', 'challengeFailed', 'challenge_not_passed', 'retry'],
	['[JERR-04]', 'challengeExpired', 'challenge_too_late', 'retry'],
	['[JERR-06]', 'over', 'joining_error_over', 'leave'],
	['[JERR-07]', 'unknownMeeting', 'joining_error_unknownMeeting', 'leave'],
	['[JERR-08]', 'locked', 'joining_error_locked', 'retry'],
	['[JERR-09]', 'otherCompany', 'joining_error_otherCompany', 'leave'],
	['[JERR-10]', 'full', 'joining_error_full', 'retry'],
	['[JERR-11]', 'removed', 'joining_error_removed', 'leave'],
	['[JERR-12]', 'signedOut', 'joining_error_signedOut', 'signIn'],
	['[JERR-13]', 'unknown', 'joining_error_joinError', 'retry'],
	['[JERR-14]', 'missing', 'Meeting.tips12', 'none'],
	['[JERR-19]', 'nameInvalid', 'joining_error_nameInvalid', 'none'],
	['HTTP 429', 'tooMany', 'joining_error_tooMany', 'retry'],
	['HTTP 419', 'staleToken', 'joining_error_stalePage', 'reload'],
	['[JERR-17]', 'accountExpired', 'joining_error_accountExpired', 'leave'],
	['[JERR-17]', 'rightsExpired', 'joining_error_rightsExpired', 'leave'],
	['[JERR-18]', 'timeout', 'joining_error_unreachable', 'retry'],
	['[JERR-18]', 'offline', 'joining_error_unreachable', 'retry'],
] as const)('%s refused as %s', (_, refusal, text, remedy) => {
	const error = toJoinError({ refusal })
	expect(error).toMatchObject({ type: refusal, remedy })
	expect(error.message).toBe(m[text])
})

test('[JERR-16] HTTP 500 is a time-out; an answer that came and cannot be read is not', () => {
	expect(toJoinError({ refusal: 'broken', http: 500 })).toMatchObject({
		message: m.joining_error_noAnswer,
		remedy: 'retry',
	})
	expect(toJoinError({ refusal: 'broken' })).toMatchObject({ message: m.joining_error_joinError, remedy: 'retry' })
})

test('[JERR-04] [JERR-09] [JERR-10] [JERR-14] a password that cannot be used again is cleared, any other is kept', () => {
	const all = [...Object.keys(joining.join.refusals), ...Object.keys(commonRefusals)] as JoinFailure['refusal'][]
	const clearing = all.filter(refusal => toJoinError({ refusal }).clearsPassword)
	expect(clearing).toEqual(['wrongPassword', 'otherCompany', 'full', 'missing'])
})

test('[JERR-19] every refusal of the contract has its own message', () => {
	const messages = Object.keys(joining.join.refusals).map(refusal =>
		toJoinError({ refusal: refusal as JoinFailure['refusal'] }).message(),
	)
	expect(new Set(messages).size).toBe(messages.length)
})

test('the message about too many attempts names the time to wait, where the server sends it', () => {
	const messageOf = (failure: JoinFailure) => toJoinError(failure).message()
	expect(messageOf({ refusal: 'tooMany', retryAfterMs: 11_200 })).toBe(m.joining_error_tooManySeconds({ seconds: 12 }))
	expect(messageOf({ refusal: 'tooMany', retryAfterMs: 119_500 })).toBe(m.joining_error_tooManyMinutes({ minutes: 2 }))
	expect(messageOf({ refusal: 'tooMany', retryAfterMs: 540_000 })).toBe(m.joining_error_tooManyMinutes({ minutes: 9 }))
	for (const failure of [{ refusal: 'tooMany' }, { refusal: 'tooMany', retryAfterMs: 0 }] as const)
		expect(messageOf(failure)).toBe(m.joining_error_tooMany())
	// Other refusals say what they say, whatever time the server names.
	expect(messageOf({ refusal: 'locked', retryAfterMs: 11_200 })).toBe(m.joining_error_locked())
})

test('a field that is invalid is named', () => {
	const all = [...Object.keys(joining.join.refusals), ...Object.keys(commonRefusals)] as JoinFailure['refusal'][]
	const fields = all.flatMap(refusal => {
		const { field } = toJoinError({ refusal })
		return field ? [[refusal, field]] : []
	})
	expect(fields).toEqual([
		['wrongPassword', 'password'],
		['nameInvalid', 'displayName'],
		['missing', 'meetingId'],
	])
})

test('[JERR-14] an error about an id that cannot be edited is shown in the banner, with leaving as remedy', () => {
	const error = toJoinError({ refusal: 'missing' })
	expect(adaptToForm(error, { isIdEditable: true, isPasswordRequired: false })).toBe(error)
	const aboutPassword = toJoinError({ refusal: 'wrongPassword' })
	expect(adaptToForm(aboutPassword, { isIdEditable: false, isPasswordRequired: false })).toBe(aboutPassword)
	const messages = adaptToForm(error, { isIdEditable: false, isPasswordRequired: false })
	expect(messages).toEqual({ type: 'missing', message: m['Meeting.tips12'], remedy: 'leave', clearsPassword: true })
})

test('[JERR-10] retrying is not offered where the password was cleared', () => {
	const error = toJoinError({ refusal: 'full' })
	expect(adaptToForm(error, { isIdEditable: true, isPasswordRequired: false }).remedy).toBe('retry')
	expect(adaptToForm(error, { isIdEditable: true, isPasswordRequired: true }).remedy).toBe('none')
	const locked = toJoinError({ refusal: 'locked' })
	expect(adaptToForm(locked, { isIdEditable: true, isPasswordRequired: true }).remedy).toBe('retry')
	// Another remedy stays.
	const otherCompany = toJoinError({ refusal: 'otherCompany' })
	expect(adaptToForm(otherCompany, { isIdEditable: true, isPasswordRequired: true }).remedy).toBe('leave')
})

test('[JERR-04] a field shows the message of an error that is about it, and of no other', () => {
	const error = toJoinError({ refusal: 'wrongPassword' })
	expect(fieldMessage('password', error)).toBe(m.joining_error_wrongPassword())
	expect(fieldMessage('meetingId', error)).toBeUndefined()
})

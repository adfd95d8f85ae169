import { commonRefusals, joining } from '@parley/api'
import { expect, test } from 'vitest'
import { turnedAwayWords } from '../sentences.ts'
import { adaptToForm, type JoinFailure, toJoinError } from './joinErrors.ts'

test.each([
	['[JERR-01]', 'loginOnly', 'loginOnly', 'sign-in'],
	['[JERR-02]', 'notStarted', 'notStarted', 'try-again'],
	['[JERR-03]', 'notOpened', 'notOpened', 'try-again'],
	['[JERR-04]', 'wrongPassword', 'wrongPassword', 'none'],
	['[JERR-06]', 'over', 'over', 'leave'],
	['[JERR-07]', 'unknownMeeting', 'unknownMeeting', 'leave'],
	['[JERR-08]', 'locked', 'locked', 'try-again'],
	['[JERR-09]', 'otherCompany', 'otherCompany', 'leave'],
	['[JERR-10]', 'full', 'full', 'try-again'],
	['[JERR-11]', 'removed', 'removed', 'leave'],
	['[JERR-12]', 'signedOut', 'signedOut', 'sign-in'],
	['[JERR-13]', 'unknown', 'joinError', 'try-again'],
	['[JERR-14]', 'missing', 'idInvalid', 'none'],
	['HTTP 419', 'staleToken', 'stalePage', 'reload'],
	['[JERR-16]', 'broken', 'noAnswer', 'try-again'],
	['[JERR-17]', 'accountExpired', 'accountExpired', 'leave'],
	['[JERR-17]', 'rightsExpired', 'rightsExpired', 'leave'],
	['[JERR-18]', 'timeout', 'unreachable', 'try-again'],
	['[JERR-18]', 'offline', 'unreachable', 'try-again'],
] as const)('%s refused as %s', (_, refusal, says, remedy) => {
	expect(toJoinError({ refusal })).toMatchObject({ says, remedy })
})

test('[JERR-04] [JERR-09] [JERR-10] [JERR-14] a password that was of no use goes, any other stays', () => {
	const all = [...Object.keys(joining.join.refusals), ...Object.keys(commonRefusals)] as JoinFailure['refusal'][]
	const clearing = all.filter(refusal => toJoinError({ refusal }).clearsPassword)
	expect(clearing).toEqual(['wrongPassword', 'otherCompany', 'full', 'missing'])
})

test('[JERR-19] every refusal of the contract has a sentence of its own', () => {
	const said = Object.keys(joining.join.refusals).map(refusal =>
		turnedAwayWords(toJoinError({ refusal: refusal as JoinFailure['refusal'] })),
	)
	expect(new Set(said).size).toBe(said.length)
})

test('too many attempts say how long to wait, where the server knows', () => {
	expect(turnedAwayWords(toJoinError({ refusal: 'tooMany', retryAfterMs: 11_200 }))).toContain('12')
	expect(turnedAwayWords(toJoinError({ refusal: 'tooMany' }))).not.toMatch(/\d/)
})

test('[JERR-14] of an id that is no field to be typed it is said beside the form, with a way out', () => {
	const why = toJoinError({ refusal: 'missing' })
	expect(adaptToForm(why, { isIdEditable: true, isPasswordRequired: false })).toBe(why)
	const said = adaptToForm(why, { isIdEditable: false, isPasswordRequired: false })
	expect(said).toEqual({ says: 'idInvalid', remedy: 'leave', clearsPassword: true })
})

test('[JERR-10] knocking again is not offered where the password went', () => {
	const why = toJoinError({ refusal: 'full' })
	expect(adaptToForm(why, { isIdEditable: true, isPasswordRequired: false }).remedy).toBe('try-again')
	expect(adaptToForm(why, { isIdEditable: true, isPasswordRequired: true }).remedy).toBe('none')
	const locked = toJoinError({ refusal: 'locked' })
	expect(adaptToForm(locked, { isIdEditable: true, isPasswordRequired: true }).remedy).toBe('try-again')
})

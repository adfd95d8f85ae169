import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { m } from '../../../locales/index.ts'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { toJoinError } from '../join/joinErrors.ts'
import {
	getPasswordDialog,
	initialQuickJoinState,
	isBusy,
	type QuickJoinEvent,
	type QuickJoinState,
	quickJoinReducer,
} from './quickJoinReducer.ts'

type LookupRefusal = Extract<QuickJoinEvent, { type: 'lookupFailed' }>['failure']['refusal']

const submitted: QuickJoinEvent = { type: 'submitted', meetingId: '842391556', displayName: 'Mei' }
const guest = {}
const found = (fields: Partial<Meeting> = {}, reader: object = guest): QuickJoinEvent => ({
	type: 'found',
	meeting: aMeeting(fields),
	reader,
})
const completed = (status: 'joined' | 'handedOver'): QuickJoinEvent => ({ type: 'completed', result: { status } })
const refusedWith = (refusal: Parameters<typeof toJoinError>[0]['refusal']): QuickJoinEvent => ({
	type: 'completed',
	result: { status: 'refused', error: toJoinError({ refusal }) },
})
const lookupFailed = (refusal: LookupRefusal, retryAfterMs?: number): QuickJoinEvent => ({
	type: 'lookupFailed',
	failure: { refusal, ...(retryAfterMs !== undefined && { retryAfterMs }) },
})
const passwordSubmitted = (password: string): QuickJoinEvent => ({ type: 'passwordSubmitted', password })
const after = (...events: QuickJoinEvent[]): QuickJoinState => events.reduce(quickJoinReducer, initialQuickJoinState)

test('[QJ-01] a name of spaces is refused before any call', () => {
	expect(after({ ...submitted, displayName: ' ' })).toEqual({
		status: 'editing',
		error: { field: 'displayName', key: 'Meeting.tips13' },
	})
})

test('[QJ-02] then the meeting is looked up', () => {
	expect(after(submitted)).toEqual({ status: 'lookingUp', meetingId: '842391556' })
})

test('[QJ-03] an ended meeting is over for everybody', () => {
	expect(after(submitted, found({ status: meetingStatus.ended }, { userId: 'host' }))).toEqual({ status: 'over' })
	expect(after(submitted, found(), refusedWith('over'))).toEqual({ status: 'over' })
})

test.each(['host', 'creator'])('[QJ-04] the %s joins without a password, a private meeting too', userId => {
	const meeting = { isPrivate: true, needsPassword: true }
	expect(after(submitted, found(meeting, { userId }))).toEqual({ status: 'joining', meetingId: '842391556' })
})

test('[QJ-05] a private meeting prompts a guest to sign in, a member joins', () => {
	expect(after(submitted, found({ isPrivate: true }))).toEqual({ status: 'loginRequired', meetingId: '842391556' })
	expect(after(submitted, found({ isPrivate: true }, { userId: 'other' })).status).toBe('joining')
})

test('[QJ-05] so does a meeting that refuses guests with 501 or 801', () => {
	const loginRequired = { status: 'loginRequired', meetingId: '842391556' }
	expect(after(submitted, lookupFailed('loginNeeded'))).toEqual(loginRequired)
	expect(after(submitted, found(), refusedWith('loginOnly'))).toEqual(loginRequired)
})

test('a session that is lost meanwhile prompts to sign in', () => {
	const loginRequired = { status: 'loginRequired', meetingId: '842391556' }
	expect(after(submitted, lookupFailed('signedOut'))).toEqual(loginRequired)
	expect(after(submitted, found(), refusedWith('signedOut'))).toEqual(loginRequired)
})

test('[QJ-07] a meeting with a password asks for it', () => {
	const state = after(submitted, found({ needsPassword: true }))
	expect(state).toEqual({ status: 'passwordRequired', meetingId: '842391556', topic: 'Roadmap for the winter' })
	expect(getPasswordDialog(state)).toEqual({ topic: 'Roadmap for the winter', isSubmitting: false })
})

test('[JOIN-21] an empty password is refused in the dialog', () => {
	const state = after(submitted, found({ needsPassword: true }), passwordSubmitted(''))
	expect(state).toMatchObject({ status: 'passwordRequired', meetingId: '842391556' })
	expect(getPasswordDialog(state)).toEqual({
		topic: 'Roadmap for the winter',
		isSubmitting: false,
		error: 'Meeting.tips8',
	})
})

test('[JERR-05] a wrong password keeps the dialog open, with an error', () => {
	const joining = after(submitted, found({ needsPassword: true }), passwordSubmitted('1'))
	expect(joining).toMatchObject({ status: 'joining', password: '1' })
	expect(getPasswordDialog(joining)).toEqual({ topic: 'Roadmap for the winter', isSubmitting: true })
	const wrong = quickJoinReducer(joining, refusedWith('wrongPassword'))
	expect(wrong).toMatchObject({ status: 'passwordRequired', meetingId: '842391556' })
	expect(getPasswordDialog(wrong)).toEqual({
		topic: 'Roadmap for the winter',
		isSubmitting: false,
		error: 'wrongPassword',
	})
})

test('a password that was set after the lookup opens the dialog without an error', () => {
	const state = after(submitted, found(), refusedWith('wrongPassword'))
	expect(state).toEqual({ status: 'passwordRequired', meetingId: '842391556', topic: '' })
	expect(getPasswordDialog(state)).toEqual({ topic: '', isSubmitting: false })
})

test('[QJ-08] closing the dialog resets the state', () => {
	const closed = after(submitted, found({ needsPassword: true }), { type: 'passwordDialogClosed' })
	expect(closed).toEqual(initialQuickJoinState)
})

test('[QJ-09] an open meeting is joined at once', () => {
	expect(after(submitted, found())).toEqual({ status: 'joining', meetingId: '842391556' })
	expect(after(submitted, found(), completed('joined'))).toEqual({ status: 'joined' })
})

test('there is no dialog where no password is asked for', () => {
	for (const state of [
		after(),
		after(submitted),
		after(submitted, found()),
		after(submitted, found(), completed('joined')),
	])
		expect(getPasswordDialog(state)).toBeUndefined()
})

test('after the join was handed over to the app, it can be sent again', () => {
	const state = after(submitted, found(), completed('handedOver'))
	expect(state).toEqual(initialQuickJoinState)
	expect(quickJoinReducer(state, submitted).status).toBe('lookingUp')
})

test('a refusal of the join is shown with the meeting, until something is edited', () => {
	const refused = after(submitted, found(), refusedWith('locked'))
	expect(refused).toMatchObject({ status: 'refused', meetingId: '842391556', error: { type: 'locked' } })
	expect(quickJoinReducer(refused, { type: 'edited' })).toEqual(initialQuickJoinState)
})

test('editing clears an error of the form and the notice of an ended meeting, but not the password dialog', () => {
	expect(after({ ...submitted, displayName: ' ' }, { type: 'edited' })).toEqual(initialQuickJoinState)
	expect(after(submitted, found({ status: meetingStatus.ended }), { type: 'edited' })).toEqual(initialQuickJoinState)
	const dialog = after(submitted, found({ needsPassword: true }))
	expect(quickJoinReducer(dialog, { type: 'edited' })).toBe(dialog)
})

test('a result that is not awaited changes nothing', () => {
	const results = [found(), lookupFailed('offline'), completed('joined'), refusedWith('locked')]
	const notAwaiting = [
		after(),
		after(submitted, found({ status: meetingStatus.ended })),
		after(submitted, found({ isPrivate: true })),
		after(submitted, found({ needsPassword: true })),
		after(submitted, lookupFailed('offline')),
		after(submitted, found(), completed('joined')),
	]
	for (const state of notAwaiting) for (const result of results) expect(quickJoinReducer(state, result)).toBe(state)
	const lookingUp = after(submitted)
	expect(quickJoinReducer(lookingUp, completed('joined'))).toBe(lookingUp)
	const joining = after(submitted, found())
	for (const late of [found({ needsPassword: true }), lookupFailed('offline')])
		expect(quickJoinReducer(joining, late)).toBe(joining)
})

test.each<[LookupRefusal, string]>([
	['missing', 'unknownMeeting'],
	['unknown', 'unknownMeeting'],
	['offline', 'offline'],
	['tooMany', 'tooMany'],
])('a lookup that is refused as %s is shown as %s', (refusal, type) => {
	expect(after(submitted, lookupFailed(refusal))).toMatchObject({
		status: 'refused',
		meetingId: '842391556',
		error: { type },
	})
})

test('how long to wait after too many lookups is shown where the server said it', () => {
	const messageAfter = (retryAfterMs?: number) => {
		const state = after(submitted, lookupFailed('tooMany', retryAfterMs))
		return state.status === 'refused' ? state.error.message() : undefined
	}
	expect(messageAfter(180_000)).toBe(m.joining_error_tooManyMinutes({ minutes: 3 }))
	expect(messageAfter()).toBe(m.joining_error_tooMany())
})

test('while something is running, no event of the form changes the state', () => {
	const form = fc.constantFrom<QuickJoinEvent>(submitted, { type: 'edited' }, passwordSubmitted('1'), {
		type: 'passwordDialogClosed',
	})
	const busy = fc.constantFrom(
		after(submitted),
		after(submitted, found()),
		after(submitted, found({ isPrivate: true })),
		after(submitted, found(), completed('joined')),
	)
	fc.assert(
		fc.property(busy, fc.array(form), (state, events) => {
			expect(isBusy(state)).toBe(true)
			expect(events.reduce(quickJoinReducer, state)).toBe(state)
		}),
	)
})

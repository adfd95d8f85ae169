import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
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

const asked: QuickJoinEvent = { type: 'submitted', meetingId: '842391556', displayName: 'Mei' }
const guest = {}
const found = (fields: Partial<Meeting> = {}, viewer: object = guest): QuickJoinEvent => ({
	type: 'found',
	meeting: aMeeting(fields),
	viewer,
})
const away = (refusal: Parameters<typeof toJoinError>[0]['refusal']): QuickJoinEvent => ({
	type: 'completed',
	result: { status: 'refused', error: toJoinError({ refusal }) },
})
const given = (password: string): QuickJoinEvent => ({ type: 'passwordSubmitted', password })
const after = (...events: QuickJoinEvent[]): QuickJoinState => events.reduce(quickJoinReducer, initialQuickJoinState)

test('[QJ-01] a blank name is refused before anything is asked', () => {
	expect(after({ ...asked, displayName: ' ' })).toEqual({
		status: 'editing',
		error: { field: 'displayName', key: 'Meeting.tips13' },
	})
})

test('[QJ-02] then the meeting is looked up', () => {
	expect(after(asked)).toEqual({ status: 'lookingUp', meetingId: '842391556' })
})

test('[QJ-03] an ended meeting is over, whoever asks', () => {
	expect(after(asked, found({ status: meetingStatus.over }, { userId: 'host' }))).toEqual({ status: 'over' })
	expect(after(asked, found(), away('over'))).toEqual({ status: 'over' })
})

test.each(['host', 'creator'])('[QJ-04] the %s walks in without a password, into a private meeting too', userId => {
	const meeting = { isPrivate: true, needsPassword: true }
	expect(after(asked, found(meeting, { userId }))).toEqual({ status: 'joining', meetingId: '842391556' })
})

test('[QJ-05] a private meeting prompts a guest to sign in, a member joins', () => {
	expect(after(asked, found({ isPrivate: true }))).toEqual({ status: 'loginRequired', meetingId: '842391556' })
	expect(after(asked, found({ isPrivate: true }, { userId: 'other' })).status).toBe('joining')
})

test('[QJ-05] so does a meeting that answers guests with 501, or with 801', () => {
	expect(after(asked, { type: 'lookupFailed', failure: { refusal: 'loginNeeded' } }).status).toBe('loginRequired')
	expect(after(asked, found(), away('loginOnly')).status).toBe('loginRequired')
})

test('[QJ-07] a meeting with a password asks for it', () => {
	const state = after(asked, found({ needsPassword: true }))
	expect(state).toEqual({ status: 'passwordRequired', meetingId: '842391556', topic: 'Roadmap for the winter' })
	expect(getPasswordDialog(state)).toMatchObject({ isSubmitting: false })
})

test('[JOIN-21] an empty password is asked for again', () => {
	expect(after(asked, found({ needsPassword: true }), given(''))).toMatchObject({
		status: 'passwordRequired',
		error: 'Meeting.tips8',
	})
})

test('[JERR-05] a wrong password keeps the dialog open and says so', () => {
	const asking = after(asked, found({ needsPassword: true }), given('1'))
	expect(asking).toMatchObject({ status: 'joining', password: '1' })
	expect(getPasswordDialog(asking)).toMatchObject({ isSubmitting: true })
	const wrong = quickJoinReducer(asking, away('wrongPassword'))
	expect(wrong).toMatchObject({ status: 'passwordRequired', error: 'wrongPassword' })
	expect(getPasswordDialog(wrong)).toBeDefined()
})

test('a password set a moment ago opens the dialog without calling anything wrong', () => {
	const state = after(asked, found(), away('wrongPassword'))
	expect(state).toMatchObject({ status: 'passwordRequired' })
	expect(state).not.toHaveProperty('error')
})

test('[QJ-08] closing the dialog leaves nothing of it', () => {
	const closed = after(asked, found({ needsPassword: true }), { type: 'passwordDialogClosed' })
	expect(closed).toEqual(initialQuickJoinState)
})

test('[QJ-09] an open meeting is joined at once', () => {
	expect(after(asked, found())).toEqual({ status: 'joining', meetingId: '842391556' })
	expect(after(asked, found(), { type: 'completed', result: { status: 'joined' } })).toEqual({ status: 'joined' })
})

test('a meeting that is not there says so, a silent network says that', () => {
	const says = (refusal: 'missing' | 'offline' | 'tooMany') =>
		after(asked, { type: 'lookupFailed', failure: { refusal } })
	expect(says('missing')).toMatchObject({ error: { type: 'unknownMeeting' } })
	expect(says('offline')).toMatchObject({ error: { type: 'offline' } })
	expect(says('tooMany')).toMatchObject({ error: { type: 'tooMany' } })
})

test('while something is under way no event of the form moves it', () => {
	const form = fc.constantFrom<QuickJoinEvent>(asked, { type: 'edited' }, given('1'), { type: 'passwordDialogClosed' })
	const busy = fc.constantFrom(after(asked), after(asked, found()), after(asked, found({ isPrivate: true })))
	fc.assert(
		fc.property(busy, fc.array(form), (state, events) => {
			expect(isBusy(state)).toBe(true)
			expect(events.reduce(quickJoinReducer, state)).toBe(state)
		}),
	)
})

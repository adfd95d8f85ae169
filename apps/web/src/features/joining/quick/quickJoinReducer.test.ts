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

const submitted: QuickJoinEvent = { type: 'submitted', meetingId: '842391556', displayName: 'Mei' }
const guest = {}
const found = (fields: Partial<Meeting> = {}, viewer: object = guest): QuickJoinEvent => ({
	type: 'found',
	meeting: aMeeting(fields),
	viewer,
})
const refusedWith = (refusal: Parameters<typeof toJoinError>[0]['refusal']): QuickJoinEvent => ({
	type: 'completed',
	result: { status: 'refused', error: toJoinError({ refusal }) },
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
	expect(after(submitted, found({ status: meetingStatus.over }, { userId: 'host' }))).toEqual({ status: 'over' })
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
	expect(after(submitted, { type: 'lookupFailed', failure: { refusal: 'loginNeeded' } }).status).toBe('loginRequired')
	expect(after(submitted, found(), refusedWith('loginOnly')).status).toBe('loginRequired')
})

test('[QJ-07] a meeting with a password asks for it', () => {
	const state = after(submitted, found({ needsPassword: true }))
	expect(state).toEqual({ status: 'passwordRequired', meetingId: '842391556', topic: 'Roadmap for the winter' })
	expect(getPasswordDialog(state)).toMatchObject({ isSubmitting: false })
})

test('[JOIN-21] an empty password is refused in the dialog', () => {
	expect(after(submitted, found({ needsPassword: true }), passwordSubmitted(''))).toMatchObject({
		status: 'passwordRequired',
		error: 'Meeting.tips8',
	})
})

test('[JERR-05] a wrong password keeps the dialog open, with an error', () => {
	const joining = after(submitted, found({ needsPassword: true }), passwordSubmitted('1'))
	expect(joining).toMatchObject({ status: 'joining', password: '1' })
	expect(getPasswordDialog(joining)).toMatchObject({ isSubmitting: true })
	const wrong = quickJoinReducer(joining, refusedWith('wrongPassword'))
	expect(wrong).toMatchObject({ status: 'passwordRequired', error: 'wrongPassword' })
	expect(getPasswordDialog(wrong)).toBeDefined()
})

test('a password that was set after the lookup opens the dialog without an error', () => {
	const state = after(submitted, found(), refusedWith('wrongPassword'))
	expect(state).toMatchObject({ status: 'passwordRequired' })
	expect(state).not.toHaveProperty('error')
})

test('[QJ-08] closing the dialog resets the state', () => {
	const closed = after(submitted, found({ needsPassword: true }), { type: 'passwordDialogClosed' })
	expect(closed).toEqual(initialQuickJoinState)
})

test('[QJ-09] an open meeting is joined at once', () => {
	expect(after(submitted, found())).toEqual({ status: 'joining', meetingId: '842391556' })
	expect(after(submitted, found(), { type: 'completed', result: { status: 'joined' } })).toEqual({ status: 'joined' })
})

test('a missing meeting and a network failure have their own errors', () => {
	const stateAfter = (refusal: 'missing' | 'offline' | 'tooMany') =>
		after(submitted, { type: 'lookupFailed', failure: { refusal } })
	expect(stateAfter('missing')).toMatchObject({ error: { type: 'unknownMeeting' } })
	expect(stateAfter('offline')).toMatchObject({ error: { type: 'offline' } })
	expect(stateAfter('tooMany')).toMatchObject({ error: { type: 'tooMany' } })
})

test('while something is running, no event of the form changes the state', () => {
	const form = fc.constantFrom<QuickJoinEvent>(submitted, { type: 'edited' }, passwordSubmitted('1'), {
		type: 'passwordDialogClosed',
	})
	const busy = fc.constantFrom(
		after(submitted),
		after(submitted, found()),
		after(submitted, found({ isPrivate: true })),
	)
	fc.assert(
		fc.property(busy, fc.array(form), (state, events) => {
			expect(isBusy(state)).toBe(true)
			expect(events.reduce(quickJoinReducer, state)).toBe(state)
		}),
	)
})

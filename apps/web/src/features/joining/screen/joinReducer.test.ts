import { expect, test } from 'vitest'
import { toJoinError } from '../join/joinErrors.ts'
import { getRefusalDestination, joinReducer } from './joinReducer.ts'

const form = { meetingId: '842391556', displayName: 'Mei', password: '' }
const asked = { type: 'submitted', values: form, isPasswordRequired: false } as const
const away = (refusal: Parameters<typeof toJoinError>[0]['refusal']) => ({
	type: 'completed' as const,
	result: { status: 'refused' as const, error: toJoinError({ refusal }) },
	hadPassword: true,
})

test('a filled form knocks, a faulty one says what is wrong', () => {
	expect(joinReducer({ status: 'editing' }, asked)).toEqual({ status: 'joining' })
	expect(joinReducer({ status: 'editing' }, { ...asked, values: { ...form, displayName: '' } })).toEqual({
		status: 'editing',
		error: { field: 'displayName', key: 'Meeting.tips13' },
	})
})

test('a second tap while knocking changes nothing', () => {
	const knocking = { status: 'joining' } as const
	expect(joinReducer(knocking, asked)).toBe(knocking)
})

test('a password nobody spoke of is asked for, without calling the one not given wrong', () => {
	const answered = { ...away('wrongPassword'), hadPassword: false }
	expect(joinReducer({ status: 'joining' }, answered)).toEqual({ status: 'passwordRequired' })
	expect(joinReducer({ status: 'joining' }, away('wrongPassword'))).toMatchObject({ error: { type: 'wrongPassword' } })
})

test('typing takes the refusal away', () => {
	const refused = joinReducer({ status: 'joining' }, away('locked'))
	expect(joinReducer(refused, { type: 'edited' })).toEqual({ status: 'editing' })
})

test('an answer nobody waits for changes nothing', () => {
	expect(joinReducer({ status: 'editing' }, away('locked'))).toEqual({ status: 'editing' })
})

test('[JERR-07] who came from the list goes back to it, who typed the id may mend it', () => {
	expect(getRefusalDestination(toJoinError({ refusal: 'unknownMeeting' }), { from: 'list' })).toBe('list')
	expect(getRefusalDestination(toJoinError({ refusal: 'unknownMeeting' }), { from: 'typing' })).toBe('stay')
})

test('[JERR-06] [JERR-07] a link that leads to no meeting any more ends at its result', () => {
	for (const refusal of ['over', 'unknownMeeting'] as const) {
		expect(getRefusalDestination(toJoinError({ refusal }), { from: 'link' })).toBe('result')
	}
	expect(getRefusalDestination(toJoinError({ refusal: 'locked' }), { from: 'link' })).toBe('stay')
})

test('[OP-008] who came by a link and is not signed in any more goes to the start', () => {
	expect(getRefusalDestination(toJoinError({ refusal: 'signedOut' }), { from: 'link' })).toBe('start')
})

test('once the app has it the form is there again, to go in once more', () => {
	const handed = { type: 'completed', result: { status: 'handedOver' }, hadPassword: false } as const
	const state = joinReducer({ status: 'joining' }, handed)
	expect(joinReducer(state, asked)).toEqual({ status: 'joining' })
})

test('[JERR-12] whoever is not signed in any more goes to sign in', () => {
	expect(getRefusalDestination(toJoinError({ refusal: 'signedOut' }), { from: 'typing' })).toBe('login')
	expect(getRefusalDestination(toJoinError({ refusal: 'loginOnly' }), { from: 'typing' })).toBe('stay')
})

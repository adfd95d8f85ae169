import { expect, test } from 'vitest'
import { toJoinError } from '../join/joinErrors.ts'
import { getRefusalDestination, joinReducer } from './joinReducer.ts'

const form = { meetingId: '842391556', displayName: 'Mei', password: '' }
const asked = { type: 'asked', form, asksPassword: false } as const
const away = (refusal: Parameters<typeof toJoinError>[0]['refusal']) => ({
	type: 'answered' as const,
	entered: { at: 'turned-away' as const, why: toJoinError({ refusal }) },
	hadPassword: true,
})

test('a filled form knocks, a faulty one says what is wrong', () => {
	expect(joinReducer({ at: 'form' }, asked)).toEqual({ at: 'knocking' })
	expect(joinReducer({ at: 'form' }, { ...asked, form: { ...form, displayName: '' } })).toEqual({
		at: 'form',
		fault: { field: 'displayName', fault: 'Meeting.tips13' },
	})
})

test('a second tap while knocking changes nothing', () => {
	const knocking = { at: 'knocking' } as const
	expect(joinReducer(knocking, asked)).toBe(knocking)
})

test('a password nobody spoke of is asked for, without calling the one not given wrong', () => {
	const answered = { ...away('wrongPassword'), hadPassword: false }
	expect(joinReducer({ at: 'knocking' }, answered)).toEqual({ at: 'password-wanted' })
	expect(joinReducer({ at: 'knocking' }, away('wrongPassword'))).toMatchObject({ why: { says: 'wrongPassword' } })
})

test('typing takes the refusal away', () => {
	const refused = joinReducer({ at: 'knocking' }, away('locked'))
	expect(joinReducer(refused, { type: 'edited' })).toEqual({ at: 'form' })
})

test('an answer nobody waits for changes nothing', () => {
	expect(joinReducer({ at: 'form' }, away('locked'))).toEqual({ at: 'form' })
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
	const handed = { type: 'answered', entered: { at: 'handed-over' }, hadPassword: false } as const
	const state = joinReducer({ at: 'knocking' }, handed)
	expect(joinReducer(state, asked)).toEqual({ at: 'knocking' })
})

test('[JERR-12] whoever is not signed in any more goes to sign in', () => {
	expect(getRefusalDestination(toJoinError({ refusal: 'signedOut' }), { from: 'typing' })).toBe('login')
	expect(getRefusalDestination(toJoinError({ refusal: 'loginOnly' }), { from: 'typing' })).toBe('stay')
})

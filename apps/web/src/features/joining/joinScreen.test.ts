import { expect, test } from 'vitest'
import { joinScreen, leadsTo } from './joinScreen.ts'
import { turnedAway } from './refusals.ts'

const form = { meetingId: '842391556', displayName: 'Mei', password: '' }
const asked = { type: 'asked', form, asksPassword: false } as const
const away = (refusal: Parameters<typeof turnedAway>[0]['refusal']) => ({
	type: 'answered' as const,
	entered: { at: 'turned-away' as const, why: turnedAway({ refusal }) },
	hadPassword: true,
})

test('a filled form knocks, a faulty one says what is wrong', () => {
	expect(joinScreen({ at: 'form' }, asked)).toEqual({ at: 'knocking' })
	expect(joinScreen({ at: 'form' }, { ...asked, form: { ...form, displayName: '' } })).toEqual({
		at: 'form',
		fault: { field: 'displayName', fault: 'Meeting.tips13' },
	})
})

test('a second tap while knocking changes nothing', () => {
	const knocking = { at: 'knocking' } as const
	expect(joinScreen(knocking, asked)).toBe(knocking)
})

test('a password nobody spoke of is asked for, without calling the one not given wrong', () => {
	const answered = { ...away('wrongPassword'), hadPassword: false }
	expect(joinScreen({ at: 'knocking' }, answered)).toEqual({ at: 'password-wanted' })
	expect(joinScreen({ at: 'knocking' }, away('wrongPassword'))).toMatchObject({ why: { says: 'wrongPassword' } })
})

test('typing takes the refusal away', () => {
	const refused = joinScreen({ at: 'knocking' }, away('locked'))
	expect(joinScreen(refused, { type: 'edited' })).toEqual({ at: 'form' })
})

test('an answer nobody waits for changes nothing', () => {
	expect(joinScreen({ at: 'form' }, away('locked'))).toEqual({ at: 'form' })
})

test('[JERR-07] who came from the list goes back to it, who typed the id may mend it', () => {
	expect(leadsTo(turnedAway({ refusal: 'unknownMeeting' }), { from: 'list' })).toBe('list')
	expect(leadsTo(turnedAway({ refusal: 'unknownMeeting' }), { from: 'typing' })).toBe('stay')
})

test('[JERR-06] [JERR-07] a link that leads to no meeting any more ends at its result', () => {
	for (const refusal of ['over', 'unknownMeeting'] as const) {
		expect(leadsTo(turnedAway({ refusal }), { from: 'link' })).toBe('result')
	}
	expect(leadsTo(turnedAway({ refusal: 'locked' }), { from: 'link' })).toBe('stay')
})

test('[OP-008] who came by a link and is not signed in any more goes to the start', () => {
	expect(leadsTo(turnedAway({ refusal: 'signedOut' }), { from: 'link' })).toBe('start')
})

test('once the app has it the form is there again, to go in once more', () => {
	const handed = { type: 'answered', entered: { at: 'handed-over' }, hadPassword: false } as const
	const state = joinScreen({ at: 'knocking' }, handed)
	expect(joinScreen(state, asked)).toEqual({ at: 'knocking' })
})

test('[JERR-12] whoever is not signed in any more goes to sign in', () => {
	expect(leadsTo(turnedAway({ refusal: 'signedOut' }), { from: 'typing' })).toBe('login')
	expect(leadsTo(turnedAway({ refusal: 'loginOnly' }), { from: 'typing' })).toBe('stay')
})

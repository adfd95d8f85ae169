import { instantOf } from '@parley/core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
	createSaying,
	type Draft,
	draftRules,
	keptDraft,
	meetingOf,
	mustBeTold,
	newDraft,
	settledStart,
} from './draft.ts'
import { scheduleZone } from './schedule.ts'

const now = instantOf('2026-11-21 10:07:30', scheduleZone) as number
const aDraft = (fields: Partial<Draft> = {}): Draft => ({
	...newDraft(now, 'abcde-23456'),
	topic: 'Roadmap',
	...fields,
})
const faults = (fields: Partial<Draft>) => v.safeParse(draftRules, aDraft(fields)).issues?.map(({ message }) => message)
const accepted = (fields: Partial<Draft>) => v.parse(draftRules, aDraft(fields))

test.each(['', '   ', '😀'])('[CREATE-11] a topic of nothing but %j is none', topic => {
	expect(faults({ topic })).toEqual(['Meeting.tips1'])
})

test('[CREATE-12] [CREATE-13] a topic loses emoji, blanks around it and all but one between words', () => {
	expect(accepted({ topic: '  a 😀  b ' }).topic).toBe('a b')
})

test('[CREATE-14] a topic has at most 200 characters', () => {
	expect(accepted({ topic: '会'.repeat(210) }).topic).toBe('会'.repeat(200))
})

test('[CREATE-15] a duration of 00:00 is refused', () => {
	expect(faults({ durationS: 0 })).toEqual(['Meeting.tips2'])
	expect(faults({ durationS: 60 })).toBeUndefined()
})

test.each([
	['', undefined],
	['1', undefined],
	['1'.repeat(20), undefined],
	['1'.repeat(21), ['Meeting.tips3']],
	['12a4', ['Meeting.tips3']],
])('[CREATE-17] meeting password %j', (password, says) => {
	expect(faults({ password })).toEqual(says)
})

test('[CREATE-19] a host password is needed', () => {
	expect(faults({ hostPassword: '' })?.[0]).toBe('Meeting.tips4')
})

test.each(['abc1234', 'abcdefgh', '12345678', 'abc 1234', `${'a1'.repeat(10)}x`])(
	'[CREATE-20] %j is no host password',
	hostPassword => {
		expect(faults({ hostPassword })).toEqual(['Meeting.tips5'])
	},
)

test('[CREATE-04] a new meeting waits for its host', () => {
	expect(newDraft(now, 'x').hostMustOpen).toBe(true)
})

test('[CREATE-07] [CREATE-08] the site sets the duration, otherwise it is an hour', () => {
	expect(newDraft(now, 'x', { durationS: 5400, private: false }).durationS).toBe(5400)
	expect(newDraft(now, 'x').durationS).toBe(3600)
	expect(newDraft(now, 'x', { durationS: 0, private: false }).durationS).toBe(3600)
})

test('OP-094: the site sets whether a new meeting is private', () => {
	expect(newDraft(now, 'x', { durationS: 60, private: true }).isPrivate).toBe(true)
	expect(newDraft(now, 'x').isPrivate).toBe(false)
})

test('a new meeting starts with the next half hour', () => {
	expect(newDraft(now, 'x').start).toBe('2026-11-21 10:30:00')
})

test('[CREATE-16] a start that has passed becomes now, one to come stays', () => {
	expect(settledStart('2026-11-21 10:07:00', now)).toBe('2026-11-21 10:07:30')
	expect(settledStart('2026-11-21 10:08:00', now)).toBe('2026-11-21 10:08:00')
})

test('[CREATE-10] [CREATE-24] what is sent names its zone, and a password only where there is one', () => {
	expect(meetingOf(aDraft())).toMatchObject({ startTime: '2026-11-21 10:30:00', timeZone: 8, topic: 'Roadmap' })
	expect(meetingOf(aDraft())).not.toHaveProperty('password')
	expect(meetingOf(aDraft({ password: '123' }))).toMatchObject({ password: '123' })
})

test('a draft outlives a reload, and what is no draft does not', () => {
	expect(keptDraft(JSON.stringify(aDraft()))).toEqual(aDraft())
	expect(keptDraft(undefined)).toBeUndefined()
	expect(keptDraft('{')).toBeUndefined()
	expect(keptDraft('{"topic":1}')).toBeUndefined()
})

test.each([
	['signedOut', { at: 'login' }],
	['accountExpired', { at: 'toast', says: 'accountExpired' }],
	['rightsExpired', { at: 'toast', says: 'rightsExpired' }],
	['unknown', { at: 'toast', says: 'createFail' }],
	['broken', { at: 'toast', says: 'createFail' }],
	['offline', { at: 'toast', says: 'unreachable' }],
	['topicInvalid', { at: 'field', field: 'topic', fault: 'Meeting.tips1' }],
	['startInvalid', { at: 'field', field: 'start', fault: 'Meeting.chooseTime' }],
	['durationInvalid', { at: 'field', field: 'durationS', fault: 'Meeting.tips2' }],
	['passwordInvalid', { at: 'field', field: 'password', fault: 'Meeting.tips3' }],
	['hostPasswordInvalid', { at: 'field', field: 'hostPassword', fault: 'Meeting.tips5' }],
] as const)('[CREATE-26] [CREATE-27] [CREATE-28] [CREATE-29] refused as %s', (refusal, saying) => {
	expect(createSaying({ refusal })).toEqual(saying)
})

test('[CREATE-23] only where visitors are not admitted, and not in the personal edition, something is to be told', () => {
	expect(mustBeTold({ guestsAllowed: false }, { isPersonal: false })).toBe(true)
	expect(mustBeTold({ guestsAllowed: false }, { isPersonal: true })).toBe(false)
	expect(mustBeTold({ guestsAllowed: true }, { isPersonal: false })).toBe(false)
	expect(mustBeTold(undefined, { isPersonal: false })).toBe(false)
})

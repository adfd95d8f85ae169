import { expect, test } from 'vitest'
import { type Draft, newDraft } from './draft.ts'
import { type DraftRequirements, normalizeDraft, validateDraft } from './validateDraft.ts'

const aDraft = (fields: Partial<Draft> = {}): Draft => ({
	...newDraft(Date.parse('2026-11-21T10:07:30+08:00'), 'abcde-23456'),
	topic: 'Roadmap',
	...fields,
})
const none: DraftRequirements = { attendees: false, rejectsMidnight: false, attendeesOnly: false }
const faults = (fields: Partial<Draft>, demands: Partial<DraftRequirements> = {}) =>
	validateDraft(aDraft(fields), { ...none, ...demands })
const someone = { people: [], departments: [{ number: '1002' }] } as Draft['attendees']

test.each(['', '   ', '😀'])('[CREATE-11] a topic of nothing but %j is none', topic => {
	expect(faults({ topic })).toEqual({ topic: 'Meeting.tips1' })
})

test('[CREATE-12] [CREATE-13] a topic loses emoji, blanks around it and all but one between words', () => {
	expect(normalizeDraft(aDraft({ topic: '  a 😀  b ' })).topic).toBe('a b')
})

test('[CREATE-14] a topic has at most 200 characters', () => {
	expect(normalizeDraft(aDraft({ topic: '会'.repeat(210) })).topic).toBe('会'.repeat(200))
})

test('[CREATE-15] a duration of 00:00 is refused', () => {
	expect(faults({ durationS: 0 })).toEqual({ durationS: 'Meeting.tips2' })
	expect(faults({ durationS: 60 })).toBeUndefined()
})

test.each([
	['', undefined],
	['1', undefined],
	['1'.repeat(20), undefined],
	['1'.repeat(21), { password: 'Meeting.tips3' }],
	['12a4', { password: 'Meeting.tips3' }],
])('[CREATE-17] [CREATE-18] meeting password %j', (password, says) => {
	expect(faults({ password })).toEqual(says)
})

test('[CREATE-19] a host password is needed', () => {
	expect(faults({ hostPassword: '' })).toEqual({ hostPassword: 'Meeting.tips4' })
})

test.each(['abc1234', 'abcdefgh', '12345678', 'abc 1234', `${'a1'.repeat(10)}x`])(
	'[CREATE-20] %j is no host password',
	hostPassword => {
		expect(faults({ hostPassword })).toEqual({ hostPassword: 'Meeting.tips5' })
	},
)

test('[CREATE-22] where a site asks for it, at least one person or department is invited', () => {
	expect(faults({}, { attendees: true })).toEqual({ attendees: 'Meeting.pleaseSelectParticipant' })
	expect(faults({ attendees: someone }, { attendees: true })).toBeUndefined()
	expect(faults({})).toBeUndefined()
})

test('[EDIT-05] [OP-087] 00:00 is no start on edit, and is one on create', () => {
	expect(faults({ start: '2026-11-22 00:00:00' }, { rejectsMidnight: true })).toEqual({ start: 'Meeting.chooseTime' })
	const startBefore = '2026-11-22 00:00:00'
	expect(faults({ start: startBefore }, { rejectsMidnight: true, savedStart: startBefore })).toBeUndefined()
	expect(faults({ start: '2026-11-23 00:00:00' }, { rejectsMidnight: true, savedStart: startBefore })).toEqual({
		start: 'Meeting.chooseTime',
	})
	expect(faults({ start: '2026-11-22 00:01:00' }, { rejectsMidnight: true })).toBeUndefined()
	expect(faults({ start: '2026-11-22 00:00:00' })).toBeUndefined()
})

test('[EDIT-05] a room of no fixed time has no start to be wrong', () => {
	const room = { isRecurring: true, recurrence: { every: 'no-fixed-time' }, start: '2026-11-22 00:00:00' } as const
	expect(faults(room, { rejectsMidnight: true })).toBeUndefined()
})

test('a start no calendar knows is refused', () => {
	expect(faults({ start: '2026-02-30 10:00:00' })).toEqual({ start: 'start' })
})

test('[EDIT-06] where only who is invited can change, nothing else is looked at', () => {
	const fixed = { topic: '', durationS: 0, hostPassword: '', start: 'never' }
	expect(faults(fixed, { attendeesOnly: true, rejectsMidnight: true })).toBeUndefined()
	expect(faults(fixed, { attendeesOnly: true, attendees: true })).toEqual({
		attendees: 'Meeting.pleaseSelectParticipant',
	})
})

import { expect, test } from 'vitest'
import { newDraft } from './draft.ts'
import { type DraftRequirements, draftErrorText } from './draftErrors.ts'
import { type Draft, normalizeDraft } from './draftFields.ts'
import { validateDraft } from './validateDraft.ts'

const aDraft = (fields: Partial<Draft> = {}): Draft => ({
	...newDraft(Date.parse('2026-11-21T10:07:30+08:00'), 'abcde-23456'),
	topic: 'Roadmap',
	...fields,
})
const none: DraftRequirements = {
	attendees: false,
	meetingPasswordMin: 4,
	rejectsMidnight: false,
	attendeesOnly: false,
}
const errorsOf = (fields: Partial<Draft>, requirements: Partial<DraftRequirements> = {}) =>
	validateDraft(aDraft(fields), { ...none, ...requirements })
const someone = { people: [], departments: [{ number: '1002' }] } as Draft['attendees']

test.each(['', '   ', '😀'])('[CREATE-11] a topic of %j is empty', topic => {
	expect(errorsOf({ topic })).toEqual({ topic: 'Meeting.tips1' })
})

test('[CREATE-12] [CREATE-13] emoji and surplus blanks are removed from a topic', () => {
	expect(normalizeDraft(aDraft({ topic: '  a 😀  b ' })).topic).toBe('a b')
})

test('[CREATE-14] a topic has at most 200 characters', () => {
	expect(normalizeDraft(aDraft({ topic: '会'.repeat(210) })).topic).toBe('会'.repeat(200))
})

test('[CREATE-15] a duration of 00:00 is refused', () => {
	expect(errorsOf({ durationS: 0 })).toEqual({ durationS: 'Meeting.tips2' })
	expect(errorsOf({ durationS: 60 })).toBeUndefined()
})

test.each([
	['', undefined],
	['1234', undefined],
	['123', { password: 'Meeting.tips3' }],
	['1'.repeat(20), undefined],
	['1'.repeat(21), { password: 'Meeting.tips3' }],
	['12a4', { password: 'Meeting.tips3' }],
])('[CREATE-17] [CREATE-18] meeting password %j', (password, says) => {
	expect(errorsOf({ password })).toEqual(says)
})

test('[CREATE-17] the password of a saved meeting may be shorter than a new one', () => {
	expect(errorsOf({ password: '123' }, { savedPassword: '123' })).toBeUndefined()
	expect(errorsOf({ password: '124' }, { savedPassword: '123' })).toEqual({ password: 'Meeting.tips3' })
	expect(errorsOf({ password: '12345' }, { meetingPasswordMin: 6 })).toEqual({ password: 'Meeting.tips3' })
})

test('[CREATE-18] the error says how many digits the site asks for', () => {
	expect(draftErrorText({ message: 'Meeting.tips3' }, { meetingPasswordMin: 6 })).toMatch(/6.*20/)
})

test('[CREATE-19] a host password is needed', () => {
	expect(errorsOf({ hostPassword: '' })).toEqual({ hostPassword: 'Meeting.tips4' })
})

test.each(['abc1234', 'abcdefgh', '12345678', 'abc 1234', `${'a1'.repeat(10)}x`])(
	'[CREATE-20] %j is not a valid host password',
	hostPassword => {
		expect(errorsOf({ hostPassword })).toEqual({ hostPassword: 'Meeting.tips5' })
	},
)

test('[CREATE-22] where a site requires it, at least one person or department is invited', () => {
	expect(errorsOf({}, { attendees: true })).toEqual({ attendees: 'Meeting.pleaseSelectParticipant' })
	expect(errorsOf({ attendees: someone }, { attendees: true })).toBeUndefined()
	expect(errorsOf({})).toBeUndefined()
})

test('[EDIT-05] [OP-087] 00:00 is an invalid start on edit, and a valid one on create', () => {
	expect(errorsOf({ start: '2026-11-22 00:00:00' }, { rejectsMidnight: true })).toEqual({ start: 'Meeting.chooseTime' })
	const startBefore = '2026-11-22 00:00:00'
	expect(errorsOf({ start: startBefore }, { rejectsMidnight: true, savedStart: startBefore })).toBeUndefined()
	expect(errorsOf({ start: '2026-11-23 00:00:00' }, { rejectsMidnight: true, savedStart: startBefore })).toEqual({
		start: 'Meeting.chooseTime',
	})
	expect(errorsOf({ start: '2026-11-22 00:01:00' }, { rejectsMidnight: true })).toBeUndefined()
	expect(errorsOf({ start: '2026-11-22 00:00:00' })).toBeUndefined()
})

test('[EDIT-05] a recurring meeting without a fixed time has no start to validate', () => {
	const series = { isRecurring: true, recurrence: { every: 'no-fixed-time' }, start: '2026-11-22 00:00:00' } as const
	expect(errorsOf(series, { rejectsMidnight: true })).toBeUndefined()
})

test('a start that is no date is refused', () => {
	expect(errorsOf({ start: '2026-02-30 10:00:00' })).toEqual({ start: 'start' })
})

test('[EDIT-06] where only the attendees can change, nothing else is validated', () => {
	const invalid = { topic: '', durationS: 0, hostPassword: '', start: 'never' }
	expect(errorsOf(invalid, { attendeesOnly: true, rejectsMidnight: true })).toBeUndefined()
	expect(errorsOf(invalid, { attendeesOnly: true, attendees: true })).toEqual({
		attendees: 'Meeting.pleaseSelectParticipant',
	})
})

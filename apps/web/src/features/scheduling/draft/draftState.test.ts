import { expect, test } from 'vitest'
import { newDraft } from './draft.ts'
import { initDraftState, mergeSavedFields, setDraftErrors, updateDraft } from './draftState.ts'

const before = { ...newDraft(0, 'abcde-23456'), topic: 'Roadmap' }
const demands = { attendees: false, rejectsMidnight: false, attendeesOnly: false }

test('[STORE-08] a form begins with what was written before', () => {
	expect(initDraftState(before, { topic: 'Mine' }).draft).toEqual({ ...before, topic: 'Mine' })
})

test('what becomes known shows, but not over what somebody wrote', () => {
	const writing = mergeSavedFields(updateDraft(initDraftState(before), { topic: 'Mine' }, demands), {
		topic: 'Theirs',
		durationS: 60,
	})
	expect(writing.draft).toMatchObject({ topic: 'Mine', durationS: 60 })
	expect(writing.saved).toMatchObject({ topic: 'Theirs', durationS: 60 })
})

test('what was written and taken back follows what becomes known', () => {
	const writing = updateDraft(
		updateDraft(initDraftState(before), { topic: 'Mine' }, demands),
		{ topic: 'Roadmap' },
		demands,
	)
	expect(mergeSavedFields(writing, { topic: 'Theirs' }).draft.topic).toBe('Theirs')
})

test('before it is to be sent nothing is called wrong', () => {
	expect(updateDraft(initDraftState(before), { topic: '' }, demands).errors).toEqual({})
})

test('afterwards a fault goes as soon as it is put right, and comes back', () => {
	const tried = setDraftErrors(initDraftState({ ...before, topic: '' }), {
		topic: 'Meeting.tips1',
		password: 'Meeting.tips3',
	})
	const right = updateDraft(tried, { topic: 'Now' }, demands)
	expect(right.errors).toEqual({ password: 'Meeting.tips3' })
	expect(updateDraft(right, { topic: ' ' }, demands).errors.topic).toBe('Meeting.tips1')
	expect([tried.errorCount, right.errorCount]).toEqual([1, 1])
})

import { expect, test } from 'vitest'
import { newDraft } from './draft.ts'
import { begun, faulted, learned, written } from './writing.ts'

const before = { ...newDraft(0, 'abcde-23456'), topic: 'Roadmap' }
const demands = { attendees: false, noMidnight: false, onlyAttendees: false }

test('[STORE-08] a form begins with what was written before', () => {
	expect(begun(before, { topic: 'Mine' }).draft).toEqual({ ...before, topic: 'Mine' })
})

test('what becomes known shows, but not over what somebody wrote', () => {
	const writing = learned(written(begun(before), { topic: 'Mine' }, demands), { topic: 'Theirs', durationS: 60 })
	expect(writing.draft).toMatchObject({ topic: 'Mine', durationS: 60 })
	expect(writing.before).toMatchObject({ topic: 'Theirs', durationS: 60 })
})

test('what was written and taken back follows what becomes known', () => {
	const writing = written(written(begun(before), { topic: 'Mine' }, demands), { topic: 'Roadmap' }, demands)
	expect(learned(writing, { topic: 'Theirs' }).draft.topic).toBe('Theirs')
})

test('before it is to be sent nothing is called wrong', () => {
	expect(written(begun(before), { topic: '' }, demands).faults).toEqual({})
})

test('afterwards a fault goes as soon as it is put right, and comes back', () => {
	const tried = faulted(begun({ ...before, topic: '' }), { topic: 'Meeting.tips1', password: 'Meeting.tips3' })
	const right = written(tried, { topic: 'Now' }, demands)
	expect(right.faults).toEqual({ password: 'Meeting.tips3' })
	expect(written(right, { topic: ' ' }, demands).faults.topic).toBe('Meeting.tips1')
	expect([tried.shown, right.shown]).toEqual([1, 1])
})

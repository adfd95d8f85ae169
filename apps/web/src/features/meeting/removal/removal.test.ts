import { meetingStatus } from '@parley/core'
import { expect, test } from 'vitest'
import { getRemoval, isOutdated, removalErrorKey } from './removal.ts'
import { removalQuestions } from './removalQuestions.ts'

const { notStarted, inProgress, over } = meetingStatus

test('[DEL-01] [DEL-02] a meeting in progress ends, any other is deleted', () => {
	const acts = [notStarted, inProgress, over].map(status => getRemoval({ status, isRecurring: false }).action)
	expect(acts).toEqual(['delete', 'end', 'delete'])
})

test('[DEL-03] status and kind of meeting make six different questions', () => {
	const asked = [notStarted, inProgress, over].flatMap(status =>
		[true, false].map(isRecurring =>
			removalQuestions[getRemoval({ status, isRecurring: isRecurring }).question].map(words => words()).join(' '),
		),
	)
	expect(new Set(asked).size).toBe(6)
})

test.each([
	['missing', 'gone', true],
	['inProgress', 'running', true],
	['forbidden', 'notAllowed', false],
	['offline', 'unreachable', false],
	['timeout', 'unreachable', false],
	['broken', 'failed', false],
] as const)('[DEL-05] refused as %s it says %s', (refusal, saying, outdated) => {
	expect(removalErrorKey({ refusal })).toBe(saying)
	expect(isOutdated(saying)).toBe(outdated)
})

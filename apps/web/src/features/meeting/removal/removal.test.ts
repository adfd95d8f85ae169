import { meetingStatus } from '@parley/core'
import { expect, test } from 'vitest'
import { m } from '../../../locales/index.ts'
import { deleteError, endError, getRemoval, removalQuestions } from './removal.ts'

const { notStarted, inProgress, ended } = meetingStatus

test('[DEL-01] [DEL-02] a meeting in progress is ended, any other is deleted', () => {
	const actions = [notStarted, inProgress, ended].map(status => getRemoval({ status, isRecurring: false }).action)
	expect(actions).toEqual(['delete', 'end', 'delete'])
})

test('[DEL-03] status and kind of meeting make six different questions', () => {
	const questions = [notStarted, inProgress, ended].flatMap(status =>
		[true, false].map(isRecurring =>
			removalQuestions[getRemoval({ status, isRecurring }).question].map(text => text()).join(' '),
		),
	)
	expect(new Set(questions).size).toBe(6)
})

test.each([
	['missing', m.meeting_removal_gone, true],
	['forbidden', m.meeting_removal_notAllowed, undefined],
	['offline', m.meeting_removal_unreachable, undefined],
	['timeout', m.meeting_removal_unreachable, undefined],
	['broken', m.meeting_removal_failed, undefined],
] as const)('[DEL-05] the message for the refusal %s', (refusal, message, isOutdated) => {
	for (const error of [endError({ refusal }), deleteError({ refusal })]) {
		expect(error.message).toBe(message)
		expect(error.isOutdated).toBe(isOutdated)
	}
})

test('[DEL-05] a meeting that has started meanwhile is not deleted, and the page is out of date', () => {
	expect(deleteError({ refusal: 'inProgress' })).toEqual({ message: m.meeting_removal_running, isOutdated: true })
})

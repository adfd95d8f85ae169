import type { MeetingForm } from '@parley/api'
import { ok } from '@parley/core'
import { describe, expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { toEditAccess } from './editAccess.ts'

const meeting: MeetingForm = {
	...aMeeting(),
	isOa: false,
	canEditOnlyAttendees: false,
	startDay: '2026-11-21' as MeetingForm['startDay'],
}
const asked = ok({ meeting })
const exists = (canUpdate: boolean, isOa: boolean) => ok({ canUpdate, isOa, topic: 'Roadmap' })
const failed = (refusal: 'missing' | 'offline' | 'signedOut' | 'forbidden' | 'broken' | 'cancelled') => ({
	ok: false as const,
	failure: { refusal },
})

describe('whether a meeting may be edited', () => {
	test.each([
		[true, false, { at: 'open', meeting, isFixed: false }],
		[true, true, { at: 'open', meeting, isFixed: false }],
		[false, true, { at: 'open', meeting, isFixed: true }],
		[false, false, { at: 'turned-away', says: 'editFail3' }],
	] as const)('[EDIT-01] [EDIT-02] [EDIT-12] [OP-086] update %s, OA site %s', (canUpdate, isOa, opening) => {
		expect(toEditAccess(exists(canUpdate, isOa), asked)).toEqual(opening)
	})

	test('[EDIT-02] the form says by itself that it stands fast', () => {
		expect(toEditAccess(exists(true, true), ok({ meeting: { ...meeting, canEditOnlyAttendees: true } }))).toMatchObject(
			{
				isFixed: true,
			},
		)
	})

	test.each([
		['missing', { at: 'turned-away', says: 'editFail2' }],
		['forbidden', { at: 'turned-away', says: 'editFail3' }],
		['signedOut', { at: 'login' }],
		['offline', { at: 'failed', why: 'unreachable' }],
		['broken', { at: 'failed', why: 'broken' }],
		['cancelled', { at: 'called-off' }],
	] as const)('[EDIT-12] asked in vain: %s', (refusal, opening) => {
		expect(toEditAccess(failed(refusal), asked)).toEqual(opening)
		expect(toEditAccess(exists(true, false), failed(refusal))).toEqual(opening)
	})
})

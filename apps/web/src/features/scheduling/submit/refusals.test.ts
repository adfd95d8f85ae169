import type { MeetingForm } from '@parley/api'
import { ok } from '@parley/core'
import { describe, expect, test } from 'vitest'
import { m } from '../../../locales/index.ts'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { toCreateError, toEditAccess, toEditError } from './refusals.ts'

const fieldErrors = [
	['topicInvalid', { type: 'field', field: 'topic', errorKey: 'Meeting.tips1' }],
	['startInvalid', { type: 'field', field: 'start', errorKey: 'start' }],
	['durationInvalid', { type: 'field', field: 'durationS', errorKey: 'Meeting.tips2' }],
	['passwordInvalid', { type: 'field', field: 'password', errorKey: 'Meeting.tips3' }],
	['hostPasswordInvalid', { type: 'field', field: 'hostPassword', errorKey: 'Meeting.tips5' }],
	['recurrenceInvalid', { type: 'field', field: 'recurrence', errorKey: 'recurrence' }],
	['hostUnknown', { type: 'field', field: 'host', errorKey: 'Meeting.tips27' }],
	['attendeesInvalid', { type: 'field', field: 'attendees', errorKey: 'attendees' }],
	['attendeesNeeded', { type: 'field', field: 'attendees', errorKey: 'Meeting.pleaseSelectParticipant' }],
	['liveUnavailable', { type: 'toast', message: m.scheduling_live_unavailable }],
	['livePasswordInvalid', { type: 'field', field: 'livePassword', errorKey: 'Meeting.tips6' }],
	['introductionTooLong', { type: 'field', field: 'introduction', errorKey: 'introductionTooLong' }],
	['backgroundInvalid', { type: 'field', field: 'liveBackground', errorKey: 'backgroundInvalid' }],
] as const

test.each([
	['signedOut', { type: 'login' }],
	['accountExpired', { type: 'toast', message: m.scheduling_account_expired }],
	['rightsExpired', { type: 'toast', message: m.scheduling_rights_expired }],
	['notAllowed', { type: 'toast', message: m.scheduling_fail_notAllowed }],
	['tooMany', { type: 'toast', message: m.scheduling_fail_tooMany }],
	['unknown', { type: 'toast', message: m.scheduling_fail }],
	['broken', { type: 'toast', message: m.scheduling_fail }],
	['offline', { type: 'toast', message: m.scheduling_fail_unreachable }],
	...fieldErrors,
] as const)('[CREATE-26] [CREATE-27] [CREATE-28] [CREATE-29] creating refused as %s', (refusal, error) => {
	expect(toCreateError({ refusal })).toEqual(error)
})

test('a recurrence that cannot change gets the error', () => {
	const error = { type: 'field', field: 'recurrence', errorKey: 'started' }
	expect(toEditError({ refusal: 'started' }, 'recurrence')).toEqual(error)
})

test.each([
	['signedOut', { type: 'login' }],
	['missing', { type: 'gone' }],
	['over', { type: 'toast', message: m['edit-fail'] }],
	['unknown', { type: 'toast', message: m['edit-fail'] }],
	['broken', { type: 'toast', message: m['edit-fail'] }],
	['forbidden', { type: 'toast', message: m.scheduling_edit_fail_notAllowed }],
	['timeout', { type: 'toast', message: m.scheduling_edit_fail_unreachable }],
	['startAtMidnight', { type: 'field', field: 'start', errorKey: 'Meeting.chooseTime' }],
	['started', { type: 'field', field: 'start', errorKey: 'started' }],
	...fieldErrors,
] as const)('[EDIT-09] [EDIT-10] [EDIT-11] an edit refused as %s', (refusal, error) => {
	expect(toEditError({ refusal })).toEqual(error)
})

const meeting: MeetingForm = {
	...aMeeting(),
	isOa: false,
	canEditOnlyAttendees: false,
	startDay: '2026-11-21' as MeetingForm['startDay'],
}
const form = ok({ meeting })
const exists = (canUpdate: boolean, isOa: boolean) => ok({ canUpdate, isOa, topic: 'Roadmap' })
const failed = (refusal: 'missing' | 'offline' | 'signedOut' | 'forbidden' | 'broken' | 'cancelled') => ({
	ok: false as const,
	failure: { refusal },
})

describe('whether a meeting may be edited', () => {
	test.each([
		[true, false, { status: 'ready', meeting, attendeesOnly: false }],
		[true, true, { status: 'ready', meeting, attendeesOnly: false }],
		[false, true, { status: 'ready', meeting, attendeesOnly: true }],
		[false, false, { status: 'rejected', message: m.editFail3 }],
	] as const)('[EDIT-01] [EDIT-02] [EDIT-12] [OP-086] update %s, OA site %s', (canUpdate, isOa, access) => {
		expect(toEditAccess(exists(canUpdate, isOa), form)).toEqual(access)
	})

	test('[EDIT-02] the saved meeting says itself that only its attendees can change', () => {
		expect(toEditAccess(exists(true, true), ok({ meeting: { ...meeting, canEditOnlyAttendees: true } }))).toMatchObject(
			{
				attendeesOnly: true,
			},
		)
	})

	test.each([
		['missing', { status: 'rejected', message: m.editFail2 }],
		['forbidden', { status: 'rejected', message: m.editFail3 }],
		['signedOut', { status: 'login' }],
		['offline', { status: 'failed', isUnreachable: true }],
		['broken', { status: 'failed', isUnreachable: false }],
		['cancelled', { status: 'cancelled' }],
	] as const)('[EDIT-12] refused as %s', (refusal, access) => {
		expect(toEditAccess(failed(refusal), form)).toEqual(access)
		expect(toEditAccess(exists(true, false), failed(refusal))).toEqual(access)
	})
})

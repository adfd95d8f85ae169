import { expect, test } from 'vitest'
import { toCreateError, toEditError } from './refusals.ts'

const ofFields = [
	['topicInvalid', { at: 'field', field: 'topic', fault: 'Meeting.tips1' }],
	['startInvalid', { at: 'field', field: 'start', fault: 'start' }],
	['durationInvalid', { at: 'field', field: 'durationS', fault: 'Meeting.tips2' }],
	['passwordInvalid', { at: 'field', field: 'password', fault: 'Meeting.tips3' }],
	['hostPasswordInvalid', { at: 'field', field: 'hostPassword', fault: 'Meeting.tips5' }],
	['recurrenceInvalid', { at: 'field', field: 'recurrence', fault: 'recurrence' }],
	['hostUnknown', { at: 'field', field: 'host', fault: 'Meeting.tips27' }],
	['attendeesInvalid', { at: 'field', field: 'attendees', fault: 'attendees' }],
	['attendeesNeeded', { at: 'field', field: 'attendees', fault: 'Meeting.pleaseSelectParticipant' }],
] as const

test.each([
	['signedOut', { at: 'login' }],
	['accountExpired', { at: 'toast', says: 'accountExpired' }],
	['rightsExpired', { at: 'toast', says: 'rightsExpired' }],
	['notAllowed', { at: 'toast', says: 'notAllowed' }],
	['tooMany', { at: 'toast', says: 'tooMany' }],
	['unknown', { at: 'toast', says: 'createFail' }],
	['broken', { at: 'toast', says: 'createFail' }],
	['offline', { at: 'toast', says: 'unreachable' }],
	...ofFields,
] as const)('[CREATE-26] [CREATE-27] [CREATE-28] [CREATE-29] creating refused as %s', (refusal, saying) => {
	expect(toCreateError({ refusal })).toEqual(saying)
})

test('a recurrence that cannot change says so itself', () => {
	const saying = { at: 'field', field: 'recurrence', fault: 'started' }
	expect(toEditError({ refusal: 'started' }, 'recurrence')).toEqual(saying)
})

test.each([
	['signedOut', { at: 'login' }],
	['missing', { at: 'gone' }],
	['over', { at: 'toast', says: 'edit-fail' }],
	['unknown', { at: 'toast', says: 'edit-fail' }],
	['broken', { at: 'toast', says: 'edit-fail' }],
	['forbidden', { at: 'toast', says: 'notAllowed' }],
	['timeout', { at: 'toast', says: 'unreachable' }],
	['startAtMidnight', { at: 'field', field: 'start', fault: 'Meeting.chooseTime' }],
	['started', { at: 'field', field: 'start', fault: 'started' }],
	...ofFields,
] as const)('[EDIT-09] [EDIT-10] [EDIT-11] an edit refused as %s', (refusal, saying) => {
	expect(toEditError({ refusal })).toEqual(saying)
})

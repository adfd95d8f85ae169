import { expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { toMeetingDetail } from './meetingDetail.ts'

const seen = aMeeting()

test('a meeting is loading until it is there', () => {
	expect(toMeetingDetail(undefined, null)).toEqual({ at: 'loading' })
	expect(toMeetingDetail(seen, null)).toEqual({ at: 'shown', meeting: seen })
})

test.each(['missing', 'unknown', 'forbidden'] as const)('OP-057: refused as %s it does not exist', refusal => {
	expect(toMeetingDetail(seen, { refusal })).toEqual({ at: 'missing' })
})

test.each(['loginNeeded', 'signedOut'] as const)('OP-057: refused as %s it wants a sign-in', refusal => {
	expect(toMeetingDetail(undefined, { refusal })).toEqual({ at: 'login' })
})

test('without a network what was seen stays, and nothing is made up', () => {
	expect(toMeetingDetail(seen, { refusal: 'offline' })).toEqual({ at: 'shown', meeting: seen })
	expect(toMeetingDetail(undefined, { refusal: 'timeout' })).toEqual({ at: 'unreachable' })
	expect(toMeetingDetail(undefined, { refusal: 'broken' })).toEqual({ at: 'refused' })
})

import { expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { toMeetingDetail } from './useMeetingDetail.ts'

const loaded = aMeeting()

test('a meeting is loading until it is there', () => {
	expect(toMeetingDetail(undefined, undefined)).toEqual({ status: 'loading' })
	expect(toMeetingDetail(loaded, undefined)).toEqual({ status: 'loaded', meeting: loaded })
})

test.each(['missing', 'unknown', 'forbidden'] as const)('OP-057: refused as %s it does not exist', refusal => {
	expect(toMeetingDetail(loaded, { refusal })).toEqual({ status: 'missing' })
})

test.each(['loginNeeded', 'signedOut'] as const)('OP-057: refused as %s it asks for a sign-in', refusal => {
	expect(toMeetingDetail(undefined, { refusal })).toEqual({ status: 'signInNeeded' })
})

test('without a network a meeting that was loaded stays, and nothing else is shown', () => {
	expect(toMeetingDetail(loaded, { refusal: 'offline' })).toEqual({ status: 'loaded', meeting: loaded })
	expect(toMeetingDetail(undefined, { refusal: 'timeout' })).toEqual({ status: 'offline' })
	expect(toMeetingDetail(undefined, { refusal: 'broken' })).toEqual({ status: 'failed' })
})

import { expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { detailOf } from './meetingDetail.ts'

const seen = aMeeting()

test('a meeting is loading until it is there', () => {
	expect(detailOf(undefined, null)).toEqual({ at: 'loading' })
	expect(detailOf(seen, null)).toEqual({ at: 'shown', meeting: seen })
})

test.each(['missing', 'unknown', 'forbidden'] as const)('OP-057: refused as %s it does not exist', refusal => {
	expect(detailOf(seen, { refusal })).toEqual({ at: 'missing' })
})

test.each(['loginNeeded', 'signedOut'] as const)('OP-057: refused as %s it wants a sign-in', refusal => {
	expect(detailOf(undefined, { refusal })).toEqual({ at: 'login' })
})

test('without a network what was seen stays, and nothing is made up', () => {
	expect(detailOf(seen, { refusal: 'offline' })).toEqual({ at: 'shown', meeting: seen })
	expect(detailOf(undefined, { refusal: 'timeout' })).toEqual({ at: 'unreachable' })
	expect(detailOf(undefined, { refusal: 'broken' })).toEqual({ at: 'refused' })
})

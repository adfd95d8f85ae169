import { expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { createShownMeeting } from './useMeetingLookup.ts'

test('the meeting shown last is kept for a minute, others are not', () => {
	let now = 0
	const seen = createShownMeeting(() => now)
	const meeting = aMeeting()
	expect(seen.get(undefined)).toBeUndefined()
	seen.set(meeting)
	expect(seen.get(meeting.meetingId)).toBe(meeting)
	expect(seen.get('100000001')).toBeUndefined()
	now = 60_000
	expect(seen.get(meeting.meetingId)).toBeUndefined()
})

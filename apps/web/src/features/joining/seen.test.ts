import { expect, test } from 'vitest'
import { aMeeting } from '../../testing/aMeeting.ts'
import { createSeen } from './seen.ts'

test('a meeting just shown is known for a minute, another is not', () => {
	let now = 0
	const seen = createSeen(() => now)
	const meeting = aMeeting()
	expect(seen.of(undefined)).toBeUndefined()
	seen.keep(meeting)
	expect(seen.of(meeting.meetingId)).toBe(meeting)
	expect(seen.of('100000001')).toBeUndefined()
	now = 60_000
	expect(seen.of(meeting.meetingId)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { toJoinError } from '../join/joinErrors.ts'
import { getRouteAfterRefusal, validateDirectJoin } from './directJoin.ts'

const asked = { meetingId: '842391556', displayName: 'Mei', password: '' }

test.each(['84239155', '8423915567', '', '84239155x', 'a842391556'])(
	'[JOIN-34] the id %j is none of nine digits',
	id => {
		expect(validateDirectJoin({ ...asked, meetingId: id })).toBe('id')
	},
)

test('[JOIN-34] exactly nine digits are valid, grouped or not', () => {
	expect(validateDirectJoin(asked)).toBeUndefined()
	expect(validateDirectJoin({ ...asked, meetingId: '842 391 556' })).toBeUndefined()
})

test.each(['', '   ', '😀'])('[JOIN-35] %j is no name', displayName => {
	expect(validateDirectJoin({ ...asked, displayName })).toBe('name')
})

test('[JOIN-35] the id is validated first', () => {
	expect(validateDirectJoin({ ...asked, meetingId: '1', displayName: '' })).toBe('id')
})

test.each([
	['over', '/Login/ScanResult'],
	['unknownMeeting', '/Login/ScanResult'],
	['loginOnly', '/bootLogin/$meetingId/$publicJoin/$hasPwd'],
	['wrongPassword', '/Login/ScanJoin/$meetingId'],
	['locked', '/Login/ScanJoin/$meetingId'],
	['offline', '/Login/ScanJoin/$meetingId'],
] as const)('a direct join refused as %s goes on at %s', (refusal, to) => {
	expect(getRouteAfterRefusal(toJoinError({ refusal }), asked.meetingId)).toMatchObject({ to })
})

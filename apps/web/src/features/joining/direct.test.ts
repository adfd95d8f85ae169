import { expect, test } from 'vitest'
import { directKnock } from './direct.ts'

const devices = { audio: true, video: false }
const direct = (fields = {}) =>
	directKnock({ meetingId: '842 391 556', displayName: ' Mei  Han ', password: '12', ...fields }, devices)

test('a direct join knocks with what it was given', () => {
	expect(direct()).toEqual({ meetingId: '842391556', displayName: 'Mei Han', password: '12', ...devices })
})

test.each(['84239155', '8423915561', '', 'abcdefghi'])('[JOIN-34] %j is no id for a direct join', meetingId => {
	expect(direct({ meetingId })).toEqual({ wrong: 'id' })
})

test('[JOIN-35] a direct join needs a name', () => {
	expect(direct({ displayName: ' ' })).toEqual({ wrong: 'name' })
})

import { expect, test } from 'vitest'
import { parseJoinParams, parsePrefill, serializePrefill } from './joinAddress.ts'

test.each(['unkonw', 'unknown'])('[JOIN-02] under %s the id is typed', meetingId => {
	expect(parseJoinParams({ meetingId, hasPwd: 'false' })).toEqual({ type: 'typed' })
})

test.each(['842391556', 'UNKONW', '842 391 556'])('[JOIN-02] %s is a given id', meetingId => {
	expect(parseJoinParams({ meetingId, hasPwd: 'false' }).type).toBe('given')
})

test.each([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
	['maybe', false],
])('OP-145: hasPwd %s', (hasPwd, hasPassword) => {
	expect(parseJoinParams({ meetingId: '842391556', hasPwd })).toMatchObject({ meetingId: '842391556', hasPassword })
})

test('the prefill has no password', () => {
	const text = serializePrefill({ meetingId: '842391556', displayName: '韩梅', password: 'secret' } as never)
	expect(parsePrefill(text)).toEqual({ meetingId: '842391556', displayName: '韩梅' })
	expect(text).not.toContain('secret')
})

test.each([undefined, '', '{', '1', 'null', '[]', '{"meeting_id":7,"display_name":{}}'])(
	'%s is an empty prefill',
	text => {
		expect(parsePrefill(text)).toEqual({})
	},
)

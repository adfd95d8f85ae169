import { describe, expect, test } from 'vitest'
import { decodeLinkPassword, formatMeetingLink, parseScannedCode, parseShortLink } from './meetingLink.ts'

const meetingId = '842391556'

describe('the password of a link', () => {
	test('[LINK-07] is decoded', () => {
		expect(decodeLinkPassword('MTIzNDU2')).toBe('123456')
		expect(decodeLinkPassword('MTI')).toBe('12')
	})

	test.each(['%%%', 'abc!', '=', 'bm90IGRpZ2l0cw', 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTAx', '', '\u0000', '汉字', undefined])(
		'[OP-043] %j is none, and no error',
		pwd => expect(decodeLinkPassword(pwd)).toBeUndefined(),
	)
})

test.each([
	[
		{ meetingId, pwd: 'MTI' },
		{ meetingId, password: '12' },
	],
	[{ meetingId: '842 391 556' }, { meetingId, password: undefined }],
	[{ meetingId: '12345678' }, undefined],
	[{ meetingId: '1234567890123' }, undefined],
	[{ meetingId: '84239155x' }, undefined],
	[{ meetingId: '../Login/x' }, undefined],
	[{}, undefined],
])('a link of %j', (values, link) => expect(parseShortLink(values)).toEqual(link))

test.each(['1', '12', '123', '12345678901234567890'])(
	'[OP-071] what is written as a code is read again: %s',
	password => {
		const text = formatMeetingLink({ meetingId, password }, 'https://meet.example')
		expect(text).toMatch(/^https:\/\/meet\.example\/\?meetingId=842391556#pwd=[\w-]+$/)
		expect(parseScannedCode(text)).toEqual({ meetingId, password })
	},
)

describe('[LINK-01] a scanned code', () => {
	test.each([
		['123 456 789', '123456789'],
		['https://x.test/?meetingId=012345678&pwd=MTIz', '012345678'],
		['https://x.test/MeetingList/JoinMeeting/123456789/false', '123456789'],
		['https://x.test/room/123456789#ticket=987654321987', '123456789'],
		['https://x.test/?meetingId=12', undefined],
		['12345678', undefined],
		['1234567890123', undefined],
		['https://x.test/order/12', undefined],
		['hello', undefined],
		['', undefined],
	])('%s', (content, id) => expect(parseScannedCode(content)?.meetingId).toBe(id))

	test('has a password', () => {
		expect(parseScannedCode('https://x.test/?meetingId=012345678&pwd=MTIz')?.password).toBe('123')
	})
})

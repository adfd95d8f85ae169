import { expect, test } from 'vitest'
import { getForwardedSearch, isFlagSet, parseTitle } from './search.ts'

test('[ROUTE-03] [REG-03] reasons and destinations are passed on as they are, parameters of one screen are not', () => {
	const search = { meetingId: '012345678', publicJoin: 'false', needLogin: 'true', token: 't', title: 'x', mobile: '1' }
	expect(getForwardedSearch(search)).toEqual({ meetingId: '012345678', publicJoin: 'false', needLogin: 'true' })
})

test('[OP-038] iswx and isApple are set when present, unless they are false or 0', () => {
	expect([undefined, '', 'true', '1', 'false', '0'].map(isFlagSet)).toEqual([false, true, true, true, false, false])
})

test('[ROUTE-07] [ROUTE-08] a title in the query is cleaned and truncated', () => {
	expect(parseTitle('修改\u202e密码')).toBe('修改密码')
	expect(parseTitle('x'.repeat(60))).toHaveLength(20)
	expect([parseTitle(undefined), parseTitle('  ')]).toEqual([undefined, undefined])
})

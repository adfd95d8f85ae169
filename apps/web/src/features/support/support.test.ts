import { support } from '@parley/api'
import { refused } from '@parley/core'
import { describe, expect, test, vi } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import { appAddress, webAddress } from './app.ts'
import { complain, complaintWhileTyping, isComplaint } from './complaint.ts'
import { telephoneLink } from './phone.ts'

describe('a complaint', () => {
	test('[COMP-02] has at most 200 characters and no emoji; its lines stay', () => {
		expect(complaintWhileTyping('投'.repeat(201))).toBe('投'.repeat(200))
		expect(complaintWhileTyping('𠮷'.repeat(201))).toBe('𠮷'.repeat(200))
		expect(complaintWhileTyping('太吵了😤\n下次 ')).toBe('太吵了\n下次 ')
	})

	test('[COMP-01] is one only with something in it', () => {
		expect([' \n ', '😤', ' a '].map(isComplaint)).toEqual([false, false, true])
	})

	test('[API-28] [COMP-02] [OP-131] goes trimmed, with who complains beside it', async () => {
		const ask = vi.fn(async () => ({ ok: true, value: {} })) as unknown as CallApi
		await complain('  太吵了😤 \n', { id: '7' as never, displayName: '韩梅' }, ask)
		const input = { content: '太吵了', displayName: '韩梅', userId: '7' }
		expect(ask).toHaveBeenCalledWith(support.complain, input, { quiet: true, handles401: true })
	})

	test.each([
		['contentInvalid', 'contentInvalid'],
		['offline', 'unreachable'],
		['tooMany', 'tooMany'],
	])('[API-28] refused as %s', async (refusal, says) => {
		const ask = (async () => ({ ...refused(refusal), failure: { refusal } })) as unknown as CallApi
		const answer = await complain('a', { id: '7' as never, displayName: '' }, ask)
		expect(answer).toMatchObject({ ok: false, failure: { says } })
	})
})

test('[PERS-12] a phone dials the digits of a number', () => {
	expect(telephoneLink('400-000 0000')).toBe('tel:4000000000')
	expect(telephoneLink('+86 (10) 6000')).toBe('tel:+86106000')
})

test('[PERS-14] [OP-102] the newer app is where the site says for this kind of device, if that is an address', () => {
	const info = { androidUrl: 'https://get.example/a.apk', iosUrl: 'itms-apps://apps.example/parley' }
	expect(appAddress(info, 'Mozilla/5.0 (Linux; Android 14)')).toBe(info.androidUrl)
	expect(appAddress(info, 'Mozilla/5.0 (iPhone)')).toBe(info.iosUrl)
	expect(appAddress({}, 'Mozilla/5.0 (iPhone)')).toBeUndefined()
	expect(webAddress('javascript:alert(1)')).toBeUndefined()
})

import { support } from '@parley/api'
import { refused } from '@parley/core'
import { describe, expect, test, vi } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { getAppUrl, toSafeUrl } from './appDownload.ts'
import { filterComplaint, isComplaintFilled, sendComplaint } from './complaint.ts'
import { telephoneUrl } from './supportPhone.ts'

describe('a complaint', () => {
	test('[COMP-02] has at most 200 characters and no emoji; line breaks stay', () => {
		expect(filterComplaint('投'.repeat(201))).toBe('投'.repeat(200))
		expect(filterComplaint('𠮷'.repeat(201))).toBe('𠮷'.repeat(200))
		expect(filterComplaint('太吵了😤\n下次 ')).toBe('太吵了\n下次 ')
	})

	test('[COMP-01] cannot be empty', () => {
		expect([' \n ', '😤', ' a '].map(isComplaintFilled)).toEqual([false, false, true])
	})

	test('[API-28] [COMP-02] [OP-131] is sent trimmed, with name and id of the person', async () => {
		const callApi = vi.fn(async () => ({ ok: true, value: {} })) as unknown as CallApi
		await sendComplaint('  太吵了😤 \n', { id: '7' as never, displayName: '韩梅' }, callApi)
		const input = { content: '太吵了', displayName: '韩梅', userId: '7' }
		expect(callApi).toHaveBeenCalledWith(support.complain, input, { quiet: true, handles401: true })
	})

	test.each([
		['contentInvalid', m.support_error_contentInvalid()],
		['offline', m.account_error_unreachable()],
		['tooMany', m.account_error_tooMany()],
	])('[API-28] refused as %s', async (refusal, message) => {
		const callApi = (async () => ({ ...refused(refusal), failure: { refusal } })) as unknown as CallApi
		const answer = await sendComplaint('a', { id: '7' as never, displayName: '' }, callApi)
		expect(answer).toMatchObject({ ok: false, failure: { message } })
	})
})

test('[PERS-12] a phone address has the digits of a number', () => {
	expect(telephoneUrl('400-000 0000')).toBe('tel:4000000000')
	expect(telephoneUrl('+86 (10) 6000')).toBe('tel:+86106000')
})

test('[PERS-14] [OP-102] the newer app is at the address of the site for this device, if that is a safe one', () => {
	const info = { androidUrl: 'https://get.example/a.apk', iosUrl: 'itms-apps://apps.example/parley' }
	expect(getAppUrl(info, 'Mozilla/5.0 (Linux; Android 14)')).toBe(info.androidUrl)
	expect(getAppUrl(info, 'Mozilla/5.0 (iPhone)')).toBe(info.iosUrl)
	expect(getAppUrl({}, 'Mozilla/5.0 (iPhone)')).toBeUndefined()
	expect(toSafeUrl('javascript:alert(1)')).toBeUndefined()
})

import type { Bridge } from '@parley/bridge'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { Agreement } from './Agreement.screen.tsx'
import { getAgreementKind, getFrameAddress } from './agreements.ts'

const info = { present: true, version: undefined }
const call = vi.fn(async () => ({ ok: true, value: undefined }))
const phone = {
	present: true,
	info: { get: () => info, subscribe: () => () => {} },
	call,
	on: () => () => {},
} as unknown as Bridge

const show = (path: '/Protocol' | '/Law' | '/Privacy', query = '', bridge?: Bridge) =>
	renderScreen(path, Agreement, `${path}${query}`, bridge)
const back = () => fireEvent.click(screen.getByRole('button', { name: '返回' }))

beforeEach(() => {
	localStorage.clear()
	call.mockClear()
})
afterEach(() => {
	cleanup()
	for (const meta of document.querySelectorAll('meta')) meta.remove()
})

test.each([
	['/Protocol', '服务协议', 'protocol'],
	['/Law', '法律声明', 'law'],
	['/Privacy', '隐私政策', 'privacy'],
] as const)(
	'[ROUTE-25] [ROUTE-29] %s shows the page of the site in a frame, with a back button',
	async (path, title, name) => {
		await show(path)
		const frame = screen.getByTitle<HTMLIFrameElement>(title)
		expect(frame.getAttribute('src')).toMatch(new RegExp(`^/agreements/${name}\\?language=zh&theme=(light|dark)$`))
		expect(frame.getAttribute('sandbox')).toBe('allow-same-origin allow-popups allow-popups-to-escape-sandbox')
		expect(screen.getByRole('button', { name: '返回' })).toBeTruthy()
	},
)

test('[ROUTE-28] a page of another origin that the site names is shown', async () => {
	document.head.insertAdjacentHTML('beforeend', '<meta name="agreement-url" content="https://law.example/t?a=1">')
	await show('/Law')
	expect(screen.getByTitle('法律声明').getAttribute('src')).toBe('https://law.example/t?a=1&page=law&language=zh')
	expect(screen.getByTitle('法律声明').getAttribute('sandbox')).not.toContain('allow-top-navigation')
})

test.each(['?isSelf=true', '?isSelf='])(
	'[ROUTE-26] [OP-007] with %s back is one page back, with or without a shell',
	async query => {
		const { where, go } = await show('/Privacy', query, phone)
		await go('/Login')
		await go(`/Privacy${query}`)
		await screen.findByTitle('隐私政策')
		back()
		await waitFor(() => expect(where()).toBe('/Login'))
		expect(call).not.toHaveBeenCalled()
	},
)

test.each(['', '?isSelf=false'])('[ROUTE-27] [BRG-19] with %j the shell is called, and the page stays', async query => {
	const { where } = await show('/Privacy', query, phone)
	back()
	await waitFor(() => expect(call.mock.calls).toEqual([['agreementBack']]))
	expect(where()).toContain('/Privacy')
})

test('[OP-007] without a shell back is one page back, or the start page', async () => {
	const { where } = await show('/Privacy')
	back()
	await waitFor(() => expect(where()).toBe('/'))
})

describe('the frame', () => {
	const outside = { base: 'https://meet.example', thirdParty: undefined, language: 'en', theme: 'dark' }

	test('[ROUTE-29] is under the base of the site', () => {
		expect(getFrameAddress('law', outside)).toBe('https://meet.example/agreements/law?language=en&theme=dark')
	})

	test.each(['javascript:alert(1)', 'data:text/html,x', '', 'law.example'])(
		'[ROUTE-28] %j is not shown',
		thirdParty => {
			expect(getFrameAddress('law', { ...outside, thirdParty })).toMatch(/^https:\/\/meet\.example\/agreements\/law/)
		},
	)

	test('is chosen by the path of the screen', () => {
		expect(['/Protocol', '/Law', '/Privacy'].map(getAgreementKind)).toEqual(['protocol', 'law', 'privacy'])
	})
})

import { User } from '@parley/api'
import { ok } from '@parley/core'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { LoginBindPhone } from './LoginBindPhone.screen.tsx'

const bind = 'POST /weChat/weChatBindingMobile'
const check = 'GET /weChat/verifyMobileWeChatBinding'
const send = 'POST /auth/sendSMSCaptcha'
const query = '?needLogin=true&meetingId=012345678&publicJoin=false&hasPwd=true'

const show = (at = query, bridge?: Parameters<typeof renderScreen>[3]) =>
	renderScreen('/loginBindPhone', LoginBindPhone, `/loginBindPhone${at}`, bridge)
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
/** Waits for the button of a rarely used, lazily loaded screen. */
const findPress = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
function fill() {
	type('手机号', '13800138000')
	type('短信验证码', '123456')
	press('绑定')
}

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
	localStorage.setItem('wxusrinfo', 'sealed')
	setPerson({ kind: 'guest' })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[BIND-01] the button is disabled until number and code are filled', async () => {
	await show()
	const button = screen.getByRole<HTMLButtonElement>('button', { name: '绑定' })
	expect(button.disabled).toBe(true)
	type('手机号', '13800138000')
	expect(button.disabled).toBe(true)
	type('短信验证码', '1')
	expect(button.disabled).toBe(false)
})

test('[BIND-11] [BIND-12] [BIND-13] [BIND-05] once bound, the token is stored, a toast is shown, the session refreshed, and the start follows', async () => {
	const server = stubServer({
		[bind]: { code: 0, data: { access_token: 'a' } },
		'GET /auth/me': { data: User.encode(aMember().user) },
		'POST /auth/refresh': { data: { access_token: 'b' } },
	})
	const { where } = await show()
	fill()
	await waitFor(() => expect(where()).toBe('/'))
	expect(server.last(bind)?.body).toMatchObject({ mobile: '8613800138000', mobileCode: '86', info: 'sealed' })
	expect(server.count('POST /auth/refresh')).toBe(1)
	expect(localStorage.getItem('accessToken')).toBe('b')
	expect(localStorage.getItem('userInfo')).toContain('hanmei')
	expect(screen.getByText('绑定成功，已登录')).toBeTruthy()
	expect(localStorage.getItem('wxusrinfo')).toBeNull()
})

test('[BIND-14] [ROUTE-05] back clears user, tab, token and identity, and forwards the query to the sign-in', async () => {
	for (const key of ['userInfo', 'activeType', 'accessToken', 'userName']) localStorage.setItem(key, 'x')
	const { where } = await show()
	press('返回')
	await waitFor(() => expect(where()).toBe(`/Login${query}`))
	for (const key of ['userInfo', 'activeType', 'accessToken', 'userName', 'wxusrinfo']) {
		expect([key, localStorage.getItem(key)]).toEqual([key, null])
	}
})

test('[BIND-09] [SOC-13] a number bound elsewhere is refused before a code is sent', async () => {
	const server = stubServer({
		'GET /auth/isCaptchaOpen': { data: {} },
		[check]: { status: 409, code: 100006 },
		[send]: { code: 0 },
	})
	await show()
	type('手机号', '13800138000')
	press('获取验证码')
	await screen.findByText('绑定失败：该手机号已绑定其他同类登录方式，请更换手机号')
	expect(server.count(send)).toBe(0)
})

test.each([
	['[BIND-17]', 401, 200005, '验证码不正确，请填写最新一条短信里的验证码'],
	['[BIND-17]', 401, 200000, '验证码已过期或已使用，请重新获取'],
	['[BIND-18]', 422, 200003, '手机号不正确，请核对国家或地区和号码'],
	['[BIND-19]', 403, 100007, '该账号或手机号不在本站点的任何企业中，请联系管理员添加'],
	['[BIND-20]', 429, 1002, '尝试次数过多，请 15 分钟后再试'],
	['[BIND-21]', 409, 200013, '绑定失败：该账号暂时无法绑定，请换一个账号，或联系管理员'],
	['[BIND-22]', 200, 999, '绑定失败：该账号暂时无法绑定，请换一个账号，或联系管理员'],
])('%s %i/%i shows its error', async (_rule, status, code, sentence) => {
	stubServer({ [bind]: { status, code } })
	await show()
	fill()
	await screen.findByText(sentence)
	expect(localStorage.getItem('wxusrinfo')).toBe('sealed')
})

test('[BIND-22] [BRG-17] an expired identity is requested again, and the new one is used', async () => {
	const server = stubServer({ [bind]: { status: 401, code: 40101 } })
	let confirm = () => {}
	const bridge = {
		present: true,
		info: { get: () => ({ present: true, version: undefined }), subscribe: () => () => {} },
		call: () => new Promise(resolve => (confirm = () => resolve(ok({ info: 'sealed-anew' })))),
		on: () => () => {},
	}
	await show(query, bridge as never)
	fill()
	await screen.findByText('应用的确认已过期或已使用，请重新向应用确认')
	press('重新向应用确认')
	await waitFor(() => expect(screen.queryByText('应用的确认已过期或已使用，请重新向应用确认')).toBeNull())
	confirm()
	await screen.findByText('应用已重新确认，请再点一次按钮')
	press('绑定')
	await waitFor(() => expect(server.last(bind)?.body).toMatchObject({ info: 'sealed-anew' }))
	expect(localStorage.getItem('wxusrinfo')).toBe('sealed-anew')
})

test('[ROUTE-05] without a pending identity it leads to the sign-in', async () => {
	localStorage.clear()
	const { where } = await show()
	expect(screen.queryByLabelText('手机号')).toBeNull()
	await findPress('去登录')
	await waitFor(() => expect(where()).toBe(`/Login${query}`))
})

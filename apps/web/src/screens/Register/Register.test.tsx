import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { setSite } from '../../testing/aSite.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { Register } from './Register.screen.tsx'

const check = 'POST /auth/mobileIsRegister'
const send = 'POST /auth/sendSMSCaptcha'
const register = 'POST /auth/register'
const closed = { 'GET /auth/isCaptchaOpen': { data: { isOpen: 0 } } }
const free = { ...closed, [check]: { code: 0, data: { registered: 0 } }, [send]: { code: 0 } }

const show = (query = '') => renderScreen('/Register', Register, `/Register${query}`)
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fill = () => {
	type('手机号', '13800138000')
	type('短信验证码', '123456')
}

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
	setSite({ type: 2 })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[REG-02] a number, its code and the ticked agreements; the button needs both fields', async () => {
	await show()
	expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
	const next = screen.getByRole<HTMLButtonElement>('button', { name: '下一步' })
	expect(next.disabled).toBe(true)
	fill()
	expect(next.disabled).toBe(false)
})

test('[REG-02] where the site wants it the agreements are unticked at first, and nothing is sent before', async () => {
	setSite({ type: 2, agreementTicked: false })
	const server = stubServer({ [register]: { data: 'a-token' } })
	const { where } = await show()
	const box = screen.getByRole<HTMLInputElement>('checkbox')
	expect(box.checked).toBe(false)
	fill()
	press('下一步')
	await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
	expect(server.count(register)).toBe(0)
	fireEvent.click(box)
	press('下一步')
	await waitFor(() => expect(where()).toContain('/perfectInfo'))
})

test('[REG-04] [ROUTE-03] [REG-03] the token leads to the profile, and the query is passed on', async () => {
	const server = stubServer({ [register]: { data: 'a-token' } })
	const { where, router } = await show('?meetingId=012345678&publicJoin=false')
	fill()
	press('下一步')
	await waitFor(() => expect(where()).toContain('/perfectInfo'))
	expect(router.state.location.state.newAccount).toBe('13800138000')
	expect(Object.fromEntries(new URLSearchParams(where().split('?')[1]))).toEqual({
		meetingId: '012345678',
		publicJoin: 'false',
		token: 'a-token',
	})
	expect(server.count(register)).toBe(1)
	expect(localStorage.getItem('mobile')).toBe('13800138000')
})

test('[SMS-15] [SMS-26] the number is checked, then a code of type 1 is sent', async () => {
	const server = stubServer(free)
	await show()
	type('手机号', '13800138000')
	press('获取验证码')
	await waitFor(() => expect(server.count(send)).toBe(1))
	expect(server.last(check)?.body).toMatchObject({ mobile: '13800138000', mobileCode: '86' })
	expect(server.last(send)?.body).toMatchObject({ type: 1, mobile: '13800138000' })
})

test('[OP-031] [SMS-27] a number with an account is an error before a code is sent, with signing in as its remedy', async () => {
	const server = stubServer({ ...free, [check]: { code: 0, data: { registered: 1 } } })
	const { where } = await show('?meetingId=842391556')
	type('手机号', '13800138000')
	press('获取验证码')
	await screen.findByText(m.verification_already_registered())
	expect(server.count(send)).toBe(0)
	press('去登录')
	await waitFor(() => expect(where()).toBe('/Login?meetingId=842391556'))
})

test('[OP-027] [LOGIN-11] with the agreements unticked there is a toast and no request', async () => {
	const server = stubServer({ [register]: { data: 'a-token' } })
	await show()
	fill()
	fireEvent.click(screen.getByRole('checkbox'))
	press('下一步')
	await screen.findByText('请先阅读并同意服务协议、法律声明和隐私政策')
	expect(server.requests).toEqual([])
})

test('[REG-01] a wrong code is an error at its field, which goes with typing', async () => {
	stubServer({ [register]: { status: 401, code: 200005 } })
	await show()
	fill()
	press('下一步')
	await screen.findByText('验证码不正确，请填写最新一条短信里的验证码')
	type('短信验证码', '654321')
	expect(screen.queryByText('验证码不正确，请填写最新一条短信里的验证码')).toBeNull()
})

test('[REG-17] on a site of type 1 the screen is unavailable and leads to signing in', async () => {
	setSite({ type: 1, isOa: true })
	const { where } = await show('?meetingId=842391556')
	expect(screen.queryByLabelText('手机号')).toBeNull()
	await screen.findByRole('heading', { name: '账号由企业统一开通' })
	press('去登录')
	await waitFor(() => expect(where()).toBe('/Login?meetingId=842391556'))
})

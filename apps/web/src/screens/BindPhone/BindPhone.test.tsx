import { User } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { BindPhone } from './BindPhone.screen.tsx'

const bind = 'POST /meeting/user/bindMobile'
const check = 'POST /auth/validateMobile'
const send = 'POST /auth/sendSMSCaptcha'

const show = () => renderScreen('/bindPhone', BindPhone, '/bindPhone')
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
/** Waits for the button of a rarely used, lazily loaded screen. */
const findPress = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
function setBound() {
	const { user, ...session } = aMember()
	setPerson({ ...session, user: { ...user, mobile: '13800138000' } })
}
function fill() {
	type('手机号', '13800138000')
	type('短信验证码', '123456')
	press('绑定')
}

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
	localStorage.setItem('accessToken', 'a')
	setPerson(aMember())
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[BIND-10] [BIND-15] [ROUTE-06] the number is bound, the person fetched again, and the list follows', async () => {
	const user = { ...User.encode(aMember().user), mobile: '13800138000' }
	const server = stubServer({ [bind]: { code: 0 }, 'GET /auth/me': { data: user } })
	const { where } = await show()
	fill()
	await waitFor(() => expect(where()).toBe('/MeetingList'))
	expect(server.last(bind)?.body).toMatchObject({ inputCode: '123456', mobile: '13800138000', mobileCode: '86' })
	expect(JSON.parse(localStorage.getItem('userInfo') ?? '{}')).toMatchObject({ mobile: '13800138000' })
	expect(localStorage.getItem('mobile')).toBe('13800138000')
})

test('[SMS-17] [OP-030] the number is validated, then a code of type 4 is sent', async () => {
	const server = stubServer({
		'GET /auth/isCaptchaOpen': { data: { isOpen: 0 } },
		[check]: { code: 0, data: { registered: 0 } },
		[send]: { code: 0 },
	})
	await show()
	type('手机号', '13800138000')
	press('获取验证码')
	await waitFor(() => expect(server.count(send)).toBe(1))
	expect(server.count(check)).toBe(1)
	expect(server.last(send)?.body).toMatchObject({ type: 4 })
})

test('[BIND-16] a number of another account shows an error at the field, until another is typed', async () => {
	stubServer({ [bind]: { status: 409, code: 100006 } })
	await show()
	fill()
	await screen.findByText('该手机号已绑定其他账号，请更换手机号，或使用该账号登录')
	expect(screen.getByLabelText('手机号').getAttribute('aria-invalid')).toBe('true')
	type('手机号', '13900139000')
	expect(screen.getByLabelText('手机号').getAttribute('aria-invalid')).not.toBe('true')
})

test('[HTTP-10] a guest is led to the sign-in', async () => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
	const { where } = await show()
	await findPress('去登录')
	await waitFor(() => expect(where()).toBe('/Login'))
})

test('[HTTP-10] a person who does not bind a number can switch to another account', async () => {
	stubServer({ 'POST /auth/logout': {} })
	const { where } = await show()
	press('换一个账号')
	await waitFor(() => expect(where()).toBe('/Login'))
	expect(localStorage.getItem('accessToken')).toBeNull()
})

test('a person with a number is told so, and led to the list or to binding another one', async () => {
	setBound()
	const { where } = await show()
	expect(screen.getByRole('heading', { name: '已绑定手机号' })).toBeTruthy()
	expect(screen.getByText(/已绑定 138\*\*\*\*8000/)).toBeTruthy()
	expect(screen.queryByLabelText('手机号')).toBeNull()
	press('绑定其他手机号')
	expect(screen.getByLabelText('手机号')).toBeTruthy()
	expect(where()).toBe('/bindPhone')
})

test('from there the list follows', async () => {
	setBound()
	const { where } = await show()
	press('返回会议列表')
	await waitFor(() => expect(where()).toBe('/MeetingList'))
})

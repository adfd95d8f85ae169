import { User } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setSite } from '../../testing/aSite.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { PhoneRetrieve } from './PhoneRetrieve.screen.tsx'

const path = '/forgetPwd/phoneRetrieve'
const check = 'POST /auth/mobileIsRegister'
const verify = 'POST /auth/checkForgetPasswordSMSCaptcha'
const send = 'POST /auth/sendSMSCaptcha'
const closed = { 'GET /auth/isCaptchaOpen': { data: { isOpen: 0 } } }

const show = (query = '') => renderScreen(path, PhoneRetrieve, `${path}${query}`)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
	localStorage.clear()
	sessionStorage.clear()
	setPerson({ kind: 'guest' })
	setSite({ type: 2 })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

describe('a forgotten password', () => {
	test('[FORGOT-01] [FORGOT-02] [ROUTE-09] the code leads to a new password with the token; the query is passed on', async () => {
		const server = stubServer({ [verify]: { data: 'a-token' } })
		const { where } = await show('?needLogin=true&meetingId=842391556&mobile=13800138000&mobileCode=86')
		type('短信验证码', '123456')
		press('下一步')
		await waitFor(() => expect(where()).toContain('/forgetPwd/resetPwd'))
		expect(Object.fromEntries(new URLSearchParams(where().split('?')[1]))).toEqual({
			needLogin: 'true',
			meetingId: '842391556',
			token: 'a-token',
		})
		expect(server.last(verify)?.body).toMatchObject({ mobile: '13800138000', mobileCode: '86' })
	})

	test('[ROUTE-07] [SMS-10] [SMS-09] title, number and area of the query are on the screen; the area is locked', async () => {
		await show('?title=%E4%BF%AE%E6%94%B9%E5%AF%86%E7%A0%81&mobile=51234567&mobileCode=852')
		expect(screen.getByRole('heading', { name: '修改密码' })).toBeTruthy()
		expect(field('手机号').value).toBe('51234567')
		expect(screen.getByRole<HTMLButtonElement>('button', { name: /国家或地区/ }).disabled).toBe(true)
		expect(screen.getByText('+852')).toBeTruthy()
	})

	test('[SMS-09] another number is an error until it is changed, and nothing is sent', async () => {
		const server = stubServer({ [verify]: { data: 'a-token' } })
		await show('?mobile=13800138000')
		type('手机号', '13900139000')
		type('短信验证码', '123456')
		press('下一步')
		await screen.findByText(m.verification_inconsistent())
		expect(server.requests).toEqual([])
		type('手机号', '13800138000')
		expect(screen.queryByText(m.verification_inconsistent())).toBeNull()
	})

	test('[SMS-29] [FORGOT-07] a number without an account is an error before a code is sent, with registration as its remedy', async () => {
		const server = stubServer({ ...closed, [check]: { status: 404, code: 100008 }, [send]: { code: 0 } })
		const { where } = await show('?meetingId=842391556')
		type('手机号', '13800138000')
		press('获取验证码')
		await screen.findByText(m.verification_not_registered())
		expect(server.count(send)).toBe(0)
		press('去注册')
		await waitFor(() => expect(where()).toBe('/Register?meetingId=842391556'))
	})

	test('[REG-17] without registration it is not offered', async () => {
		setSite({ type: 1 })
		stubServer({ ...closed, [check]: { status: 404, code: 100008 } })
		await show()
		type('手机号', '13800138000')
		press('获取验证码')
		await screen.findByText(m.verification_not_registered())
		expect(screen.queryByRole('button', { name: '去注册' })).toBeNull()
	})

	test('[OP-028] the code is of type 3', async () => {
		const server = stubServer({ ...closed, [check]: { code: 0, data: { registered: 1 } }, [send]: { code: 0 } })
		await show()
		type('手机号', '13800138000')
		press('获取验证码')
		await waitFor(() => expect(server.last(send)?.body).toMatchObject({ type: 3 }))
	})

	test('[FORGOT-06] an account without a profile has signing in as its remedy', async () => {
		stubServer({ [verify]: { status: 409, code: 200006 } })
		const { where } = await show('?mobile=13800138000')
		type('短信验证码', '123456')
		press('下一步')
		await screen.findByText('该账号尚未设置姓名和密码，请先用验证码登录并完善资料')
		press('去登录')
		await waitFor(() => expect(where()).toBe('/Login'))
	})

	test('[ROLE-07] a private site does not offer the OA account', async () => {
		setSite({ type: 1, isPrivate: true })
		await show()
		expect(screen.queryByRole('button', { name: '改用 OA 账号' })).toBeNull()
	})

	test('[OP-038] the OA account is one tap away', async () => {
		const { where } = await show('?meetingId=842391556&mobile=1')
		press('改用 OA 账号')
		await waitFor(() => expect(where()).toBe('/forgetPwd/oaVerification?meetingId=842391556'))
	})
})

describe('unbinding', () => {
	const prove = 'POST /weChat/mobileUnbundlingValidation'
	const remove = 'DELETE /weChat/userUnbundlingWeChat'
	const member = aMember()
	const own = { ...member, user: { ...member.user, mobile: '13800138000', mobileCode: '86', messengerId: 'm' } }
	const answers = {
		[prove]: { data: { token: 'u' } },
		[remove]: {},
		'GET /auth/me': { data: User.encode(member.user) },
	}

	async function provenBy(query: string) {
		const shown = await show(query)
		await screen.findByLabelText('短信验证码')
		type('短信验证码', '123456')
		press('下一步')
		return shown
	}

	beforeEach(() => {
		localStorage.setItem('accessToken', 'a')
		setPerson(own)
	})

	test('[UNBIND-01] [UNBIND-02] [UNBIND-04] verified, confirmed, unbound, and back', async () => {
		const server = stubServer(answers)
		const { where } = await provenBy('?iswx=true')
		const dialog = await screen.findByRole('alertdialog')
		expect(server.last(prove)?.body).toMatchObject({ inputCode: '123456', mobile: '13800138000', mobileCode: '86' })
		fireEvent.click(within(dialog).getByRole('button', { name: '解除关联' }))
		await waitFor(() => expect(where()).toBe('/MeetingList'))
		expect(server.last(remove)?.query.get('token')).toBe('u')
		expect(screen.getByText('已解除关联微信')).toBeTruthy()
	})

	test('[UNBIND-05] declining unbinds nothing, and confirmation can be asked for again without another code', async () => {
		const server = stubServer(answers)
		await provenBy('?iswx=true')
		fireEvent.click(
			within(await screen.findByRole('alertdialog')).getByRole('button', {
				name: '取消',
			}),
		)
		await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
		expect(server.count(remove)).toBe(0)
		press('解除关联')
		await screen.findByRole('alertdialog')
		expect(server.count(prove)).toBe(1)
	})

	test('[UNBIND-02] isApple unbinds the device maker', async () => {
		const server = stubServer({ 'POST /apple/mobileUnbundlingValidation': { data: { token: 'u' } } })
		await provenBy('?isApple=true')
		await screen.findByRole('alertdialog')
		expect(server.requests[0]?.call).toBe('POST /apple/mobileUnbundlingValidation')
	})

	test.each([
		['[UNBIND-06]', 200005, '验证码不正确，请填写最新一条短信里的验证码'],
		['[UNBIND-07]', 200000, '页面或验证码已过期，请重新获取验证码'],
		['[UNBIND-08]', 200003, '手机号不正确，请核对国家或地区和号码'],
		['[UNBIND-09]', 1004, '该手机号不是账号绑定的手机号，请填写账号绑定的号码'],
	])('%s %i is shown', async (_rule, code, message) => {
		const server = stubServer({ [prove]: { status: 401, code } })
		await provenBy('?iswx=true')
		await screen.findByText(message)
		expect(server.count(remove)).toBe(0)
	})

	test('[UNBIND-01] without a number the alternatives are shown', async () => {
		setPerson(member)
		const { where } = await show('?iswx=true')
		fireEvent.click(await screen.findByRole('button', { name: '改用 OA 账号' }))
		await waitFor(() => expect(where()).toBe('/forgetPwd/oaVerification?iswx=true'))
	})

	test('[UNBIND-01] for a guest the screen is unavailable', async () => {
		setPerson({ kind: 'guest' })
		await show('?iswx=true')
		await screen.findByRole('heading', { name: '请先登录' })
	})
})

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import { chooseLanguage } from '../../locales/index.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { toast } from '../../ui/index.ts'
import { SmsForm } from './SmsForm.tsx'
import {
	type SmsFormValues as Form,
	getSmsSignInMessageKey,
	type SmsSignInMessageKey,
	smsSignIn,
	smsSignInMessage,
} from './smsSignIn.ts'

const login = 'POST /auth/loginBySMSCaptcha'
const send = 'POST /auth/sendSMSCaptcha'
const registered = 'POST /auth/mobileIsRegister'
const user = { id: '7', name: '13812345678', display_name: '韩梅', is_completed_info: 1, user_type: 0, corps: [] }
const letIn = { [login]: { data: { access_token: 'tok' } }, 'GET /auth/me': { data: user } }

async function show() {
	const onSignedIn = vi.fn()
	await renderScreen('/Login', () => <SmsForm search={{}} onSignedIn={onSignedIn} />, '/Login')
	return onSignedIn
}
const mobile = () => screen.getByLabelText<HTMLInputElement>('手机号')
const code = () => screen.getByLabelText<HTMLInputElement>('短信验证码')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^登录|正在登录/ })
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })
function fill() {
	type(mobile(), '13812345678')
	type(code(), '123456')
	fireEvent.click(screen.getByRole('checkbox'))
}

beforeEach(() => {
	// The countdown stays at 60, however long the machine takes to show it.
	vi.useFakeTimers({ toFake: ['Date'] })
	localStorage.clear()
	sessionStorage.clear()
	for (const { id } of toast.current()) toast.dismiss(id)
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[SMS-03] the button is disabled until number and code are filled', async () => {
	await show()
	expect(button().disabled).toBe(true)
	type(mobile(), '138')
	expect(button().disabled).toBe(true)
	type(code(), '1')
	expect(button().disabled).toBe(false)
})

test('[SMS-04] with the checkbox unticked there is a toast and no request', async () => {
	const server = stubServer(letIn)
	await show()
	fill()
	fireEvent.click(screen.getByRole('checkbox'))
	fireEvent.click(button())
	await waitFor(() =>
		expect(toast.current().map(({ text }) => text)).toContain('请先阅读并同意服务协议、法律声明和隐私政策'),
	)
	expect(server.requests).toEqual([])
})

test('[SMS-01] [SMS-02] [STORE-01] the requests of signing in', async () => {
	const server = stubServer(letIn)
	const onSignedIn = await show()
	fill()
	fireEvent.click(button())
	await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith({ to: '/MeetingList' }))
	const { _token, ...body } = server.last(login)?.body ?? {}
	expect(body).toEqual({ inputCode: '123456', mobile: '13812345678', mobileCode: '86', auto_login: 1 })
	expect([localStorage.getItem('accessToken'), localStorage.getItem('mobile')]).toEqual(['tok', '13812345678'])
})

test('[SMS-16] [SMS-26] the number is checked, then a code of type 2 is sent', async () => {
	const server = stubServer({ [registered]: { code: 0, data: { registered: 1 } }, [send]: { code: 0 } })
	await show()
	type(mobile(), '13812345678')
	fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
	await screen.findByText('60 秒后重发')
	expect(server.last(registered)?.body).toMatchObject({ mobile: '13812345678', mobileCode: '86' })
	expect(server.last(send)?.body).toMatchObject({ type: 2 })
})

test('[SMS-27] a number without an account is an error, and no code is sent', async () => {
	const server = stubServer({ [registered]: { code: 0, data: { registered: 0 } }, [send]: { code: 0 } })
	await show()
	type(mobile(), '13812345678')
	fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
	await screen.findByText(/尚未注册/)
	expect(server.count(send)).toBe(0)
})

test('[SMS-12] the number a code was just sent to is filled in again', async () => {
	stubServer({ [registered]: { code: 0, data: { registered: 1 } }, [send]: { code: 0 } })
	await show()
	type(mobile(), '13812345678')
	fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
	await screen.findByText('60 秒后重发')
	cleanup()
	await show()
	expect(mobile().value).toBe('138 1234 5678')
	expect(screen.getByText('60 秒后重发')).toBeTruthy()
})

test.each([
	['SMS-23', 'the code', { status: 401, code: 200005 }, '验证码不正确，请核对后重新输入', code],
	['SMS-24', 'the number', { status: 422, code: 200003 }, '手机号不正确，请核对后重试', mobile],
] as const)(
	'[%s] what is wrong with %s is said at the field until one types',
	async (_, _name, refusal, message, field) => {
		stubServer({ [login]: refusal })
		await show()
		fill()
		vi.useFakeTimers()
		fireEvent.click(button())
		await act(() => vi.advanceTimersByTimeAsync(60_000))
		expect(screen.getByText(message)).toBeTruthy()
		expect(field().getAttribute('aria-invalid')).toBe('true')
		type(code(), '654321')
		expect(screen.queryByText(message)).toBeNull()
	},
)

test('[LOGIN-46] [LOGIN-45] what is about no field is in a banner for two seconds, and the form keeps its values', async () => {
	stubServer({ [login]: 'no-answer' })
	await show()
	fill()
	vi.useFakeTimers()
	fireEvent.click(button())
	await act(() => vi.advanceTimersByTimeAsync(50))
	expect(screen.getByText(/网络异常/)).toBeTruthy()
	await act(() => vi.advanceTimersByTimeAsync(2_000))
	expect(screen.queryByText(/网络异常/)).toBeNull()
	expect(code().value).toBe('123456')
})

test.each([
	['SMS-23', 'wrongCode', 'wrongCode', /验证码不正确/],
	['SMS-23', 'codeExpired', 'codeExpired', /验证码已失效/],
	['SMS-24', 'mobileInvalid', 'mobileInvalid', /手机号不正确/],
	['SMS-25', 'noDefaultCompany', 'noDefaultCompany', /尚未加入企业/],
	['LOGIN-42', 'tooMany', 'tooMany', /次数过多/],
	['LOGIN-45', 'offline', 'network', /网络异常/],
	['LOGIN-43', 'broken', 'loginError', /登录失败/],
] as const)('[%s] %s', async (_, refusal, messageKey, message) => {
	expect(getSmsSignInMessageKey({ refusal })).toBe(messageKey)
	expect(smsSignInMessage(messageKey)).toMatch(message)
	const deps = { callApi: (async () => ({ ok: false, failure: { refusal } })) as unknown as CallApi } as never
	const form: Form = { areaCode: '86', mobile: '138', code: '1', agreed: true }
	expect(await smsSignIn(form, {}, deps)).toMatchObject({ status: 'failed', messageKey })
})

test('every message differs from the others in both languages', () => {
	const keys: SmsSignInMessageKey[] = [
		'readProtocol',
		'noPhone',
		'wrongCode',
		'codeExpired',
		'mobileInvalid',
		'noDefaultCompany',
		'tooMany',
		'network',
		'loginError',
	]
	for (const language of ['zh', 'en'] as const) {
		chooseLanguage(language)
		expect(new Set(keys.map(key => smsSignInMessage(key))).size).toBe(keys.length)
		expect(smsSignInMessage('tooMany', 90_000)).toContain('2')
	}
	chooseLanguage('zh')
})

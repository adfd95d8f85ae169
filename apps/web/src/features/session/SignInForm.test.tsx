// @vitest-environment happy-dom
import { openPassword } from '@parley/api'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../../ui/index.ts'
import { SignInForm } from './SignInForm.tsx'

interface Sent {
	path: string
	body: Record<string, unknown>
	headers: Record<string, string>
}
let sent: Sent[]
let refuse: { status: number; code: number } | undefined

const user = {
	id: '7',
	name: 'hanmei',
	display_name: 'Han Mei',
	is_completed_info: 1,
	user_type: 0,
	corps: [{ corpId: 'c1', corporationName: 'Parley Demo', corpType: 1, userType: 0, isDefault: 1 }],
}
const answers: Record<string, unknown> = {
	'/auth/login?unauth&noErrorTip': { code: 200, data: { access_token: 'tok' } },
	'/auth/me': { code: 200, data: user },
	'/corp/rememberLastCorp': { code: 200, data: {} },
}

beforeEach(() => {
	vi.useFakeTimers()
	localStorage.clear()
	sent = []
	refuse = undefined
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		const body = JSON.parse((init.body as string | undefined) ?? '{}')
		sent.push({ path, body, headers: init.headers as Record<string, string> })
		if (refuse) return new Response(JSON.stringify({ code: refuse.code }), { status: refuse.status })
		return new Response(JSON.stringify(answers[path] ?? { code: 404 }))
	})
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

const name = () => screen.getByLabelText<HTMLInputElement>('用户名')
const password = () => screen.getByLabelText<HTMLInputElement>('密码')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^登录|正在登录/ })
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const logins = () => sent.filter(({ path }) => path.startsWith('/auth/login'))

function show() {
	const onThrough = vi.fn()
	render(<SignInForm arrival={{}} onThrough={onThrough} />)
	return onThrough
}
function fill(as = 'hanmei') {
	type(name(), as)
	type(password(), 'Parley-2026')
	fireEvent.click(screen.getByRole('checkbox'))
}

test('[LOGIN-17] the button is disabled until both fields are filled', () => {
	show()
	expect(button().disabled).toBe(true)
	type(name(), 'hanmei')
	expect(button().disabled).toBe(true)
	type(password(), 'x')
	expect(button().disabled).toBe(false)
})

test('[LOGIN-10] shortening the name to three characters empties the password', () => {
	show()
	fill()
	type(name(), 'hanm')
	expect(password().value).toBe('Parley-2026')
	type(name(), 'han')
	expect(password().value).toBe('')
})

test('[LOGIN-07] [LOGIN-14] what cannot be there goes as it is typed', () => {
	show()
	type(name(), 'a b!@')
	type(password(), 'a b')
	expect([name().value, password().value]).toEqual(['ab', 'ab'])
})

test('[LOGIN-07] the letters of an input method are left alone until it is done', () => {
	show()
	fireEvent.input(name(), { target: { value: "han'mei" }, isComposing: true })
	expect(name().value).toBe("han'mei")
	fireEvent.input(name(), { target: { value: '韩梅!' }, isComposing: true })
	fireEvent.compositionEnd(name())
	expect(name().value).toBe('韩梅')
})

test('[LOGIN-15] nothing can be pasted into the password or copied out of it', () => {
	show()
	type(password(), 'secret')
	// fireEvent says whether the browser would have gone on.
	expect([fireEvent.paste(password()), fireEvent.copy(password()), fireEvent.cut(password())]).toEqual([
		false,
		false,
		false,
	])
	expect(fireEvent.paste(name())).toBe(true)
})

test('[LOGIN-11] [LOGIN-12] unticked there is a toast and no request', async () => {
	show()
	expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
	type(name(), 'hanmei')
	type(password(), 'Parley-2026')
	fireEvent.click(button())
	await passes(0)
	expect(toast.current().map(({ text }) => text)).toEqual(['请先阅读并同意服务协议、法律声明和隐私政策'])
	expect(sent).toEqual([])
})

test('[LOGIN-09] a name of one character is told so, by the field', async () => {
	show()
	fill('a')
	fireEvent.click(button())
	await passes(0)
	expect(name().getAttribute('aria-invalid')).toBe('true')
	expect(screen.getByText(/用户名为 2 至 20 个字符/)).toBeTruthy()
	expect(sent).toEqual([])
	type(name(), 'ab')
	expect(name().getAttribute('aria-invalid')).toBeNull()
})

test('[LOGIN-19] two clicks within a second make one request, one after it makes another', async () => {
	refuse = { status: 401, code: 1004 }
	show()
	fill()
	fireEvent.click(button())
	await passes(500)
	fireEvent.click(button())
	await passes(499)
	expect(logins()).toHaveLength(1)
	await passes(1)
	fireEvent.click(button())
	await passes(0)
	expect(logins()).toHaveLength(2)
})

test('[LOGIN-39] [LOGIN-46] a refusal stands in a banner for two seconds, and the form keeps what was typed', async () => {
	refuse = { status: 401, code: 1004 }
	show()
	fill()
	fireEvent.click(button())
	await passes(0)
	expect(screen.getByText('用户名或密码不正确')).toBeTruthy()
	await passes(1_999)
	expect(screen.queryByText('用户名或密码不正确')).toBeTruthy()
	await passes(1)
	expect(screen.queryByText('用户名或密码不正确')).toBeNull()
	expect([name().value, password().value]).toEqual(['hanmei', 'Parley-2026'])
})

test('[LOGIN-01] [LOGIN-16] [LOGIN-21] [LOGIN-22] [LOGIN-24] [LOGIN-25] signing in, over the wire', async () => {
	const onThrough = show()
	fill()
	fireEvent.submit(button().form as HTMLFormElement)
	await passes(0)
	await passes(0)
	expect(sent.map(({ path }) => path)).toEqual(['/auth/login?unauth&noErrorTip', '/auth/me', '/corp/rememberLastCorp'])
	expect(openPassword(String(sent[0]?.body.password))).toBe('Parley-2026')
	expect(sent[1]?.headers.authorization).toBe('Bearer tok')
	expect(localStorage.getItem('accessToken')).toBe('tok')
	expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({ id: '7', display_name: 'Han Mei' })
	expect([localStorage.getItem('userName'), localStorage.getItem('corpId')]).toEqual(['hanmei', 'c1'])
	expect(JSON.parse(localStorage.getItem('corp') ?? '')).toMatchObject({ corporationName: 'Parley Demo' })
	expect(onThrough).toHaveBeenCalledWith({ to: '/MeetingList' })
})

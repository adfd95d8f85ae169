// @vitest-environment happy-dom
import { decryptPassword, encryptPassword } from '@parley/api'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { toast } from '../../ui/index.ts'
import { SignInForm } from './SignInForm.tsx'

interface Sent {
	path: string
	body: Record<string, unknown>
	headers: Record<string, string>
}
/** Loading uses the real clock, whatever the time of the test is. */
const turn = globalThis.setImmediate

let sent: Sent[]
let refuse: { status: number; code: number } | undefined
let isOpen: boolean
let challenges: number

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
	isOpen = false
	challenges = 0
	for (const { id } of toast.current()) toast.dismiss(id)
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		const body = JSON.parse((init.body as string | undefined) ?? '{}')
		if (path === '/auth/isCaptchaOpen') return new Response(JSON.stringify({ isOpen: isOpen ? 1 : 0 }))
		if (path.startsWith('/auth/getGtCaptcha')) return aChallenge()
		if (path.startsWith('/auth/solveCaptcha')) {
			return new Response(JSON.stringify({ code: 200, data: { captcha: `pass ${challenges}` } }))
		}
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

function aChallenge() {
	challenges++
	const puzzle = { id: `p${challenges}`, picture: 'data:,', piece: 'data:,', width: 300, height: 150, pieceWidth: 60 }
	const dataResult = { appkey: 'own', scene: 'login', puzzle: { ...puzzle, salt: 's', keyBits: 1, blindBits: 1 } }
	return new Response(JSON.stringify({ code: 200, dataResult }))
}

const name = () => screen.getByLabelText<HTMLInputElement>('用户名或手机号')
const password = () => screen.getByLabelText<HTMLInputElement>('密码')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^登录|正在登录/ })
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const logins = () => sent.filter(({ path }) => path.startsWith('/auth/login'))

const seal = (password: string) => encryptPassword(password, new Uint8Array(16))

async function show() {
	const onSignedIn = vi.fn()
	const shown = await renderScreen(
		'/Login',
		() => <SignInForm search={{}} onSignedIn={onSignedIn} encryptPassword={seal} />,
		'/Login',
	)
	await passes(0)
	return { ...shown, onSignedIn }
}
async function slider(): Promise<HTMLElement> {
	for (;;) {
		const found = screen.queryByRole('slider')
		if (found) return found
		await act(() => new Promise(resolve => turn(resolve)))
	}
}
/** Drags the piece and lets it go. */
async function solve() {
	const handle = (await slider()).nextElementSibling as HTMLElement
	vi.spyOn(handle.parentElement as HTMLElement, 'getBoundingClientRect').mockReturnValue({ width: 300 } as DOMRect)
	fireEvent.pointerDown(handle, { clientX: 0, clientY: 0, button: 0, buttons: 1 })
	fireEvent.pointerMove(handle, { clientX: 40, clientY: 1, buttons: 1 })
	fireEvent.pointerUp(handle, { clientX: 80, clientY: 1 })
	await passes(0)
	await passes(0)
}
function fill(as = 'hanmei') {
	type(name(), as)
	type(password(), 'Parley-2026')
	fireEvent.click(screen.getByRole('checkbox'))
}

test('[LOGIN-17] the button is disabled until both fields are filled', async () => {
	await show()
	expect(button().disabled).toBe(true)
	type(name(), 'hanmei')
	expect(button().disabled).toBe(true)
	type(password(), 'x')
	expect(button().disabled).toBe(false)
})

test('[LOGIN-10] shortening the name to three characters empties the password', async () => {
	await show()
	fill()
	type(name(), 'hanm')
	expect(password().value).toBe('Parley-2026')
	type(name(), 'han')
	expect(password().value).toBe('')
})

test('[LOGIN-07] [LOGIN-14] characters that are not allowed are removed while typing', async () => {
	await show()
	type(name(), 'a b!@')
	type(password(), 'a b')
	expect([name().value, password().value]).toEqual(['ab', 'ab'])
})

test('[LOGIN-07] text of an input method is not changed while it is composed', async () => {
	await show()
	fireEvent.input(name(), { target: { value: "han'mei" }, isComposing: true })
	expect(name().value).toBe("han'mei")
	fireEvent.input(name(), { target: { value: '韩梅!' }, isComposing: true })
	fireEvent.compositionEnd(name())
	expect(name().value).toBe('韩梅')
})

test('[LOGIN-15] the password refuses paste and copy', async () => {
	await show()
	type(password(), 'secret')
	// fireEvent returns whether the default action is still allowed.
	expect([fireEvent.paste(password()), fireEvent.copy(password()), fireEvent.cut(password())]).toEqual([
		false,
		false,
		false,
	])
	expect(fireEvent.paste(name())).toBe(true)
})

test('[LOGIN-11] [LOGIN-12] with the checkbox unticked there is a toast and no request', async () => {
	await show()
	expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
	type(name(), 'hanmei')
	type(password(), 'Parley-2026')
	fireEvent.click(button())
	await passes(0)
	expect(toast.current().map(({ text }) => text)).toEqual(['请先阅读并同意服务协议、法律声明和隐私政策'])
	expect(sent).toEqual([])
})

test('[LOGIN-09] a name of one character is an error at the field', async () => {
	await show()
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
	await show()
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

test('[LOGIN-39] a wrong password is said at the field, which has the focus, until one types', async () => {
	const wrong = () => password().getAttribute('aria-invalid') === 'true' && screen.queryByText(/^用户名或密码不正确/)
	refuse = { status: 401, code: 1004 }
	await show()
	fill()
	fireEvent.click(button())
	await passes(0)
	expect(wrong()).toBeTruthy()
	expect(document.activeElement).toBe(password())
	await passes(60_000)
	expect(wrong()).toBeTruthy()
	expect([name().value, password().value]).toEqual(['hanmei', 'Parley-2026'])
	type(password(), 'Parley-2027')
	expect(screen.queryByText(/^用户名或密码不正确/)).toBeNull()
	fireEvent.click(button())
	await passes(0)
	expect(wrong()).toBeTruthy()
	type(name(), 'lilei')
	expect(screen.queryByText(/^用户名或密码不正确/)).toBeNull()
})

test('[LOGIN-46] [LOGIN-42] what is not about the password is in a banner for two seconds, and the form keeps its values', async () => {
	refuse = { status: 401, code: 1002 }
	await show()
	fill()
	fireEvent.click(button())
	await passes(0)
	expect(screen.getByText('尝试次数过多，请稍后再试')).toBeTruthy()
	expect(password().getAttribute('aria-invalid')).toBeNull()
	await passes(1_999)
	expect(screen.queryByText('尝试次数过多，请稍后再试')).toBeTruthy()
	await passes(1)
	expect(screen.queryByText('尝试次数过多，请稍后再试')).toBeNull()
	expect([name().value, password().value]).toEqual(['hanmei', 'Parley-2026'])
})

test('[LOGIN-18] [LOGIN-35] while the puzzle is waited for, the button says why, and not after it', async () => {
	isOpen = true
	await show()
	fill()
	await slider()
	const reason = () => document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent
	expect([button().disabled, reason()]).toEqual([true, '为保护账号安全，完成下面的验证后才能登录。'])
	await solve()
	expect([button().disabled, reason()]).toEqual([false, undefined])
})

test('[LOGIN-41] code 100007 says that the password is wrong, for a name of digits too', async () => {
	refuse = { status: 401, code: 100007 }
	await show()
	fill('123456')
	fireEvent.click(button())
	await passes(0)
	expect(screen.getByText('密码不正确，请重新输入')).toBeTruthy()
})

test('[LOGIN-01] [LOGIN-16] [LOGIN-21] [LOGIN-22] [LOGIN-24] [LOGIN-25] the requests of signing in', async () => {
	const { onSignedIn } = await show()
	fill()
	fireEvent.submit(button().form as HTMLFormElement)
	await passes(0)
	await passes(0)
	expect(sent.map(({ path }) => path)).toEqual(['/auth/login?unauth&noErrorTip', '/auth/me', '/corp/rememberLastCorp'])
	expect(decryptPassword(String(sent[0]?.body.password))).toBe('Parley-2026')
	expect(sent[1]?.headers.authorization).toBe('Bearer tok')
	expect(localStorage.getItem('accessToken')).toBe('tok')
	expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({ id: '7', display_name: 'Han Mei' })
	expect([localStorage.getItem('userName'), localStorage.getItem('corpId')]).toEqual(['hanmei', 'c1'])
	expect(JSON.parse(localStorage.getItem('corp') ?? '')).toMatchObject({ corporationName: 'Parley Demo' })
	expect(onSignedIn).toHaveBeenCalledWith({ to: '/MeetingList' })
})

test('[LOGIN-34] [LOGIN-35] [LOGIN-37] [LOGIN-38] a slider that the server requires is shown in the form, and its pass is sent', async () => {
	isOpen = true
	await show()
	expect(await slider()).toBeTruthy()
	fill()
	expect(button().disabled).toBe(true)
	await solve()
	expect(screen.getByText('验证通过')).toBeTruthy()
	expect(logins()).toEqual([])
	expect(button().disabled).toBe(false)
	fireEvent.click(button())
	await passes(0)
	expect(logins()[0]?.body.captcha).toBe('pass 1')
})

test('[LOGIN-35] a slider that is not required is not shown', async () => {
	await show()
	await passes(100)
	expect(screen.queryByRole('slider')).toBeNull()
	expect(challenges).toBe(0)
})

test.each([400, 800, 900])(
	'[LOGIN-36] [LOGIN-18] code %i shows the slider, and solving it submits the form again',
	async code => {
		refuse = { status: 400, code }
		await show()
		fill()
		fireEvent.click(button())
		await passes(0)
		expect(await slider()).toBeTruthy()
		expect(button().disabled).toBe(true)
		expect(screen.queryByRole('alert', { name: /./ })).toBeNull()
		refuse = undefined
		await solve()
		expect(logins().map(({ body }) => body.captcha)).toEqual(['', 'pass 1'])
	},
)

test('[LOGIN-40] [OP-023] 401 with 1004 asks for a new challenge, which is shown only where one is required', async () => {
	refuse = { status: 401, code: 1004 }
	await show()
	fill()
	fireEvent.click(button())
	await passes(0)
	expect([challenges, screen.queryByRole('slider')]).toEqual([1, null])
	isOpen = true
	await passes(1_000)
	fireEvent.click(button())
	await passes(0)
	expect(await slider()).toBeTruthy()
	expect([challenges, button().disabled]).toEqual([2, true])
})

test('a pass is used once: after a failed sign-in a new one is needed', async () => {
	isOpen = true
	await show()
	fill()
	await solve()
	refuse = { status: 401, code: 100007 }
	fireEvent.click(button())
	await passes(0)
	await passes(0)
	expect([challenges, button().disabled]).toEqual([2, true])
})

test('[LOGIN-42] the error of too many attempts has the time to wait', async () => {
	refuse = { status: 429, code: 1002 }
	await show()
	fill()
	fireEvent.click(button())
	await passes(0)
	expect(screen.getByText('尝试次数过多，请稍后再试')).toBeTruthy()
})

test('a form that is opened after the agreements, instead of returned to, is empty', async () => {
	const { go } = await show()
	fill()
	await act(async () => void fireEvent.click(screen.getByRole('link', { name: '《服务协议》' })))
	await passes(0)
	await go('/Index')
	await go('/Login')
	await passes(0)
	expect([name().value, password().value]).toEqual(['', ''])
})

test('[ROUTE-26] the agreements are links, and the form is restored after reading them', async () => {
	const { where, go, back } = await show()
	fill()
	const terms = screen.getByRole('link', { name: '《服务协议》' })
	expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
		'/Protocol?isSelf=true',
		'/Law?isSelf=true',
		'/Privacy?isSelf=true',
	])
	await act(async () => void fireEvent.click(terms))
	await passes(0)
	expect(where()).toBe('/Protocol?isSelf=true')
	await back()
	await passes(0)
	expect([name().value, password().value]).toEqual(['hanmei', 'Parley-2026'])
	expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
	await go('/Index')
	await go('/Login')
	await passes(0)
	expect([name().value, password().value]).toEqual(['', ''])
})

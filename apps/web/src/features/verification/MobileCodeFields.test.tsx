import { type SiteInfo, type SmsCountry, type SmsType, smsType } from '@parley/api'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, m } from '../../locales/index.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { toast } from '../../ui/index.ts'
import { useSite } from '../site/index.ts'
import { MobileCodeFields, type MobileCodeFieldsProps } from './MobileCodeFields.tsx'
import { getEmptyMobileCode } from './mobile.ts'

const emptyMobileCode = getEmptyMobileCode(undefined)

const send = 'POST /auth/sendSMSCaptcha'
const isOpen = 'GET /auth/isCaptchaOpen'
const sent: StubAnswer = { code: 0 }

type Props = Partial<MobileCodeFieldsProps> & { type?: SmsType }

function Form(props: Props) {
	const [value, setValue] = useState(props.value ?? emptyMobileCode)
	return <MobileCodeFields type={smsType.login} {...props} value={value} onChange={setValue} />
}
const show = (props: Props = {}) => render(<Form {...props} />)
const mobile = () => screen.getByLabelText<HTMLInputElement>('手机号')
const code = () => screen.getByLabelText<HTMLInputElement>('短信验证码')
const area = () => screen.getByRole<HTMLButtonElement>('button', { name: /^国家或地区/ })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /获取验证码|秒后重发|正在发送/ })
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })
const toastTexts = () => toast.current().map(({ text }) => text)
const ready = () => waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull())

beforeEach(() => {
	// The countdown stays at 60, however long the machine takes to show it.
	vi.useFakeTimers({ toFake: ['Date'] })
	sessionStorage.clear()
	for (const { id } of toast.current()) toast.dismiss(id)
})
/** A site that serves these countries. */
const serve = (...smsCountries: SmsCountry[]) => useSite.setState({ info: { smsCountries } as SiteInfo })

afterEach(() => {
	cleanup()
	useSite.setState({ info: undefined })
	vi.useRealTimers()
	vi.unstubAllGlobals()
	chooseLanguage('zh')
})

test('[SMS-05] [SMS-07] number and code keep only digits', () => {
	show()
	type(mobile(), '138a1234 5678'.padEnd(40, '9'))
	expect(mobile().value.replace(/ /g, '')).toBe(`13812345678${'9'.repeat(9)}`)
	type(code(), '12a345678')
	expect(code().value).toBe('123456')
})

test('[SMS-07] the code can be autofilled, and both fields have a numeric keyboard', () => {
	show()
	expect([code().autocomplete, code().inputMode, mobile().inputMode]).toEqual(['one-time-code', 'numeric', 'numeric'])
})

test('[SMS-06] without a number a toast is shown, and nothing is sent', async () => {
	const server = stubServer({})
	show()
	fireEvent.click(button())
	expect(toastTexts()).toEqual(['请先填写手机号'])
	expect(document.activeElement).toBe(mobile())
	expect(server.requests).toEqual([])
})

test('[SMS-08] [SMS-10] the area code is +86, and cannot be changed where it is locked', () => {
	show({ isAreaLocked: true })
	expect(area().textContent).toBe('+86')
	expect(area().disabled).toBe(true)
	cleanup()
	show()
	expect(area().disabled).toBe(false)
})

test('[SMS-09] another number than the initial one is inconsistent, and nothing is sent', () => {
	const server = stubServer({})
	show({ initial: { areaCode: '86', mobile: '13800000000' } })
	type(mobile(), '13812345678')
	fireEvent.click(button())
	expect(screen.getByText(/与当前账号绑定的不一致/)).toBeTruthy()
	expect(document.activeElement).toBe(mobile())
	expect(server.requests).toEqual([])
})

test('[SMS-06] [SMS-22] a number that the server refuses gets the focus', async () => {
	stubServer({ [isOpen]: { data: {} }, [send]: { status: 422, code: 200002 } })
	show({ value: { ...emptyMobileCode, mobile: '138' } })
	button().focus()
	fireEvent.click(button())
	await screen.findByText(/手机号不正确/)
	expect(document.activeElement).toBe(mobile())
})

test('[SMS-14] [SMS-17] [SMS-18] a code is sent, a toast is shown, and the code field gets the focus', async () => {
	const server = stubServer({ [send]: sent })
	show({ type: smsType.bind })
	type(mobile(), '13812345678')
	fireEvent.click(button())
	await screen.findByText('60 秒后重发')
	expect(server.last(send)?.body).toMatchObject({ type: 4, mobile: '13812345678', mobileCode: '86', captcha: '' })
	expect(toastTexts()).toEqual(['验证码已发送至 138****5678'])
	expect(document.activeElement).toBe(code())
})

test('[SMS-14] the text message is in the current language', async () => {
	const server = stubServer({ [send]: sent })
	chooseLanguage('en')
	render(<Form value={{ ...emptyMobileCode, mobile: '13812345678' }} />)
	fireEvent.click(screen.getByRole('button', { name: m.verification_get_code() }))
	await waitFor(() => expect(server.last(send)?.body).toMatchObject({ language: 'en' }))
})

test('[SMS-12] [SMS-13] the button counts from 60 to 1, disabled, and then can be pressed again', async () => {
	const server = stubServer({ [send]: sent })
	vi.useFakeTimers()
	show()
	type(mobile(), '13812345678')
	fireEvent.click(button())
	await act(() => vi.advanceTimersByTimeAsync(0))
	const labels = [button().textContent]
	for (let second = 1; second < 60; second++) {
		await act(() => vi.advanceTimersByTimeAsync(1_000))
		labels.push(button().textContent)
	}
	expect(labels).toEqual(Array.from({ length: 60 }, (_, second) => `${60 - second} 秒后重发`))
	expect(button().disabled).toBe(true)
	await act(() => vi.advanceTimersByTimeAsync(1_000))
	expect([button().textContent, button().disabled]).toEqual(['获取验证码', false])
	fireEvent.click(button())
	await act(() => vi.advanceTimersByTimeAsync(0))
	expect(server.count(send)).toBe(2)
})

test('[SMS-12] leaving the screen does not stop the countdown; another number has none', async () => {
	stubServer({ [send]: sent })
	const value = { ...emptyMobileCode, mobile: '13812345678' }
	show({ value })
	fireEvent.click(button())
	await screen.findByText('60 秒后重发')
	cleanup()
	show({ value })
	expect(button().disabled).toBe(true)
	expect(button().textContent).toBe('60 秒后重发')
	type(mobile(), '13812345679')
	expect(button().disabled).toBe(false)
})

test.each([
	['SMS-19', { status: 429, code: 102 }, /发送过于频繁/],
	['SMS-20', { status: 503, code: -1 }, /发送失败/],
	['SMS-21', { status: 429, code: 1 }, /已达上限/],
	['SMS-22', { status: 422, code: 200002 }, /手机号不正确/],
	['HTTP-08', 'no-answer', /网络异常/],
] as const)('[%s] a refusal is shown at the fields, and no countdown starts', async (_, answer, message) => {
	stubServer({ [isOpen]: { data: {} }, [send]: answer })
	show({ value: { ...emptyMobileCode, mobile: '13812345678' } })
	fireEvent.click(button())
	await screen.findByText(message)
	await ready()
	expect(button().textContent).toBe('获取验证码')
	type(mobile(), '13812345679')
	expect(screen.queryByText(message)).toBeNull()
})

test('the error of a code that was not sent goes when another one is asked for', async () => {
	const server = stubServer({ [isOpen]: { data: {} }, [send]: 'no-answer' })
	show({ value: { ...emptyMobileCode, mobile: '13812345678' } })
	fireEvent.click(button())
	await screen.findByText(/网络异常/)
	await ready()
	server.answers[send] = sent
	fireEvent.click(button())
	expect(screen.queryByText(/网络异常/)).toBeNull()
	await screen.findByText('60 秒后重发')
})

test('[SMS-26] an error message of the form prevents sending', async () => {
	const server = stubServer({ [send]: sent })
	show({ value: { ...emptyMobileCode, mobile: '13812345678' }, beforeSend: async () => '还没有账号' })
	fireEvent.click(button())
	await screen.findByText('还没有账号')
	expect(document.activeElement).toBe(mobile())
	expect(server.count(send)).toBe(0)
})

const puzzle = {
	id: 'p',
	picture: 'data:,',
	piece: 'data:,',
	width: 300,
	height: 150,
	pieceWidth: 60,
	salt: 's',
	keyBits: 1,
	blindBits: 1,
}

/** These two calls answer beside `code`, not in `data`. */
function stubChallenge(open: boolean, answers: Parameters<typeof stubServer>[0]) {
	const server = stubServer({ 'POST /auth/solveCaptcha': { data: { captcha: 'pass' } }, ...answers })
	const { fetch } = globalThis
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		if (path === '/auth/isCaptchaOpen') return new Response(JSON.stringify({ isOpen: open ? 1 : 0 }))
		if (path.startsWith('/auth/getGtCaptcha')) {
			return new Response(JSON.stringify({ code: 200, dataResult: { appkey: 'own', scene: 's', puzzle } }))
		}
		return fetch(path, init)
	})
	return server
}
async function solve() {
	const dialog = await screen.findByRole('dialog')
	const handle = (await within(dialog).findByRole('slider')).nextElementSibling as HTMLElement
	fireEvent.pointerDown(handle, { clientX: 0, clientY: 0, button: 0 })
	fireEvent.pointerMove(handle, { clientX: 50, clientY: 0 })
	fireEvent.pointerUp(handle, { clientX: 50, clientY: 0 })
}

test.each([400, 800, 900])('[LOGIN-36] [SMS-14] code %i shows the slider, and then the code is sent', async code => {
	let asked = 0
	const server = stubChallenge(false, { [send]: () => (asked++ === 0 ? { status: 400, code } : sent) })
	show({ value: { ...emptyMobileCode, mobile: '13812345678' } })
	fireEvent.click(button())
	await solve()
	await screen.findByText('60 秒后重发')
	expect(server.requests.filter(({ call }) => call === send).map(({ body }) => body.captcha)).toEqual(['', 'pass'])
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[OP-029] where a challenge is required the slider comes before anything is sent', async () => {
	const server = stubChallenge(true, { [send]: sent })
	show({ value: { ...emptyMobileCode, mobile: '13812345678' } })
	fireEvent.click(button())
	await screen.findByRole('dialog')
	expect(server.count(send)).toBe(0)
	await solve()
	await screen.findByText('60 秒后重发')
	expect(server.last(send)?.body.captcha).toBe('pass')
})

test('closing the slider sends nothing, and the button works again', async () => {
	const server = stubChallenge(true, { [send]: sent })
	show({ value: { ...emptyMobileCode, mobile: '13812345678' } })
	fireEvent.click(button())
	fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取消' }))
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(server.count(send)).toBe(0)
	expect(button().getAttribute('aria-busy')).toBeNull()
})

test('[SMS-11] [I18N-04] the area code is selected in the list, which can be searched and navigated by keys', async () => {
	const onSubmit = vi.fn(event => event.preventDefault())
	render(
		<form onSubmit={onSubmit}>
			<Form />
		</form>,
	)
	fireEvent.click(area())
	const dialog = await screen.findByRole('dialog')
	const rows = () => within(dialog).getAllByRole('listitem')
	expect(rows().length).toBeGreaterThan(240)
	expect(within(dialog).getAllByText('中国')[0]?.closest('button')?.getAttribute('aria-current')).toBe('true')

	const search = within(dialog).getByLabelText('搜索国家、地区或区号')
	type(search as HTMLInputElement, 'dg')
	expect(rows()[0]?.textContent).toBe('德国+49')
	fireEvent.keyDown(search, { key: 'ArrowDown' })
	expect(document.activeElement?.textContent).toBe('德国+49')
	fireEvent.submit(search.closest('form') as HTMLFormElement)
	await waitFor(() => expect(area().textContent).toBe('+49'))
	expect(onSubmit).not.toHaveBeenCalled()
})

test('[SMS-22] a site that serves a few countries offers those, in one short list', async () => {
	serve({ code: 'CN', areaCode: '86' }, { code: 'DE', areaCode: '49' }, { code: 'CA', areaCode: '1' })
	show()
	fireEvent.click(area())
	const dialog = await screen.findByRole('dialog')
	const rows = within(dialog).getAllByRole('listitem')
	expect(rows.map(({ textContent }) => textContent)).toEqual(['中国+86', '加拿大+1', '德国+49'])
	expect(within(dialog).queryByRole('slider')).toBeNull()
	expect(within(dialog).queryByLabelText('搜索国家、地区或区号')).toBeNull()
	fireEvent.click(within(dialog).getByText('加拿大'))
	await waitFor(() => expect(area().textContent).toBe('+1'))
})

test('[SMS-22] where there is one country there is nothing to choose', () => {
	serve({ code: 'CN', areaCode: '86' })
	show()
	expect(screen.queryByRole('button', { name: /^国家或地区/ })).toBeNull()
	expect(screen.getByText('+86').tagName).toBe('SPAN')
	cleanup()
	// A number of another country, from before, shows its own.
	show({ value: { areaCode: '852', mobile: '51234567', code: '' } })
	expect(area().textContent).toBe('+852')
})

test.each([
	[true, 'for keys and a mouse'],
	[false, 'not where a finger would bring up the keyboard'],
])('[SMS-11] the search has the focus when the list opens: %s, %s', async (matches, _) => {
	vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: fine)' && matches }))
	show()
	fireEvent.click(area())
	const search = await screen.findByLabelText('搜索国家、地区或区号')
	await act(() => new Promise(resolve => requestAnimationFrame(() => resolve(undefined))))
	expect(document.activeElement === search).toBe(matches)
})

test('[SMS-11] the letter index is one tab stop and announces the letter', async () => {
	show()
	fireEvent.click(area())
	const index = await screen.findByRole('slider', { name: '按首字母跳转' })
	const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue()
	fireEvent.keyDown(index, { key: 'ArrowDown' })
	expect([
		index.getAttribute('aria-valuetext'),
		(scrolled.mock.contexts[0] as Element).getAttribute('data-letter'),
	]).toEqual(['A', 'A'])
	fireEvent.keyDown(index, { key: 'End' })
	expect(index.getAttribute('aria-valuetext')).toBe('Z')
	scrolled.mockRestore()
})

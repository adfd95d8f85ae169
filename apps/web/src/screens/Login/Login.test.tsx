import { Meeting, type SiteInfo } from '@parley/api'
import type { Bridge } from '@parley/bridge'
import { type MeetingStatus, ok } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { Login } from './Login.screen.tsx'

const aSite = (fields: Partial<SiteInfo> = {}) => ({ type: 2, isOa: false, isPrivate: false, ...fields }) as SiteInfo
const show = (query = '') => renderScreen('/Login', Login, `/Login${query}`)
const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

const user = { id: '7', name: 'hanmei', display_name: '韩梅', is_completed_info: 1, user_type: 0, corps: [] }
const letIn = { 'POST /auth/login': { data: { access_token: 'tok' } }, 'GET /auth/me': { data: user } }
const found = (status: MeetingStatus) => ({
	'GET /meeting/meetings/842391556': { data: { meeting: Meeting.encode(aMeeting({ status })) } },
})

async function signIn(query: string, answers: Parameters<typeof stubServer>[0] = {}) {
	stubServer({ ...letIn, ...answers })
	const shown = await show(query)
	fireEvent.change(screen.getByLabelText('用户名或手机号'), { target: { value: 'hanmei' } })
	fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Parley-2026' } })
	fireEvent.click(screen.getByRole('checkbox'))
	fireEvent.click(screen.getByRole('button', { name: '登录' }))
	await waitFor(() => expect(shown.where()).not.toMatch(/^\/Login(\?|$)/))
	return shown.where()
}

beforeEach(() => {
	localStorage.clear()
	stubServer({})
	setPerson({ kind: 'guest' })
	useSite.setState({ info: aSite() })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[LOGIN-02] [LOGIN-03] one tab with name, password, forgotten password and agreements', async () => {
	await show()
	expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['账号登录'])
	expect(screen.getByLabelText('用户名或手机号')).toBeTruthy()
	expect(screen.getByLabelText('密码')).toBeTruthy()
	expect(screen.getByRole('checkbox')).toBeTruthy()
	expect(link('忘记密码？')).toBe('/forgetPwd/phoneRetrieve')
})

test('who is logged in already is told so, and led on to the list', async () => {
	setPerson(aMember())
	const { where } = await show()
	expect(screen.getByText(/您已登录：韩梅/)).toBeTruthy()
	// It is still the form: somebody may want another account.
	expect(screen.getByLabelText('用户名或手机号')).toBeTruthy()
	fireEvent.click(screen.getByRole('button', { name: '继续使用' }))
	await waitFor(() => expect(where()).toBe('/MeetingList'))
})

test('nobody who is logged out, or logs in here, is told that they are logged in', async () => {
	await show()
	expect(screen.queryByText(/您已登录/)).toBeNull()
	act(() => setPerson(aMember()))
	expect(screen.queryByText(/您已登录/)).toBeNull()
})

test('[LOGIN-47] the link to a new password passes the query on; on an OA site it leads to the OA account', async () => {
	await show('?meetingId=842391556&publicJoin=true&needLogin=true')
	expect(link('忘记密码？')).toBe('/forgetPwd/phoneRetrieve?needLogin=true&meetingId=842391556')
	cleanup()
	useSite.setState({ info: aSite({ type: 1, isOa: true }) })
	await show()
	expect(link('忘记密码？')).toBe('/forgetPwd/oaVerification')
})

test('[REG-17] registration is offered where the site is not of type 1', async () => {
	await show('?meetingId=842391556&publicJoin=true&hasPwd=false&isShortLogin=true')
	expect(link('注册账号')).toBe('/Register?meetingId=842391556&publicJoin=true&hasPwd=false')
	for (const info of [aSite({ type: 1 }), aSite({ type: 1, isOa: true })]) {
		cleanup()
		useSite.setState({ info })
		await show()
		expect(link('注册账号')).toBeUndefined()
	}
})

test('[SMS-01] [OP-026] signing in by code is reached by a quiet button, and is the method next time', async () => {
	await show()
	fireEvent.click(screen.getByRole('button', { name: '用短信验证码登录' }))
	expect(await screen.findByLabelText('手机号')).toBeTruthy()
	expect(screen.getAllByRole('tab')).toHaveLength(1)
	expect(localStorage.getItem('activeType')).toBe('mobile')
	cleanup()
	await show()
	expect(await screen.findByLabelText('手机号')).toBeTruthy()
	fireEvent.click(screen.getByRole('button', { name: '用账号密码登录' }))
	expect([localStorage.getItem('activeType'), screen.queryByLabelText('手机号')]).toEqual(['account', null])
})

test('[HTTP-09] a refused session is told in the form, for as long as it is shown', async () => {
	const { router } = await renderScreen('/Login', Login, '/Login')
	expect(screen.queryByText('登录状态已失效，请重新登录')).toBeNull()
	await act(async () => router.navigate({ to: '/Login', replace: true, state: { isSessionRefused: true } }))
	fireEvent.click(screen.getByRole('button', { name: '用短信验证码登录' }))
	await screen.findByLabelText('手机号')
	expect(screen.getByText('登录状态已失效，请重新登录').closest('[role=alert]')).toBeTruthy()
})

test.each([
	['?needLogin=true', '请先登录，再加入会议'],
	['?isShortLogin=true&needLogin=true', '这是内部会议，登录后即可加入'],
	['?isFromVerify=true&roomId=1', '请先登录，再观看直播'],
])('[OP-134] %s shows the reason for signing in', async (query, text) => {
	await show(query)
	expect(screen.getByText(text)).toBeTruthy()
})

test.each([
	['LOGIN-28', '?from=joinQuickly&meetingId=842391556', {}, '/joinQuickly?meetingId=842391556'],
	['LOGIN-29', '?meetingId=842391556&publicJoin=false', found(1), '/Login/ScanJoin/842391556'],
	['LOGIN-30', '?meetingId=842391556&publicJoin=true', found(2), '/MeetingList/JoinMeeting/842391556/false'],
	['LOGIN-31', '', {}, '/MeetingList'],
	['LOGIN-32', '?meetingId=842391556&publicJoin=true', found(9), '/Login/ScanResult?status=9&meetingId=842391556'],
	['LOGIN-33', '?meetingId=842391556&publicJoin=false', {}, '/Login/ScanResult?status=0&meetingId=842391556'],
] as const)('[%s] after %s', async (_, query, answers, where) => {
	expect(await signIn(query, answers)).toBe(where)
})

test('[LOGIN-23] an incomplete profile comes first', async () => {
	const incomplete = { 'GET /auth/me': { data: { ...user, is_completed_info: 0 } } }
	expect(await signIn('?meetingId=842391556&publicJoin=true', incomplete)).toBe(
		'/perfectInfo?meetingId=842391556&publicJoin=true',
	)
})

test('[LOGIN-04] [ROUTE-05] where app and site allow it another app signs in; an unbound identity is bound first, with the query', async () => {
	useSite.setState({ info: aSite({ isPrivate: true, type: 1, messengerLogin: true }) })
	stubServer({ 'POST /weChat/checkWeChatUser': { code: 100005 } })
	await show()
	expect(screen.queryByRole('button', { name: '用微信登录' })).toBeNull()
	cleanup()

	const version = {
		versionName: '6.2.0',
		versionCode: '1',
		hasNewVersion: false,
		wechatInstall: true,
		appleSupport: false,
	}
	const info = { present: true, version }
	const bridge = {
		present: true,
		info: { get: () => info, subscribe: () => () => {} },
		call: async () => ok({ info: 'sealed' }),
		on: () => () => {},
	} as unknown as Bridge
	const query = '?meetingId=842391556&publicJoin=true&hasPwd=true&needLogin=true&isShortLogin=true'
	const { where } = await renderScreen('/Login', Login, `/Login${query}`, bridge)
	fireEvent.click(await screen.findByRole('button', { name: '用微信登录' }))
	await waitFor(() =>
		expect(where()).toBe('/loginBindPhone?meetingId=842391556&publicJoin=true&hasPwd=true&needLogin=true'),
	)
})

const nameField = () => screen.getByLabelText<HTMLInputElement>('用户名或手机号')
async function showNewAccount() {
	const shown = await renderScreen('/Login', Login, '/Register')
	await act(() => shown.router.navigate({ to: '/Login', state: { newAccount: '13800138000' } }))
	return shown
}

test('[REG-15] a new account is filled in, whatever was used last, with the cursor in the password', async () => {
	localStorage.setItem('activeType', 'mobile')
	localStorage.setItem('lastAccount', 'lilei')
	await showNewAccount()
	expect(nameField().value).toBe('13800138000')
	expect(document.activeElement).toBe(screen.getByLabelText('密码'))
})

test('the account of the last sign-in is filled in the next time, until it is forgotten', async () => {
	await signIn('')
	expect(localStorage.getItem('lastAccount')).toBe('hanmei')
	cleanup()
	await show()
	expect(nameField().value).toBe('hanmei')
	fireEvent.click(screen.getByRole('button', { name: '不记住此账号' }))
	expect([nameField().value, localStorage.getItem('lastAccount')]).toEqual(['', null])
	expect(screen.queryByRole('button', { name: '不记住此账号' })).toBeNull()
	fireEvent.change(nameField(), { target: { value: 'hanmei' } })
	expect(screen.queryByRole('button', { name: '不记住此账号' })).toBeNull()
	cleanup()
	await show()
	expect(nameField().value).toBe('')
})

test('a site that wants everybody to sign in remembers no account, and drops one it has', async () => {
	localStorage.setItem('lastAccount', 'hanmei')
	useSite.setState({ guestsAllowed: false })
	await show()
	expect([nameField().value, localStorage.getItem('lastAccount')]).toEqual(['', null])
	cleanup()
	await signIn('')
	expect(localStorage.getItem('lastAccount')).toBeNull()
	useSite.setState({ guestsAllowed: true })
})

test('a sign-in that was refused is not remembered', async () => {
	stubServer({ ...letIn, 'POST /auth/login': { status: 401, code: 1004 } })
	await show()
	fireEvent.change(nameField(), { target: { value: 'somebody' } })
	fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Parley-2026' } })
	fireEvent.click(screen.getByRole('checkbox'))
	fireEvent.click(screen.getByRole('button', { name: '登录' }))
	await screen.findByText(/用户名或密码不正确/)
	expect(localStorage.getItem('lastAccount')).toBeNull()
})

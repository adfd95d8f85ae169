import { User } from '@parley/api'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setSite } from '../../testing/aSite.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { PerfectInfo } from './PerfectInfo.screen.tsx'

const complete = 'POST /auth/completedUserInfo'
const refresh = 'POST /auth/refresh'
const me = 'GET /auth/me'
const rule = '密码需 8 至 20 位，至少包含字母、数字、符号中的两种，且不含空格'

const show = (query = '') => renderScreen('/perfectInfo', PerfectInfo, `/perfectInfo${query}`)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
function fill(password = 'abcd1234', name = '韩梅') {
	type('姓名', name)
	type('设置密码', password)
	press('完成')
}

beforeEach(() => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
	setSite({ type: 2 })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[REG-05] a name, and a password that can be shown and hidden', async () => {
	await show('?token=t')
	expect(field('设置密码').type).toBe('password')
	press('显示密码')
	expect(field('设置密码').type).toBe('text')
	press('显示密码')
	expect(field('设置密码').type).toBe('password')
})

test('[REG-06] a name has at most 50 characters and no emoji', async () => {
	await show('?token=t')
	fireEvent.input(field('姓名'), { target: { value: `韩梅😀${'x'.repeat(60)}` } })
	expect(field('姓名').value).toBe(`韩梅${'x'.repeat(48)}`)
})

test('[REG-07] [REG-08] [REG-09] the rule is shown from the start, and its parts are ticked when they are met', async () => {
	await show('?token=t')
	const parts = () => screen.getAllByRole('listitem').map(part => part.textContent?.includes('已满足'))
	expect(parts()).toEqual([false, false, false])
	type('设置密码', 'abcd1234')
	expect(parts()).toEqual([true, true, true])
	type('设置密码', 'abc 12345')
	expect(parts()).toEqual([true, true, false])
})

test.each(['abc1234', '12345678', 'abcdefgh', '!!!!!!!!', 'abc 12345', 'abcd12345678901234567'])(
	'[REG-11] [REG-07] %s is a formatError, and nothing is sent',
	async password => {
		const server = stubServer({ [complete]: { code: 0 } })
		await show('?token=t')
		fill(password)
		await screen.findByText(rule)
		expect(server.requests).toEqual([])
	},
)

test('[REG-10] a password that is the name, or the number just verified, is invalid', async () => {
	const server = stubServer({ [complete]: { code: 0 } })
	localStorage.setItem('mobile', 'a13800138000')
	await show('?token=t')
	fill('hanmei12', 'hanmei12')
	await screen.findByText(rule)
	fill('a13800138000')
	await screen.findByText(rule)
	expect(server.requests).toEqual([])
})

test('[REG-13] [REG-15] [ROUTE-04] with a token the account is created and signs in next; the query is passed on', async () => {
	const server = stubServer({ [complete]: { code: 0 } })
	const { where } = await show('?token=a-token&meetingId=012345678&publicJoin=false')
	fill()
	await waitFor(() => expect(where()).toBe('/Login?meetingId=012345678&publicJoin=false'))
	expect(screen.getByText('账号已创建，请使用新密码登录')).toBeTruthy()
	expect(server.last(complete)?.body).toMatchObject({ name: '韩梅', token: 'a-token' })
})

test('[REG-15] the sign-in gets the name of the new account', async () => {
	stubServer({ [complete]: { code: 0 } })
	localStorage.setItem('mobile', '7700900123')
	const { router } = await renderScreen('/perfectInfo', PerfectInfo, '/Register')
	await act(() =>
		router.navigate({ to: '/perfectInfo', search: { token: 't' }, state: { newAccount: '44-7700900123' } }),
	)
	fill()
	await waitFor(() => expect(router.state.location.pathname).toBe('/Login'))
	expect(router.state.location.state.newAccount).toBe('44-7700900123')
	cleanup()
	// Reloaded without the state, the number that was just verified is left.
	const reloaded = await show('?token=t')
	fill()
	await waitFor(() => expect(reloaded.router.state.location.state.newAccount).toBe('7700900123'))
})

function signedInIncomplete() {
	localStorage.setItem('accessToken', 'old')
	return stubServer({
		[complete]: { code: 0 },
		[refresh]: { data: { access_token: 'new' } },
		[me]: { data: User.encode(aMember().user) },
		'GET /meeting/meetings/842391556': { data: { meeting: {} } },
	})
}

test('[REG-16] [HTTP-11] without a token it is the profile of the person signed in: the session is refreshed, then the list is shown', async () => {
	const server = signedInIncomplete()
	const { where } = await show()
	fill()
	await waitFor(() => expect(where()).toBe('/MeetingList'))
	expect(server.last(complete)?.body).not.toHaveProperty('token')
	expect(server.requests.map(({ call }) => call).slice(0, 3)).toEqual([complete, refresh, me])
	expect(localStorage.getItem('accessToken')).toBe('new')
})

test('[REG-16] with a meeting that is shown next', async () => {
	signedInIncomplete()
	const { where } = await show('?meetingId=842391556')
	fill()
	await waitFor(() => expect(where()).toContain('842391556'))
	expect(where()).not.toContain('/perfectInfo')
})

test('[REG-14] a password that the server refuses is an error at its field', async () => {
	stubServer({ [complete]: { status: 422, code: 100009 } })
	await show('?token=t')
	fill()
	await screen.findByText(rule)
	expect(field('设置密码').getAttribute('aria-invalid')).toBe('true')
})

test('[REG-14] an expired or used token leads back to the start', async () => {
	stubServer({ [complete]: { status: 410, code: 200000 } })
	const { where } = await show('?token=t&meetingId=842391556')
	fill()
	await screen.findByText('页面已过期或已使用，请重新验证手机号')
	press('重新开始')
	await waitFor(() => expect(where()).toBe('/Register?meetingId=842391556'))
})

test('[ROUTE-04] with neither token nor session the screen is unavailable and leads to registration', async () => {
	const { where } = await show()
	expect(screen.queryByLabelText('姓名')).toBeNull()
	fireEvent.click(await screen.findByRole('button', { name: '去注册' }))
	await waitFor(() => expect(where()).toBe('/Register'))
})

test('[REG-17] [ROUTE-04] without registration it leads to signing in alone', async () => {
	setSite({ type: 1 })
	const { where } = await show()
	const way = await screen.findByRole('button', { name: '去登录' })
	expect(screen.queryByRole('button', { name: '去注册' })).toBeNull()
	fireEvent.click(way)
	await waitFor(() => expect(where()).toBe('/Login'))
})

test('[HTTP-11] the person signed in can switch to another account', async () => {
	localStorage.setItem('accessToken', 'old')
	const server = stubServer({ 'POST /auth/logout': {} })
	const { where } = await show()
	press('换一个账号')
	await waitFor(() => expect(where()).toBe('/Login'))
	expect(server.count('POST /auth/logout')).toBe(1)
	expect(localStorage.getItem('accessToken')).toBeNull()
})

test('a person whose profile is complete has nothing to fill in, and is led on', async () => {
	localStorage.setItem('accessToken', 'old')
	setPerson(aMember())
	const { where } = await show()
	expect(screen.getByRole('heading', { name: '资料已经完善' })).toBeTruthy()
	expect(screen.queryByLabelText('姓名')).toBeNull()
	press('返回会议列表')
	await waitFor(() => expect(where()).toBe('/MeetingList'))
})

test('[HTTP-11] where the server says that the profile is needed, the form is shown whatever was stored', async () => {
	localStorage.setItem('accessToken', 'old')
	setPerson(aMember())
	const { router } = await renderScreen('/perfectInfo', PerfectInfo, '/Login')
	await act(() => router.navigate({ to: '/perfectInfo', state: { isProfileNeeded: true } }))
	expect(field('姓名')).toBeTruthy()
})

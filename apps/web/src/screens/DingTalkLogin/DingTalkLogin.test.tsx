import { User } from '@parley/api'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { DingTalkLogin } from './DingTalkLogin.screen.tsx'

const login = 'POST /auth/dingTalkLogin'
// A development build mounts twice, and a proof is good once.
configure({ reactStrictMode: true })
const show = (query: string) => renderScreen('/DingTalkLogin', DingTalkLogin, `/DingTalkLogin${query}`)

beforeEach(() => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[SOC-17] [SOC-18] [ROUTE-10] signs in without a tap, once, and goes to the list', async () => {
	const server = stubServer({
		[login]: { data: { access_token: 'a' } },
		'GET /auth/me': { data: User.encode(aMember().user) },
	})
	const { where } = await show('?openid=sealed')
	await waitFor(() => expect(where()).toBe('/MeetingList'))
	expect(server.requests.map(({ call }) => call).slice(0, 2)).toEqual([login, 'GET /auth/me'])
	expect(server.count(login)).toBe(1)
	expect(server.last(login)?.body).toMatchObject({ openid: 'sealed' })
	expect(localStorage.getItem('accessToken')).toBe('a')
})

test('who has left the screen is not taken to the list by a late answer', async () => {
	let answer = (_: { data: object }) => {}
	const server = stubServer({
		[login]: () =>
			new Promise<{ data: object }>(resolve => {
				answer = resolve
			}),
		'GET /auth/me': { data: User.encode(aMember().user) },
	})
	const { where, go } = await show('?openid=sealed')
	await waitFor(() => expect(server.count(login)).toBe(1))
	await go('/Register')
	answer({ data: { access_token: 'a' } })
	await waitFor(() => expect(localStorage.getItem('accessToken')).toBe('a'))
	await new Promise(resolve => setTimeout(resolve))
	expect(where()).toBe('/Register')
})

test.each([
	['?openid=sealed', 401, 40101, '应用的确认已过期或已使用，请重新向应用确认'],
	['?openid=sealed', 200, 100005, '该钉钉账号尚未在本站点绑定，请用本站点的账号登录'],
	['?openid=sealed', 403, 100007, '该账号或手机号不在本站点的任何企业中，请联系管理员添加'],
	['', 200, 200, '应用未提供您的身份信息，请打开应用后重试，或用账号登录'],
])('[SOC-17] %s %i/%i shows an error and other ways to sign in', async (query, status, code, sentence) => {
	stubServer({ [login]: { status, code } })
	const { where } = await show(query)
	await screen.findByText(sentence)
	fireEvent.click(screen.getByRole('button', { name: '去登录' }))
	await waitFor(() => expect(where()).toBe('/Login'))
})

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { SetUp } from './SetUp.screen.tsx'

const path = '/setUp'
const look = 'POST /auth/setUpLink'
const setUp = 'POST /auth/setUpPassword'
const logout = 'POST /auth/logout'
const anna = { data: { name: 'anna', display_name: '安娜' } }

const show = (hash = '#a-token') => renderScreen(path, SetUp, `${path}${hash}`)
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
async function fill(password = 'abcd1234', again = password) {
	await screen.findByLabelText('新密码')
	type('新密码', password)
	type('再次输入新密码', again)
	fireEvent.click(screen.getByRole('button', { name: '设置密码' }))
}

beforeEach(() => localStorage.clear())
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('a link greets its person, and their password leads to signing in with the name filled in', async () => {
	const server = stubServer({ [look]: anna, [setUp]: {}, [logout]: {} })
	const { where, router } = await show()
	await screen.findByText(/安娜，您好！您的登录名是 anna/)
	expect(server.last(look)?.body).toMatchObject({ token: 'a-token' })
	await fill()
	await waitFor(() => expect(where()).toBe('/Login'))
	expect(router.state.location.state.newAccount).toBe('anna')
	expect(server.last(setUp)?.body).toMatchObject({ token: 'a-token' })
	expect(JSON.stringify(server.last(setUp)?.body)).not.toContain('abcd1234')
	expect(screen.getByText('密码已设置，请登录')).toBeTruthy()
})

test('a password against the rule, or repeated differently, sends nothing', async () => {
	const server = stubServer({ [look]: anna, [setUp]: {} })
	await show()
	await fill('abcdefgh')
	await screen.findByText('密码需 8 至 20 位，至少包含字母、数字、符号中的两种，且不含空格')
	await fill('abcd1234', 'abcd1235')
	await screen.findByText('两次输入的密码不一致，请重新输入')
	expect(server.requests.map(({ call }) => call)).toEqual([look])
})

test.each([
	[404, 200021, '链接无效'],
	[410, 200022, '链接已过期'],
	[409, 200023, '链接已失效'],
	[409, 200025, '已有更新的链接'],
	[403, 200024, '链接属于另一个网址'],
	[403, 200012, '账号已停用'],
])('a link that is answered %i %i says what is the case, and leads to signing in', async (status, code, heading) => {
	stubServer({ [look]: { status, code } })
	const { where } = await show()
	await screen.findByRole('heading', { name: heading })
	expect(screen.queryByLabelText('新密码')).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '去登录' }))
	await waitFor(() => expect(where()).toBe('/Login'))
})

test.each([
	['used', 200023, '链接已失效'],
	['replaced', 200025, '已有更新的链接'],
])('a link that is %s while the form is open says so in its place', async (_, code, heading) => {
	stubServer({ [look]: anna, [setUp]: { status: 409, code } })
	await show()
	await fill()
	await screen.findByRole('heading', { name: heading })
})

test('a link that a newer one replaced says which to open', async () => {
	stubServer({ [look]: { status: 409, code: 200025 } })
	await show()
	expect((await screen.findByText(/请打开最新的链接/)).textContent).not.toContain('设置过密码')
})

test('an address without a token asks the server nothing', async () => {
	const server = stubServer({ [look]: anna })
	await show('')
	await screen.findByRole('heading', { name: '链接无效' })
	expect(server.requests).toEqual([])
})

test('without a network the link stays valid and is tried again', async () => {
	let isOnline = false
	stubServer({ [look]: () => (isOnline ? anna : 'no-answer') })
	await show()
	await screen.findByRole('heading', { name: '暂时无法打开' })
	isOnline = true
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await screen.findByLabelText('新密码')
})

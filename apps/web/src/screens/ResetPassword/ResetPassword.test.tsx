import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { ResetPassword } from './ResetPassword.screen.tsx'

const path = '/forgetPwd/resetPwd'
const reset = 'POST /auth/forgetPassword'
const logout = 'POST /auth/logout'

const show = (query = '') => renderScreen(path, ResetPassword, `${path}${query}`)
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
function fill(password = 'abcd1234', again = password) {
	type('新密码', password)
	type('再次输入新密码', again)
	press('确认修改')
}

beforeEach(() => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[FORGOT-04] [ROUTE-09] [FORGOT-03] the password is set with the token, then the person is signed out and signs in again', async () => {
	localStorage.setItem('accessToken', 'old')
	const server = stubServer({ [reset]: {}, [logout]: {} })
	const { where } = await show('?token=a-token&meetingId=842391556')
	fill()
	await waitFor(() => expect(where()).toBe('/Login?meetingId=842391556'))
	expect(server.requests.map(({ call }) => call)).toEqual([reset, logout])
	expect(server.last(reset)?.body).toMatchObject({ token: 'a-token' })
	expect(JSON.stringify(server.last(reset)?.body)).not.toContain('abcd1234')
	expect(localStorage.getItem('accessToken')).toBeNull()
	expect(screen.getByText('密码已修改，请用新密码登录')).toBeTruthy()
})

test('[FORGOT-11] a password against the rule, or repeated differently, sends nothing', async () => {
	const server = stubServer({ [reset]: {} })
	await show('?token=a-token')
	fill('abcdefgh')
	await screen.findByText('密码需 8 至 20 位，至少包含字母、数字、符号中的两种，且不含空格')
	fill('abcd1234', 'abcd1235')
	await screen.findByText('两次输入的密码不一致，请重新输入')
	expect(server.requests).toEqual([])
})

test('[FORGOT-08] a password that the server refuses is an error at its field', async () => {
	stubServer({ [reset]: { status: 422, code: 100009 } })
	await show('?token=a-token')
	fill()
	await screen.findByText('密码需 8 至 20 位，至少包含字母、数字、符号中的两种，且不含空格')
	expect(screen.getByLabelText('新密码').getAttribute('aria-invalid')).toBe('true')
})

test('[FORGOT-09] an expired or missing token leads back to the start', async () => {
	stubServer({ [reset]: { status: 410, code: 200000 } })
	const { where } = await show('?token=a-token')
	fill()
	await screen.findByRole('heading', { name: '页面已失效' })
	press('重新开始')
	await waitFor(() => expect(where()).toBe('/forgetPwd/phoneRetrieve'))
	cleanup()

	const shown = await show()
	await screen.findByRole('heading', { name: '请先验证身份' })
	expect(screen.queryByLabelText('新密码')).toBeNull()
	press('去验证')
	await waitFor(() => expect(shown.where()).toBe('/forgetPwd/phoneRetrieve'))
})

test('[FORGOT-09] who is signed in and has no token changes the password, or begins with verifying', async () => {
	setPerson(aMember())
	const { where } = await show()
	await screen.findByRole('heading', { name: '您已登录' })
	expect(screen.getByRole('button', { name: '找回密码' })).toBeTruthy()
	press('修改密码')
	await waitFor(() => expect(where()).toBe('/MeetingList/Personal/ModifyPwd'))
})

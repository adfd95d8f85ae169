import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { ModifyPassword } from './ModifyPassword.screen.tsx'

const path = '/MeetingList/Personal/ModifyPwd'
const call = 'PATCH /meeting/users/hanmei'
const logout = 'POST /auth/logout'
const labels = ['原密码', '新密码', '再次输入新密码'] as const
const rule = '密码需 8 至 20 位，至少包含字母、数字、符号中的两种，且不含空格'

const show = () => renderScreen(path, ModifyPassword, path)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: '确认修改' })
function fill(password = 'Harbour-27', again = password) {
	type('原密码', 'Parley-2026')
	type('新密码', password)
	type('再次输入新密码', again)
	fireEvent.click(submit())
}

beforeEach(() => {
	localStorage.setItem('accessToken', 'a')
	setPerson(aMember())
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	localStorage.clear()
})

test('[PERS-20] [PERS-21] [ROUTE-35] three fields, all of them required', async () => {
	await show()
	for (const name of labels) {
		expect(submit().disabled).toBe(true)
		type(name, 'Harbour-27')
	}
	expect(submit().disabled).toBe(false)
})

test('[PERS-26] emoji are removed while typing', async () => {
	await show()
	for (const name of labels) {
		type(name, 'Har😀bour')
		expect(field(name).value).toBe('Harbour')
	}
})

test.each(['paste', 'copy', 'cut'] as const)('[PERS-27] %s is prevented in all three', async event => {
	await show()
	for (const name of labels) expect(fireEvent[event](field(name))).toBe(false)
})

test('[PERS-22] [PERS-25] [PERS-28] a broken rule is shown at its field, and nothing is sent', async () => {
	const server = stubServer({ [call]: {} })
	const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
	await show()
	// It has the focus already.
	field('再次输入新密码').focus()
	fill('Harbour-27', 'Harbour-28')
	await screen.findByText('两次输入的密码不一致，请重新输入')
	expect(scroll.mock.contexts).toContain(field('再次输入新密码'))
	expect(field('再次输入新密码').getAttribute('aria-invalid')).toBe('true')
	fill('hanmei')
	await screen.findByText('新密码不能与用户名相同')
	fill('abcdefgh')
	await screen.findByText(rule)
	expect(field('新密码').getAttribute('aria-invalid')).toBe('true')
	expect(server.requests).toEqual([])
})

test('[PERS-29] a wrong current password shows an error and is cleared', async () => {
	stubServer({ [call]: { status: 403, code: 601 } })
	await show()
	fill()
	await screen.findByText('原密码不正确，请重新输入')
	expect([field('原密码').value, field('新密码').value]).toEqual(['', 'Harbour-27'])
	await waitFor(() => expect(document.activeElement).toBe(field('原密码')))
})

test('[PERS-30] [API-22] a changed password signs the person out', async () => {
	const server = stubServer({ [call]: {}, [logout]: {} })
	const { where } = await show()
	fill()
	await waitFor(() => expect(where()).toBe('/Login'))
	expect(server.requests.map(({ call }) => call)).toEqual([call, logout])
	expect(server.last(call)?.body).toMatchObject({ action: 'modifyPassword' })
	expect(JSON.stringify(server.last(call)?.body)).not.toContain('Harbour')
	expect(localStorage.getItem('accessToken')).toBeNull()
	expect(screen.getByText('密码已修改，请用新密码登录')).toBeTruthy()
})

test('too many attempts show how long to wait, and the form stays', async () => {
	stubServer({ [call]: { status: 429, code: 1002 } })
	await show()
	fill()
	await screen.findByText('尝试次数过多，请稍后再试')
	expect(field('原密码').value).toBe('Parley-2026')
})

test('a person with a number can reset a forgotten password by code', async () => {
	const { unmount } = await show()
	expect(screen.queryByRole('button', { name: /忘记原密码/ })).toBeNull()
	unmount()
	const member = aMember()
	setPerson({ ...member, user: { ...member.user, mobile: '13800138000' } })
	const { where } = await show()
	fireEvent.click(screen.getByRole('button', { name: /忘记原密码/ }))
	await waitFor(() => expect(where()).toBe('/forgetPwd/phoneRetrieve'))
})

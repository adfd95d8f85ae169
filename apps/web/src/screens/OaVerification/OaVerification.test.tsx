import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { OaVerification } from './OaVerification.screen.tsx'

const path = '/forgetPwd/oaVerification'
const prove = 'POST /weChat/oaUnbundlingValidation'
const isOpen = 'GET /auth/isCaptchaOpen'

const show = (query = '') => renderScreen(path, OaVerification, `${path}${query}`)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[ROUTE-08] [REG-18] title and name of the query are on the screen; characters a name cannot have are removed', async () => {
	await show('?title=%E9%AA%8C%E8%AF%81&oaName=han.mei')
	expect(screen.getByRole('heading', { name: '验证' })).toBeTruthy()
	expect(field('OA 账号').value).toBe('han.mei')
	fireEvent.input(field('OA 账号'), { target: { value: '韩-梅_1.·@# 😀' } })
	expect(field('OA 账号').value).toBe('韩-梅_1.·')
})

test('[OP-038] [UNBIND-03] a forgotten password leads to the new one with the token', async () => {
	const server = stubServer({ [isOpen]: { data: {} }, [prove]: { data: { token: 'a-token' } } })
	const { where } = await show('?oaName=hanmei')
	expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一步' }).disabled).toBe(true)
	type('OA 密码', 'secret')
	press('下一步')
	await waitFor(() => expect(where()).toBe('/forgetPwd/resetPwd?token=a-token'))
	expect(server.last(prove)?.body).toMatchObject({ name: 'hanmei', captcha: '' })
})

test.each([
	['[UNBIND-10]', 1004, '该账号无法在此使用：不是 OA 账号，或不属于您。请核对，或改用手机号'],
	['[UNBIND-11]', 1001, 'OA 账号或密码不正确，请核对后重试'],
	['[UNBIND-12]', 1002, '该账号尝试次数过多，请 15 分钟后再试，或改用手机号'],
])('%s %i is shown', async (_rule, code, message) => {
	stubServer({ [prove]: { status: 401, code } })
	await show('?oaName=hanmei')
	type('OA 密码', 'secret')
	press('下一步')
	await screen.findByText(message)
})

test('[UNBIND-01] [UNBIND-05] with isApple it asks for confirmation before it unbinds the device maker', async () => {
	localStorage.setItem('accessToken', 'a')
	setPerson(aMember())
	const remove = 'DELETE /apple/userUnbundlingApple'
	const server = stubServer({ 'POST /apple/oaUnbundlingValidation': { data: { token: 'u' } }, [remove]: {} })
	const { where } = await show('?isApple=true')
	await screen.findByLabelText('OA 密码')
	type('OA 密码', 'secret')
	press('下一步')
	const dialog = await screen.findByRole('alertdialog')
	expect(server.count(remove)).toBe(0)
	fireEvent.click(within(dialog).getByRole('button', { name: '解除关联' }))
	await waitFor(() => expect(where()).toBe('/MeetingList'))
	expect(server.last(remove)?.query.get('token')).toBe('u')
})

test('[OP-038] the number is one tap away, for the same purpose', async () => {
	setPerson(aMember())
	const { where } = await show('?iswx=true')
	fireEvent.click(await screen.findByRole('button', { name: '改用手机号' }))
	await waitFor(() => expect(where()).toBe('/forgetPwd/phoneRetrieve?iswx=true'))
})

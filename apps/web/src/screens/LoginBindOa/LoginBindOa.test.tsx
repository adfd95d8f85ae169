import { User } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setSite } from '../../testing/aSite.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { LoginBindOa } from './LoginBindOa.screen.tsx'

const bind = 'POST /apple/appleBindingOa'
const isOpen = 'GET /auth/isCaptchaOpen'

const show = () => renderScreen('/loginBindOA', LoginBindOa, '/loginBindOA?needLogin=true')
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
function fill() {
	type('OA 账号', 'hanmei')
	type('OA 密码', 'secret')
	press('确定')
}

beforeEach(() => {
	localStorage.clear()
	localStorage.setItem('appleId', 'id-token')
	setPerson({ kind: 'guest' })
	setSite({ type: 2 })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[BIND-02] [BIND-03] the button is disabled until both fields are filled, and a note says which accounts can be bound', async () => {
	await show()
	const button = screen.getByRole<HTMLButtonElement>('button', { name: '确定' })
	expect(button.disabled).toBe(true)
	type('OA 账号', 'hanmei')
	expect(button.disabled).toBe(true)
	type('OA 密码', 'secret')
	expect(button.disabled).toBe(false)
	expect(screen.getByText(/仅支持部分账号/)).toBeTruthy()
})

test('[BIND-04] [BIND-28] [BIND-08] first checks whether the slider is required; once bound, a toast is shown and the start follows', async () => {
	const server = stubServer({
		[isOpen]: { data: {} },
		[bind]: { code: 0, data: { access_token: 'a' } },
		'GET /auth/me': { data: User.encode(aMember().user) },
		'POST /auth/refresh': { data: { access_token: 'b' } },
	})
	const { where } = await show()
	fill()
	await waitFor(() => expect(where()).toBe('/'))
	expect(server.requests.map(({ call }) => call).slice(0, 2)).toEqual([isOpen, bind])
	expect(server.last(bind)?.body).toMatchObject({ name: 'hanmei', appleId: 'id-token' })
	expect(screen.getByText('绑定成功，已登录')).toBeTruthy()
	expect(localStorage.getItem('appleId')).toBeNull()
})

test('[BIND-04] a required slider comes before the call', async () => {
	vi.stubGlobal('fetch', async (input: string) => {
		asked.push(new URL(input, 'http://localhost').pathname)
		return new Response(JSON.stringify({ code: 200, isOpen: 1 }))
	})
	const asked: string[] = []
	await show()
	fill()
	await waitFor(() => expect(asked).toContain('/auth/isCaptchaOpen'))
	await new Promise(resolve => setTimeout(resolve, 20))
	expect(asked).not.toContain('/apple/appleBindingOa')
})

test.each([
	['[BIND-23]', 401, 1004, '该账号不支持绑定，请填写由企业 OA 系统管理的账号'],
	['[BIND-24]', 401, 1001, 'OA 登录失败：账号或密码不正确，请核对后重试'],
	['[BIND-25]', 429, 1002, '尝试次数过多，请 15 分钟后再试'],
	['[BIND-26]', 409, 100006, '绑定失败：该账号或登录方式已绑定其他账号，请先在原账号中解除'],
	['[BIND-27]', 409, 200013, '绑定失败：该账号暂时无法绑定，请换一个账号，或联系管理员'],
])('%s %i/%i shows its error', async (_rule, status, code, sentence) => {
	stubServer({ [bind]: { status, code } })
	await show()
	fill()
	await screen.findByText(sentence)
	// It is about what was sent, not about what is typed now.
	type('OA 密码', 'secret-2')
	expect(screen.queryByText(sentence)).toBeNull()
})

test('[BIND-14] back clears the pending identity and goes to the sign-in', async () => {
	localStorage.setItem('activeType', 'mobile')
	const { where } = await show()
	press('返回')
	await waitFor(() => expect(where()).toBe('/Login?needLogin=true'))
	expect([localStorage.getItem('appleId'), localStorage.getItem('activeType')]).toEqual([null, null])
})

test('[SOC-14] [SOC-16] binding by phone is offered where the site has phone accounts', async () => {
	const { where } = await show()
	press('改用手机号')
	await waitFor(() => expect(where()).toBe('/loginBindPhone?needLogin=true'))
	cleanup()

	setSite({ type: 1, isOa: true })
	await show()
	expect(screen.queryByRole('button', { name: '改用手机号' })).toBeNull()
})

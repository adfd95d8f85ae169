import { User } from '@parley/api'
import type { Bridge, BridgeInfo } from '@parley/bridge'
import { ok, type Result, refused } from '@parley/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BridgeContext } from '../../../bridge/index.ts'
import { aMember, setPerson } from '../../../testing/aPerson.ts'
import { setSite } from '../../../testing/aSite.ts'
import { stubServer } from '../../../testing/stubServer.ts'
import { SocialSignIn } from '../index.ts'

const check = 'POST /weChat/checkWeChatUser'
const version = {
	versionName: '6.2.0',
	versionCode: '60200',
	hasNewVersion: false,
	wechatInstall: true,
	appleSupport: false,
	screenShare: false,
	language: undefined,
}

function shell(answer: () => Promise<Result<object, string>>, info: BridgeInfo = { present: true, version }) {
	const call = vi.fn(answer)
	const bridge = { present: true, info: { get: () => info, subscribe: () => () => {} }, call, on: () => () => {} }
	return { call, bridge: bridge as unknown as Bridge }
}

function show({ bridge }: { bridge: Bridge }) {
	const events = { onSignedIn: vi.fn(), onBindRequired: vi.fn() }
	render(
		<BridgeContext value={bridge}>
			<SocialSignIn arrival={{}} {...events} />
		</BridgeContext>,
	)
	return events
}
const messenger = () => screen.findByRole('button', { name: '用微信登录' })
async function press() {
	const button = await messenger()
	await act(async () => fireEvent.click(button))
}
const sealed = () => shell(async () => ok({ info: 'sealed' }))

beforeEach(() => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
	setSite({ type: 2 })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[SOC-02] [SOC-06] nothing is shown where no provider is available', async () => {
	show(shell(async () => refused('unavailable'), { present: false, version: undefined }))
	show(shell(async () => refused('unavailable'), { present: true, version: { ...version, versionName: '6.1.9' } }))
	expect(screen.queryByRole('button')).toBeNull()
})

test('[SOC-01] [SOC-10] [BRG-17] [SOC-08] the shell returns the identity, and the person is signed in', async () => {
	const server = stubServer({
		[check]: { data: { access_token: 'a' } },
		'GET /auth/me': { data: User.encode(aMember().user) },
	})
	const from = sealed()
	const { onSignedIn } = show(from)
	await press()
	await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith({ to: '/MeetingList' }))
	expect(from.call).toHaveBeenCalledExactlyOnceWith('weixinLogin')
	expect(server.last(check)?.body).toMatchObject({ info: 'sealed' })
	expect(localStorage.getItem('accessToken')).toBe('a')
	expect(localStorage.getItem('userInfo')).toContain('hanmei')
	expect(localStorage.getItem('wxusrinfo')).toBeNull()
})

test('[SOC-14] [SOC-15] [STORE-01] an unbound identity is saved, and bound to the kind of account the site has', async () => {
	stubServer({ [check]: { code: 100005 } })
	setSite({ type: 1, isOa: true })
	const oa = show(sealed())
	await press()
	await waitFor(() => expect(oa.onBindRequired).toHaveBeenCalledWith('/loginBindOA'))
	expect(localStorage.getItem('wxusrinfo')).toBe('sealed')
	cleanup()

	setSite({ type: 1, isPrivate: true })
	const phone = show(sealed())
	await press()
	await waitFor(() => expect(phone.onBindRequired).toHaveBeenCalledWith('/loginBindPhone'))
})

test('[SOC-16] [SOC-11] on a mixed site the person chooses the kind of account', async () => {
	stubServer({ [check]: { code: 100005 } })
	const { onBindRequired } = show(sealed())
	await press()
	expect(await screen.findByRole('button', { name: /手机号账号/ })).toBeTruthy()
	fireEvent.click(screen.getByRole('button', { name: /OA 账号/ }))
	await waitFor(() => expect(onBindRequired).toHaveBeenCalledWith('/loginBindOA'))
})

test('[SOC-12] a refusal is shown', async () => {
	stubServer({ [check]: { status: 403, code: 100007 } })
	show(sealed())
	await press()
	await screen.findByText('该账号或手机号不在本站点的任何企业中，请联系管理员添加')
})

test('[SOC-10] an invalid proof is requested again with one tap', async () => {
	stubServer({ [check]: { status: 401, code: 40101 } })
	const from = sealed()
	show(from)
	await press()
	fireEvent.click(await screen.findByRole('button', { name: '重新向应用确认' }))
	await waitFor(() => expect(from.call).toHaveBeenCalledTimes(2))
})

test('[BRG-01] a shell that never answers does not block the buttons', async () => {
	const from = shell(() => new Promise(() => {}))
	show(from)
	await press()
	await screen.findByText('请在对应的应用中确认，然后回到这里。')
	await press()
	expect(from.call).toHaveBeenCalledTimes(2)
})

import { User } from '@parley/api'
import type { Bridge } from '@parley/bridge'
import { ok } from '@parley/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BridgeContext } from '../../../bridge/index.ts'
import { aMember, setPerson } from '../../../testing/aPerson.ts'
import { setSite } from '../../../testing/aSite.ts'
import { stubServer } from '../../../testing/stubServer.ts'
import { LinkedAccountsSheet } from './LinkedAccountsSheet.tsx'

const link = 'POST /weChat/userBindingWeChat'
const version = { versionName: '6.2.0', wechatInstall: true, appleSupport: false }
const info = { present: true, version }
const bridge = { info: { get: () => info, subscribe: () => () => {} }, call: async () => ok({ info: 'sealed' }) }
const member = aMember()
const withUser = (fields: object) => ({ ...member, user: { ...member.user, ...fields } })

function show() {
	const onUnlink = vi.fn()
	render(<Opened onUnlink={onUnlink} />)
	return onUnlink
}

/** The sheet over its screen, which opens it again. */
function Opened({ onUnlink }: { onUnlink(): void }) {
	const [isOpen, setOpen] = useState(true)
	return (
		<BridgeContext value={bridge as unknown as Bridge}>
			<button type="button" onClick={() => setOpen(true)}>
				again
			</button>
			<LinkedAccountsSheet open={isOpen} onClose={() => setOpen(false)} onUnlink={onUnlink} />
		</BridgeContext>
	)
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
	localStorage.clear()
	localStorage.setItem('accessToken', 'a')
	setSite({ type: 2 })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test('[BIND-29] [PERS-34] [API-23] the messenger is linked with the identity from the shell, and the person is fetched again', async () => {
	setPerson(member)
	const server = stubServer({
		[link]: { code: 0 },
		'GET /auth/me': { data: { ...User.encode(member.user), unionid: 'm', nickname: '小梅' } },
	})
	show()
	await press('关联')
	await screen.findByText('已关联：小梅')
	expect(server.last(link)?.body).toEqual({ info: 'sealed' })
})

test('[BIND-29] [PERS-34] 100006 is shown as a failed binding', async () => {
	setPerson(member)
	stubServer({ [link]: { status: 409, code: 100006 } })
	show()
	await press('关联')
	await screen.findByText('绑定失败：该账号或登录方式已绑定其他账号，请先在原账号中解除')
})

test('[PERS-10] the device maker’s identity is linked by signing in with it, and the sheet says so', async () => {
	Object.defineProperty(navigator, 'userAgent', { value: 'iPhone', configurable: true })
	info.version = { ...version, versionName: '6.2.5', wechatInstall: false, appleSupport: true }
	setPerson(member)
	show()
	await screen.findByText('下次用它登录时即可关联')
	expect(screen.queryByRole('button', { name: '关联' })).toBeNull()
	info.version = version
})

test('[UNBIND-01] the person chooses how to verify who they are before unlinking', async () => {
	setPerson(withUser({ messengerId: 'm', mobile: '13800138000' }))
	const onUnlink = show()
	await press('解除关联')
	await press('用 OA 账号')
	await waitFor(() => expect(onUnlink).toHaveBeenCalledWith('messenger', 'oa'))
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[UNBIND-01] a single verification method is used without a choice', async () => {
	setSite({ type: 1, isPrivate: true })
	setPerson(withUser({ messengerId: 'm', mobile: '13800138000' }))
	const onUnlink = show()
	await press('解除关联')
	await waitFor(() => expect(onUnlink).toHaveBeenCalledWith('messenger', 'phone'))
})

test('[UNBIND-01] [BIND-29] closed and opened again, the sheet begins anew: with neither the choice nor the error', async () => {
	setPerson(withUser({ messengerId: 'm', mobile: '13800138000' }))
	show()
	await press('解除关联')
	await screen.findByRole('button', { name: '用 OA 账号' })
	await press('关闭')
	await press('again')
	await screen.findByRole('button', { name: '解除关联' })
	expect(screen.queryByRole('button', { name: '用 OA 账号' })).toBeNull()
	cleanup()

	setPerson(member)
	stubServer({ [link]: { status: 409, code: 100006 } })
	show()
	await press('关联')
	await screen.findByText(/^绑定失败/)
	await press('关闭')
	await press('again')
	await screen.findByRole('button', { name: '关联' })
	expect(screen.queryByText(/^绑定失败/)).toBeNull()
})

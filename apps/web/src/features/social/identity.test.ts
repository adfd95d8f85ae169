import type { Bridge } from '@parley/bridge'
import { ok, refused } from '@parley/core'
import { expect, test, vi } from 'vitest'
import { clearPendingIdentity, readPendingIdentity, requestIdentity, savePendingIdentity } from './identity.ts'

function shellOf(versionName: string | undefined, answers: Record<string, object> = {}) {
	const call = vi.fn(async (name: string, _args?: unknown) =>
		answers[name] ? ok(answers[name]) : refused('unavailable'),
	)
	const version = versionName === undefined ? undefined : { versionName }
	const bridge = { call, info: { get: () => ({ present: true, version }), subscribe: () => () => {} } }
	return { call, bridge: bridge as unknown as Bridge }
}

test('[BRG-17] [BRG-18] [OP-066] a shell before 6.3.0 has a handler for each provider', async () => {
	const { call, bridge } = shellOf('6.2.9', { weixinLogin: { info: 'sealed' }, appleLogin: { appleId: 'token' } })
	expect(await requestIdentity('messenger', bridge)).toEqual(ok({ provider: 'messenger', proof: 'sealed' }))
	expect(await requestIdentity('deviceMaker', bridge)).toEqual(ok({ provider: 'deviceMaker', proof: 'token' }))
	expect(call.mock.calls).toEqual([['weixinLogin'], ['appleLogin']])
})

test('[BRG-16] [OP-066] from 6.3.0 on one handler takes the provider as a parameter', async () => {
	const { call, bridge } = shellOf('6.10.0', { thirdPartyLogin: { info: 'sealed', appleId: 'token' } })
	expect(await requestIdentity('messenger', bridge)).toEqual(ok({ provider: 'messenger', proof: 'sealed' }))
	expect(await requestIdentity('deviceMaker', bridge)).toEqual(ok({ provider: 'deviceMaker', proof: 'token' }))
	expect(call.mock.calls).toEqual([
		['thirdPartyLogin', { type: 'weixin' }],
		['thirdPartyLogin', { type: 'apple' }],
	])
})

test('[SOC-01] an empty answer means cancelled, no answer means an unsupported shell', async () => {
	const { bridge } = shellOf('6.2.5', { weixinLogin: { info: '' } })
	expect(await requestIdentity('messenger', bridge)).toEqual(refused('cancelled'))
	expect(await requestIdentity('deviceMaker', bridge)).toEqual(refused('noAnswer'))
	expect(await requestIdentity('messenger', shellOf(undefined).bridge)).toEqual(refused('noAnswer'))
})

test('[STORE-01] the identity that waits to be bound is the last one: it takes the place of another provider’s', () => {
	const [messenger, deviceMaker] = [
		{ provider: 'messenger', proof: 'sealed' },
		{ provider: 'deviceMaker', proof: 'token' },
	] as const
	savePendingIdentity(messenger)
	savePendingIdentity(deviceMaker)
	expect(readPendingIdentity()).toEqual(deviceMaker)
	expect(localStorage.getItem('wxusrinfo')).toBeNull()
	savePendingIdentity(messenger)
	expect(localStorage.getItem('appleId')).toBeNull()
	clearPendingIdentity()
	expect(readPendingIdentity()).toBeUndefined()
})

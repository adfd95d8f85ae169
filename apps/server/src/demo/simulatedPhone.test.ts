import { verifyEnvelope } from '@parley/api'
import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../platform/testing/index.ts'
import { createTestServer, hostA, startOfTest, type TestServer } from '../testing/testServer.ts'
import { createDemoIdentityIssuer, type DemoIdentityIssuer } from './identityIssuer.ts'
import { type SimulatedPhoneDeps, serveSimulatedPhone } from './simulatedPhone.ts'

let server: TestServer
beforeEach(async () => {
	server = await createTestServer()
})
afterEach(() => server.close())

const clock = createManualClock(startOfTest)
const secret = 's'.repeat(43)
const siteA = v.parse(SiteId, 'A')

function startSimulatedPhone(issuer: DemoIdentityIssuer, deps: Partial<SimulatedPhoneDeps> = {}) {
	serveSimulatedPhone(server.app, server.nouns.site.sites, {
		inbox: () => [{ at: 1, to: '+8613800000001', text: '123456' }],
		signIdentity: (app, subject) => issuer.signIdentity(app, subject, secret),
		...deps,
	})
}
const identify = async (payload: object) =>
	(await server.app.inject({ method: 'POST', url: '/shell/identify', headers: { host: hostA }, payload })).json()
const inbox = () => server.app.inject({ url: '/shell/inbox', headers: { host: hostA } })

test('[BRG-17] identities of the messaging app and the workplace app are signed with the secret of the site', async () => {
	startSimulatedPhone(await createDemoIdentityIssuer(clock, 'the secret of the servers'))
	const { proof } = await identify({ app: 'weixin', subject: ' wx-1 ' })
	expect(verifyEnvelope(proof, secret)).toMatchObject({ unionid: 'wx-1', at: startOfTest })
	const workplace = await identify({ app: 'dingtalk', subject: 'ding-1' })
	expect(verifyEnvelope(workplace.proof, secret)).toMatchObject({ openid: 'ding-1' })
	expect(workplace.proof).not.toContain(secret)
})

test('[BRG-18] the device maker of the demo signs identity tokens that its keys verify', async () => {
	const issuer = await createDemoIdentityIssuer(clock, 'the secret of the servers')
	startSimulatedPhone(issuer)
	const { proof } = await identify({ app: 'apple', subject: 'apple-1' })
	expect(await issuer.verify(proof, siteA)).toMatchObject({ subject: 'apple-1' })
	const other = await createDemoIdentityIssuer(clock, 'the secret of other servers')
	expect(await other.verify(proof, siteA)).toBeUndefined()
	// Another server of the same database.
	const beside = await createDemoIdentityIssuer(clock, 'the secret of the servers')
	expect(await beside.verify(proof, siteA)).toMatchObject({ subject: 'apple-1' })
})

test('an unknown app, an unknown person and a site without a secret are refused', async () => {
	startSimulatedPhone(await createDemoIdentityIssuer(clock, 'the secret of the servers'), {
		signIdentity: async () => undefined,
	})
	expect(await identify({ app: 'telegram', subject: 'x' })).toMatchObject({ code: 422 })
	expect(await identify({ app: 'weixin', subject: ' ' })).toMatchObject({ code: 422 })
	expect(await identify({ app: 'weixin', subject: 'wx-1' })).toMatchObject({ code: 404 })
})

test('[SMS-18] text messages are shown if they are simulated, and not if they are delivered', async () => {
	const issuer = await createDemoIdentityIssuer(clock, 'the secret of the servers')
	startSimulatedPhone(issuer)
	expect((await inbox()).json()).toEqual({ messages: [{ at: 1, to: '+8613800000001', text: '123456' }] })
	await server.close()
	server = await createTestServer()
	startSimulatedPhone(issuer, { inbox: undefined })
	expect((await inbox()).statusCode).toBe(404)
})

test('without demo data the simulated phone has no deps', async () => {
	expect((await inbox()).statusCode).toBe(404)
	expect(await identify({ app: 'weixin', subject: 'wx-1' })).toMatchObject({ code: 404 })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SiteId } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { audience, createTestIssuer, issuerName, type TestIssuer } from '../fixtures.ts'
import type { VerifyIdentityToken } from '../index.ts'
import { remoteVerifier } from './remoteVerifier.ts'

const siteId = 'A' as SiteId
let issuer: TestIssuer
let server: Server
let asked: number
let answer: () => Promise<{ status: number; body: string }>
let verify: VerifyIdentityToken

beforeEach(async () => {
	issuer = createTestIssuer(systemClock)
	asked = 0
	answer = async () => ({ status: 200, body: JSON.stringify({ keys: [await issuer.publicKey()] }) })
	server = createServer(async (_, response) => {
		asked++
		const { status, body } = await answer()
		response.writeHead(status, { 'content-type': 'application/json' }).end(body)
	})
	await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
	const keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/keys`
	verify = remoteVerifier({ issuer: issuerName, audience: [audience], keysUrl }, systemClock)
})
afterEach(() => void server.close())

test('[SOC-09] the keys are fetched when the first token comes, and kept', async () => {
	expect(asked).toBe(0)
	expect(await verify(await issuer.token({ sub: 'apple-7' }), siteId)).toMatchObject({ subject: 'apple-7' })
	expect(await verify(await issuer.token({ sub: 'apple-8' }), siteId)).toMatchObject({ subject: 'apple-8' })
	expect(asked).toBe(1)
})

test('[SOC-09] a token that another key signed under the same name is refused', async () => {
	expect(await verify(await issuer.token({}, 'others'), siteId)).toBeUndefined()
})

test('[SOC-09] an unpublished key is looked for once, and not again for every token that names one', async () => {
	answer = async () => ({ status: 200, body: '{"keys":[]}' })
	for (let i = 0; i < 5; i++) expect(await verify(await issuer.token(), siteId)).toBeUndefined()
	expect(asked).toBe(1)
})

test('[SOC-09] unavailable keys admit no one and are not blamed on the token', async () => {
	answer = async () => ({ status: 503, body: 'down' })
	await expect(verify(await issuer.token(), siteId)).rejects.toThrow()
	answer = async () => ({ status: 200, body: JSON.stringify({ keys: [await issuer.publicKey()] }) })
	expect(await verify(await issuer.token(), siteId)).toBeDefined()
})

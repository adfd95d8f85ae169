import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, loginFields, type TestServer } from '../../../testing/testServer.ts'
import { verifyWithChallengeVendor } from './remoteVendor.ts'

let server: Server
let verifyUrl: string
let came: { type: string | undefined; form: Record<string, string> }[]
let answer: { status: number; body: string; location?: string }

beforeEach(async () => {
	came = []
	answer = { status: 200, body: '{"success":true}' }
	server = createServer(async (request, response) => {
		let body = ''
		for await (const part of request.setEncoding('utf8')) body += part
		const form = Object.fromEntries(new URLSearchParams(body))
		came.push({ type: request.headers['content-type'], form })
		const good = form.response === 'solved' || answer.status !== 200
		response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location })
		response.end(good ? answer.body : '{"success":false,"error-codes":["invalid"]}')
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
})
afterEach(() => new Promise<void>(resolve => void server.close(() => resolve())))

const vendor = () => ({ appKey: 'key-1', scene: 'login', verifyUrl, secret: 'hidden' })

test('[LOGIN-38] a vendor is asked with its secret and the address of the person, as a form', async () => {
	expect(await verifyWithChallengeVendor(vendor(), 'solved', '10.0.0.1')).toBe(true)
	expect(await verifyWithChallengeVendor(vendor(), 'not&solved=1', '10.0.0.1')).toBe(false)
	const common = { secret: 'hidden', remoteip: '10.0.0.1', sitekey: 'key-1', scene: 'login' }
	expect(came.map(({ form }) => form)).toEqual([
		{ ...common, response: 'solved' },
		{ ...common, response: 'not&solved=1' },
	])
	expect(came[0]?.type).toMatch(/^application\/x-www-form-urlencoded/)
})

test.each([
	['an error', { status: 500, body: '{"success":true}' }],
	['no JSON', { status: 200, body: '<html>' }],
	['something else', { status: 200, body: '{"success":"yes"}' }],
	['another address', { status: 302, body: '', location: 'http://127.0.0.1:1/' }],
])('[LOGIN-38] %s is no verdict', async (_, other) => {
	answer = other
	await expect(verifyWithChallengeVendor(vendor(), 'solved', '10.0.0.1')).rejects.toThrow()
})

test('[LOGIN-37, LOGIN-38] a site with a vendor admits people the vendor passes', async () => {
	const testServer: TestServer = await createTestServer()
	await testServer.set('A', {
		challengeOpen: true,
		challengeVendorKey: 'key-1',
		challengeVendorScene: 'login',
		challengeVendorUrl: verifyUrl,
		challengeVendorSecret: 'hidden',
	})
	const anna = await testServer.visit()
	const attempt = async (captcha: string) =>
		(await anna.send('POST /auth/login?unauth&noErrorTip', { ...loginFields('anna'), captcha })).code
	const { dataResult } = JSON.parse((await anna.send('GET /auth/getGtCaptcha', { sessionId: 'session-1' })).text)
	expect(dataResult).toEqual({ appkey: 'key-1', scene: 'login' })
	expect(await attempt('')).toBe(400)
	expect(await attempt('other')).toBe(800)
	expect(await attempt('solved')).toBe(200)
	answer = { status: 503, body: '' }
	expect(await attempt('solved')).toBe(800)
	expect(testServer.logged()).toContain('gave no verdict')
	expect(testServer.logged()).not.toContain('hidden')
	await testServer.close()
})

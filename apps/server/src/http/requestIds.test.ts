import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { followRequests, passedHeaders } from '../platform/currentRequest.ts'
import { addSecurityHeaders } from '../platform/http/headers.ts'
import { createLog } from '../platform/log.ts'
import { createApp } from './app.ts'

const apps: { close(): Promise<unknown> }[] = []
afterEach(async () => {
	for (const app of apps.splice(0)) await app.close()
})

async function open(trustedProxies: string[] | number) {
	const app = await createApp({ log: createLog('silent'), tls: undefined, trustedProxies })
	apps.push(app)
	addSecurityHeaders(app)
	app.get('/id', async request => ({ id: request.id }))
	return async (id?: string) => {
		const answer = await app.inject({ url: '/id', ...(id !== undefined && { headers: { 'x-request-id': id } }) })
		return { id: answer.json().id, header: answer.headers['x-request-id'] }
	}
}

test('[OPS-06] the id of a trusted proxy is that of the request, and in the answer', async () => {
	const ask = await open(['127.0.0.1'])
	expect(await ask('a1b2c3d4-proxy')).toEqual({ id: 'a1b2c3d4-proxy', header: 'a1b2c3d4-proxy' })
	const { id, header } = await ask()
	expect(id).toMatch(/^[0-9a-f-]{36}$/)
	expect(header).toBe(id)
})

test('[OPS-06] an id of a client, or one that does not fit into a log, is replaced', async () => {
	const fromClient = await open(0)
	expect((await fromClient('a1b2c3d4-client')).id).toMatch(/^[0-9a-f-]{36}$/)
	const ask = await open(['127.0.0.1'])
	for (const id of ['short', 'x'.repeat(65), 'a1b2c3d4 proxy', 'a1b2c3d4"}'])
		expect((await ask(id)).id).toMatch(/^[0-9a-f-]{36}$/)
})

test('[OPS-06] a request is followed through its body, and no further', async () => {
	const app = Fastify({ genReqId: () => 'id-of-the-request' })
	apps.push(app)
	followRequests(app)
	app.post('/', async () => {
		await new Promise(resolve => setTimeout(resolve, 1))
		return passedHeaders()
	})
	const address = await app.listen({ port: 0, host: '127.0.0.1' })
	const headers = { 'content-type': 'application/json' }
	const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ some: 'body' }) })
	expect(await answer.json()).toEqual({ 'x-request-id': 'id-of-the-request' })
	expect(passedHeaders()).toEqual({})
})

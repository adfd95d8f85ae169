import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followRequests } from './currentRequest.ts'
import { randomIds } from './ids.ts'
import { createNodeCalls, type NodeAddress, NodeUnreachableError } from './nodeCalls.ts'
import { signatureLifetimeMs } from './signedHeader.ts'

const secret = 'secret of the nodes'
let now: number
let app: ReturnType<typeof Fastify>
let node: NodeAddress
/** Ids of the requests that the server has answered. */
const ids: string[] = []
const answer = vi.fn((name: string) => (name === 'nobody' ? undefined : `hello ${name}`))

const callsOf = (id: string, key = secret) =>
	createNodeCalls({ secret: key, id, clock: { now: () => now }, ids: randomIds })

beforeEach(async () => {
	now = 1_000_000
	answer.mockClear()
	app = Fastify()
	ids.length = 0
	app.addHook('onResponse', async (request: { id: string }) => void ids.push(request.id))
	const calls = callsOf('server')
	calls.handle('greet', v.string(), answer)
	calls.serve(app)
	await app.listen({ port: 0, host: '127.0.0.1' })
	node = { id: 'server', url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
})
afterEach(() => app.close())

/** Records the request of a node that calls another one. */
async function recordCall(calls = callsOf('client'), to = node, input: unknown = 'Anna') {
	const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json({}))
	await calls.ask(to, 'greet', input)
	const [, init] = sent.mock.lastCall ?? []
	sent.mockRestore()
	return init as { headers: Record<string, string>; body: string; method: string }
}
const send = async (init: RequestInit, call = 'greet') =>
	(await fetch(`${node.url}/-/node-calls/${call}`, { ...init, signal: null })).status

test('[NODE-15] a node answers another one', async () => {
	expect(await callsOf('client').ask(node, 'greet', 'Anna')).toBe('hello Anna')
	expect(await callsOf('client').ask(node, 'greet', 'nobody')).toBe(undefined)
})

test.each<[string, () => Promise<unknown>]>([
	['with another key', async () => await recordCall(callsOf('client', 'another secret'))],
	['for another node', async () => await recordCall(undefined, { ...node, id: 'another' })],
	['with another input', async () => ({ ...(await recordCall()), body: '"Eve"' })],
	['without a signature', async () => ({ ...(await recordCall()), headers: { 'content-type': 'application/json' } })],
	[
		'that is too old',
		async () => {
			const sent = await recordCall()
			now += signatureLifetimeMs
			return sent
		},
	],
	[
		'for the second time',
		async () => {
			const sent = await recordCall()
			expect(await send(sent)).toBe(200)
			answer.mockClear()
			return sent
		},
	],
])('[NODE-15] a call %s is refused', async (_, record) => {
	expect(await send((await record()) as RequestInit)).toBe(403)
	expect(answer).not.toHaveBeenCalled()
})

test('[NODE-15] a signature is for one call', async () => {
	const other = createNodeCalls({ secret, id: 'other', clock: { now: () => now }, ids: randomIds })
	other.handle('forget', v.string(), answer)
	expect(await send(await recordCall(), 'forget')).toBe(403)
})

test('a call that a node of another version does not know, or with an input of another shape, is an error', async () => {
	const client = callsOf('client')
	await expect(client.ask(node, 'wave', 'Anna')).rejects.toThrow('rejected wave: 404')
	await expect(client.ask(node, 'greet', 5)).rejects.toThrow('rejected greet: 500')
})

test('a node that does not run is unreachable, and has done nothing', async () => {
	await app.close()
	const failureOf = async (to: NodeAddress) => {
		const failure: unknown = await callsOf('client')
			.ask(to, 'greet', 'Anna')
			.catch(error => error)
		return failure instanceof NodeUnreachableError ? { isRefused: failure.isRefused } : failure
	}
	expect(await failureOf(node)).toEqual({ isRefused: true })
	expect(await failureOf({ id: 'x', url: null })).toEqual({ isRefused: false })
})

test('[OPS-06] a node names the request that it answers, and the other one has the same id in its log', async () => {
	const asking = Fastify({ genReqId: () => 'id-of-the-request' })
	followRequests(asking)
	asking.get('/', async () => ({ said: await callsOf('client').ask(node, 'greet', 'Anna') }))
	expect((await asking.inject('/')).json()).toEqual({ said: 'hello Anna' })
	await vi.waitFor(() => expect(ids).toEqual(['id-of-the-request']))
	// Nobody else chooses an id.
	const headers = { 'content-type': 'application/json', 'x-request-id': 'id-of-a-client' }
	expect(await send({ method: 'POST', headers, body: '"Eve"' })).toBe(403)
	await vi.waitFor(() => expect(ids).toHaveLength(2))
	expect(ids[1]).not.toBe('id-of-a-client')
})

import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { MeetingId } from '@parley/core'
import { imPaths } from '@parley/im'
import type { FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from './http/index.ts'
import { attachImGateway } from './modules/messaging/adapters/gateway/gateway.ts'
import { openForwarding, passRequestsOn } from './openForwarding.ts'
import { followRequests, passedHeaders } from './platform/currentRequest.ts'
import { createLog } from './platform/log.ts'
import { createMemoryRateLimits } from './platform/rateLimit.ts'

const meetingId = '123456789' as MeetingId
const otherMeetingId = '987654321' as MeetingId

interface Node {
	app: FastifyInstance
	url: string
	/** The node of each meeting, as the database says. */
	rooms: Map<MeetingId, string | null>
	/** The other node that has the streams of lives. */
	lives: { at: string | undefined }
	/** Addresses of nodes at which nobody listens. */
	askedToRemove: (string | null)[]
	/** Ids with which requests arrived. */
	ids: string[]
	/** Addresses that connected to messaging here. */
	connected: string[]
	close(): Promise<void>
}
const nodes: Node[] = []

async function startNode(name: string, secret = 'secret of the nodes'): Promise<Node> {
	const rooms: Node['rooms'] = new Map()
	const askedToRemove: Node['askedToRemove'] = []
	const lives: Node['lives'] = { at: undefined }
	const log = createLog('silent')
	const clock = { now: Date.now }
	const app = await createApp({ log, tls: undefined, trustedProxies: 1 })
	const forwarding = openForwarding({
		platform: { config: { trustedProxies: 1 }, clock, log, secrets: { relay: secret } } as never,
		nouns: {
			node: { isOnly: false },
			live: { owner: { findOther: async () => (lives.at === undefined ? undefined : { id: 'lives', url: lives.at }) } },
			room: {
				rooms: {
					async findOtherNode(asked: MeetingId) {
						if (asked === otherMeetingId) throw new Error('the database is unavailable')
						const url = rooms.get(asked)
						return url === undefined ? undefined : { id: 'other', url }
					},
					removeNodeIfEnded: async ({ url }: { url: string | null }) => void askedToRemove.push(url),
				},
			},
		},
	} as never)
	if (!forwarding) throw new Error('it forwards nothing')
	const ids: string[] = []
	app.addHook('onRequest', async request => void ids.push(request.id))
	followRequests(app)
	passRequestsOn(app, forwarding)
	app.get('/id', async request => ({ id: request.id, passed: passedHeaders() }))
	app.addContentTypeParser('*', (_request, _payload, done) => done(null))
	app.all('/facts', async (request, reply) => {
		reply.header('set-cookie', 'a=b').code(201)
		const { clientAddress, ip, host, hostname, protocol, linkOrigin, method, cookies } = request
		const body = ['GET', 'HEAD'].includes(method) ? '' : await text(request.raw)
		return { name, clientAddress, ip, host, hostname, protocol, linkOrigin, method, cookies, bytes: body.length }
	})
	app.get('/live/facts', async ({ clientAddress }) => ({ name, clientAddress }))
	app.get('/broken', (_request, reply) => {
		reply.hijack()
		reply.raw.writeHead(200, { 'content-length': 100 })
		reply.raw.write('half')
		setTimeout(() => reply.raw.destroy(), 20)
	})
	const connected: string[] = []
	const gateway = attachImGateway({
		server: app.server,
		passUpgradeOn: forwarding.passOn.upgrade,
		connect(connection) {
			connected.push(connection.address)
			return { receive() {}, isLoggedIn: () => true, personId: () => undefined, closed() {} }
		},
		createRateLimit: createMemoryRateLimits(),
		addressOf: request => forwarding.read(request)?.address ?? 'of nobody',
		originOf: () => 'http://meet.example.org',
		ownOriginOf: async () => 'http://meet.example.org',
		clock,
	})
	await app.listen({ port: 0, host: '127.0.0.1' })
	const node: Node = {
		app,
		url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
		rooms,
		askedToRemove,
		ids,
		lives,
		connected,
		async close() {
			forwarding.close()
			await gateway.stop()
			await app.close()
		},
	}
	nodes.push(node)
	return node
}

let near: Node
let far: Node
beforeEach(async () => {
	near = await startNode('near')
	far = await startNode('far')
	near.rooms.set(meetingId, far.url)
})
afterEach(async () => {
	for (const node of nodes.splice(0)) await node.close()
})

const forwarded = {
	host: 'inside',
	'x-forwarded-for': '203.0.113.7',
	'x-forwarded-host': 'meet.example.org',
	'x-forwarded-proto': 'https',
	cookie: 'c=d',
}

interface Answer {
	status: number | undefined
	headers: Record<string, unknown>
	body: string
}
function ask(url: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const asked = send(url, { method, headers: { ...forwarded, ...headers } }, response => {
			text(response).then(body => resolve({ status: response.statusCode, headers: response.headers, body }), reject)
		})
		asked.on('error', reject).end(body)
	})
}
const namesMeeting = (path: string, id: string = meetingId) => `${path}?unauth&meeting=${id}`

test('[NODE-21] a request that names a meeting is answered by the node of its room, which knows its client', async () => {
	const { status, headers, body } = await ask(`${near.url}${namesMeeting('/facts')}`)
	expect([status, headers['set-cookie']]).toEqual([201, ['a=b']])
	expect(JSON.parse(body)).toEqual({
		name: 'far',
		clientAddress: '203.0.113.7',
		ip: '203.0.113.7',
		host: 'meet.example.org',
		hostname: 'meet.example.org',
		protocol: 'https',
		linkOrigin: 'https://meet.example.org',
		method: 'GET',
		cookies: { c: 'd' },
		bytes: 0,
	})
})

test('[NODE-21] large bodies are passed on', async () => {
	const body = 'x'.repeat(3_000_000)
	const headers = { 'content-type': 'multipart/form-data', 'content-length': `${body.length}` }
	const answer = await ask(`${near.url}${namesMeeting('/facts')}`, { method: 'POST', headers, body })
	expect(JSON.parse(answer.body)).toMatchObject({ name: 'far', method: 'POST', bytes: body.length })
})

test.each([
	['without a meeting', '/facts'],
	['with a room of no node, or of this one', namesMeeting('/facts', '111111111')],
	['with what is no meeting', namesMeeting('/facts', 'x')],
	['with a meeting whose node cannot be looked up', namesMeeting('/facts', otherMeetingId)],
])('[NODE-21] a request %s is answered by the node that got it', async (_, path) => {
	expect(JSON.parse((await ask(`${near.url}${path}`)).body)).toMatchObject({ name: 'near' })
})

test('[NODE-21] a request that was passed on is not passed on again', async () => {
	far.rooms.set(meetingId, near.url)
	expect(JSON.parse((await ask(`${near.url}${namesMeeting('/facts')}`)).body)).toMatchObject({ name: 'far' })
})

test('[NODE-07] [NODE-21] a client, or a server with another key, cannot say whose request it is', async () => {
	const stranger = await startNode('stranger', 'another secret')
	stranger.rooms.set(meetingId, far.url)
	const { body } = await ask(`${stranger.url}${namesMeeting('/facts')}`)
	// The far node trusts its neighbour as a proxy, and nothing else.
	expect(JSON.parse(body)).toMatchObject({ name: 'far', clientAddress: '203.0.113.7' })
	const headers = { 'x-parley-relay': 'e30.forged', 'x-forwarded-for': '198.51.100.1' }
	const forged = await ask(`${far.url}/facts`, { headers })
	expect(JSON.parse(forged.body)).toMatchObject({ name: 'far', clientAddress: '198.51.100.1' })
})

test('[NODE-21] a node that is gone is answered with 503, and one that breaks off breaks the answer off', async () => {
	near.rooms.set(meetingId, 'http://127.0.0.1:1')
	const gone = await ask(`${near.url}${namesMeeting('/facts')}`)
	expect([gone.status, gone.headers['retry-after'], near.askedToRemove]).toEqual([503, '1', ['http://127.0.0.1:1']])
	near.rooms.set(meetingId, far.url)
	await expect(ask(`${near.url}${namesMeeting('/broken')}`)).rejects.toThrow('aborted')
})

function connect(node: Node, query: Record<string, string>): Promise<'connected' | 'refused'> {
	const socket = io(node.url, {
		path: imPaths.socket,
		transports: ['websocket'],
		forceNew: true,
		reconnection: false,
		query,
		extraHeaders: { ...forwarded, origin: 'http://meet.example.org' },
	})
	return new Promise(resolve => {
		socket.on('connect', () => resolve('connected'))
		socket.on('connect_error', () => resolve('refused'))
	}).finally(() => socket.disconnect()) as Promise<'connected' | 'refused'>
}

test('[NODE-06] [NODE-21] the socket of a chat reaches the node of its room, and others stay', async () => {
	expect(await connect(near, { meeting: meetingId })).toBe('connected')
	expect([near.connected, far.connected]).toEqual([[], ['203.0.113.7']])
	expect(await connect(near, {})).toBe('connected')
	expect(await connect(near, { meeting: otherMeetingId })).toBe('connected')
	expect([near.connected.length, far.connected.length]).toEqual([2, 1])
	far.rooms.set(meetingId, near.url)
	expect(await connect(near, { meeting: meetingId })).toBe('connected')
	expect([near.connected.length, far.connected.length]).toEqual([2, 2])
	near.rooms.set(meetingId, 'http://127.0.0.1:1')
	expect(await connect(near, { meeting: meetingId })).toBe('refused')
	expect([near.connected.length, near.askedToRemove]).toEqual([2, ['http://127.0.0.1:1']])
})

test('[OPS-06] a request that is passed on keeps its id, and names it to further nodes', async () => {
	const answer = await fetch(`${near.url}/id?meeting=${meetingId}`)
	const [id] = near.ids
	expect(id).toMatch(/^[0-9a-f-]{36}$/)
	expect(await answer.json()).toEqual({ id, passed: { 'x-request-id': id } })
})

test('[NODE-23] requests below /live are answered by the node that has the streams', async () => {
	const answered = async () => JSON.parse((await ask(`${near.url}/live/facts`)).body)
	expect(await answered()).toMatchObject({ name: 'near' })
	near.lives.at = far.url
	far.lives.at = near.url
	expect(await answered()).toEqual({ name: 'far', clientAddress: '203.0.113.7' })
	expect(JSON.parse((await ask(`${near.url}/facts`)).body)).toMatchObject({ name: 'near' })
})

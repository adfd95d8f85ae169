import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answerCodes, encodePush, imLimits, imPaths } from '@parley/im'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionEnd } from '../../../../platform/gatewayOptions.ts'
import { createMemoryRateLimits } from '../../../../platform/rateLimit.ts'
import { testFloods } from '../../../../platform/testing/floodedGateway.suite.ts'
import type { Connection } from '../../index.ts'
import { attachImGateway } from './gateway.ts'
import type { SocketConnection } from './socketConnection.ts'

interface Seen {
	connection: Connection
	received: unknown[]
	isLoggedIn: boolean
	isClosed: boolean
}

let now: number
let told: ConnectionEnd[]
let isKnownHost: boolean
let seen: Seen[]
let gateway: ReturnType<typeof attachImGateway>
let address: string
let close: () => Promise<unknown>
const sockets: Socket[] = []

beforeEach(async () => {
	now = 1_000_000
	isKnownHost = true
	seen = []
	told = []
	const server = createServer((_request, response) => response.writeHead(404).end())
	gateway = attachImGateway({
		server,
		connect(connection) {
			const state: Seen = { connection, received: [], isLoggedIn: false, isClosed: false }
			seen.push(state)
			return {
				receive: value => void state.received.push(value),
				isLoggedIn: () => state.isLoggedIn,
				personId: () => (state.isLoggedIn ? 'u_anna' : undefined),
				closed: () => {
					state.isClosed = true
				},
			}
		},
		createRateLimit: createMemoryRateLimits(),
		addressOf: ({ headers }) => String(headers['x-test-address']),
		originOf: ({ headers }) => `http://${headers.host}`,
		ownOriginOf: async ({ headers }) => (isKnownHost ? `http://${headers.host}` : undefined),
		clock: { now: () => now },
		onConnectionEnd: end => void told.push(end),
		limits: { open: 4, anonymous: 2, loginWithinMs: 15_000 },
		admitsPage: async ({ headers }, origin) =>
			headers.host === new URL(address).host && origin === 'https://shop.example',
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	close = async () => {
		await gateway.stop()
		await new Promise(resolve => server.close(resolve))
	}
})

afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.disconnect()
	await close()
})

function connect(headers: Record<string, string> = {}, transport = 'websocket', namespace = ''): Promise<Socket> {
	const socket = io(address + namespace, {
		path: imPaths.socket,
		transports: [transport],
		forceNew: true,
		reconnection: false,
		extraHeaders: headers,
	})
	sockets.push(socket)
	return new Promise((resolve, reject) => {
		socket.on('connect', () => resolve(socket))
		socket.on('connect_error', reject)
	})
}

/** Returns the server's response instead of an opened socket. */
function askToUpgrade(headers: Record<string, string>): Promise<string> {
	const upgrade = {
		connection: 'Upgrade',
		upgrade: 'websocket',
		'sec-websocket-version': '13',
		'sec-websocket-key': Buffer.alloc(16).toString('base64'),
	}
	const asked = get(`${address}${imPaths.socket}/?EIO=4&transport=websocket`, { headers: { ...upgrade, ...headers } })
	return new Promise((resolve, reject) => {
		asked.on('response', response => void text(response).then(resolve, reject)).on('error', reject)
	})
}

const from = (address: string) => ({ 'x-test-address': address })
const first = () => seen[0] as Seen
const until = async (isSo: () => boolean) => {
	while (!isSo()) await new Promise(resolve => setTimeout(resolve, 5))
}
const ended = (socket: Socket) => new Promise(resolve => socket.on('disconnect', resolve))

test('[OP-118] a `message` of a client arrives unchanged, and the server uses the same name', async () => {
	const socket = await connect()
	const envelope = { messageId: 10_000, messageType: 1000, jsonData: { uid: 'u1' } }
	socket.emit('message', envelope)
	await until(() => first().received.length === 1)
	expect(first().received).toEqual([envelope])

	const came: unknown[] = []
	socket.on('message', value => came.push(value))
	const pushes = [encodePush('heads', { ts: 1, heads: {} }), encodePush('heads', { ts: 2, heads: {} })]
	first().connection.send(pushes)
	await until(() => came.length === 2)
	expect(came).toEqual(pushes)
})

test('another event is treated as unreadable', async () => {
	const socket = await connect()
	socket.emit('login', { uid: 'u1' })
	await until(() => first().received.length === 1)
	expect(first().received).toEqual([undefined])
})

test('[IMC-18] a page of another host, polling and other namespaces are refused', async () => {
	await expect(connect({ origin: 'https://evil.example' })).rejects.toThrow()
	await expect(connect({}, 'polling')).rejects.toThrow()
	await expect(connect({}, 'websocket', '/room')).rejects.toThrow('Invalid namespace')
	await connect({ origin: address })
	expect(seen).toHaveLength(1)
	expect(first().connection.origin).toBe(address)
})

test('[IMC-18] a page of an allowed origin is admitted; others are refused with a reason', async () => {
	await connect({ origin: 'https://shop.example' })
	expect(seen).toHaveLength(1)
	for (const origin of ['https://evil.example', 'https://shop.example:444', 'null']) {
		expect(await askToUpgrade({ origin })).toContain('origin.unknown')
		await expect(connect({ origin })).rejects.toThrow()
	}
	expect(seen).toHaveLength(1)
})

test('[HTTP-01] [IMC-18] connections to a host name without a site are refused', async () => {
	isKnownHost = false
	expect(await askToUpgrade({})).toContain('host.unknown')
	await expect(connect({ origin: address })).rejects.toThrow()
	await expect(connect({ origin: 'https://shop.example' })).rejects.toThrow()
	expect(seen).toHaveLength(0)
})

test('[IMC-18] a page of the same host with another scheme is refused', async () => {
	const origin = address.replace('http:', 'https:')
	expect(await askToUpgrade({ origin })).toContain('origin.unknown')
	await expect(connect({ origin })).rejects.toThrow()
	expect(seen).toHaveLength(0)
})

test('connections per address are limited, and those without a login even more', async () => {
	await connect(from('192.0.2.1'))
	await connect(from('192.0.2.1'))
	await expect(connect(from('192.0.2.1'))).rejects.toThrow()
	for (const state of seen) state.isLoggedIn = true
	await connect(from('192.0.2.1'))
	const last = await connect(from('192.0.2.1'))
	for (const state of seen) state.isLoggedIn = true
	await expect(connect(from('192.0.2.1'))).rejects.toThrow()
	await connect(from('192.0.2.2'))

	last.io.engine.close()
	await until(() => seen.some(({ isClosed }) => isClosed))
	await connect(from('192.0.2.1'))
})

test('a connection without a login is closed after 15 s', async () => {
	const [silent, loggedIn] = [await connect(), await connect()]
	const [first, second] = seen as [Seen, Seen]
	second.isLoggedIn = true
	now += 14_999
	await new Promise(resolve => setTimeout(resolve, 1_100))
	expect(silent.connected).toBe(true)
	now += 1
	await ended(silent)
	await until(() => first.isClosed)
	expect(loggedIn.connected).toBe(true)
	expect(second.isClosed).toBe(false)
})

/** A client without a library, as SPEC.md describes one; resolves once it is in the namespace. */
async function openRaw() {
	const socket = new WebSocket(`${address.replace('http', 'ws')}${imPaths.socket}/?EIO=4&transport=websocket`)
	const frames: string[] = []
	socket.addEventListener('message', ({ data }) => {
		frames.push(String(data))
		if (String(data).startsWith('0')) socket.send('40')
	})
	const closed = new Promise<number>(resolve => socket.addEventListener('close', ({ code }) => resolve(code)))
	await until(() => frames.length === 2)
	return { socket, frames, closed }
}

test('the frames are those of SPEC.md', async () => {
	const { socket, frames, closed } = await openRaw()
	expect(frames).toEqual([expect.stringMatching(/^0\{/), expect.stringMatching(/^40\{"sid":/)])
	const envelope = { messageId: 10_000, messageType: 1000, jsonData: {} }
	socket.send(`42["message",${JSON.stringify(envelope)}]`)
	await until(() => first().received.length === 1)
	expect(first().received).toEqual([envelope])
	const push = encodePush('heads', { ts: 1, heads: {} })
	first().connection.send([push])
	await until(() => frames.length === 3)
	expect(frames[2]).toBe(`42["message",${JSON.stringify(push)}]`)
	socket.send('no packet')
	await closed
})

test('unsupported protocols are refused with a reason', async () => {
	const ask = async (query: string) =>
		new Promise<string>((resolve, reject) => {
			const headers = {
				connection: 'Upgrade',
				upgrade: 'websocket',
				'sec-websocket-version': '13',
				'sec-websocket-key': Buffer.alloc(16).toString('base64'),
			}
			const asked = get(`${address}${imPaths.socket}/?${query}`, { headers })
			asked.on('response', response => void text(response).then(resolve, reject)).on('error', reject)
			asked.on('upgrade', () => reject(new Error('upgraded')))
		})
	expect(await ask('EIO=3&transport=websocket')).toBe('Unsupported protocol version')
	expect(await ask('EIO=4&transport=polling')).toBe('Transport unknown')
	expect(await ask('EIO=4&transport=websocket&sid=abc')).toBe('Session ID unknown')
})

test('a client that sends data before joining the namespace is disconnected', async () => {
	const line = await connectWith(['42["message",{}]'])
	await over(line)
	expect(seen).toEqual([])
})

test('an oversized envelope closes the WebSocket with 1009', async () => {
	const { socket, closed } = await openRaw()
	socket.send(`42["message","${'x'.repeat(70_000)}"]`)
	expect(await closed).toBe(1009)
})

test('an oversized or binary packet ends the connection', async () => {
	const large = await connect()
	const largeEnded = ended(large)
	large.emit('message', { jsonData: 'x'.repeat(imLimits.maxEnvelopeBytes) })
	await largeEnded

	const binary = await connect()
	const binaryEnded = ended(binary)
	binary.emit('message', { jsonData: { a: new Uint8Array(4) } })
	await binaryEnded
	expect(seen.map(({ received }) => received)).toEqual([[], []])
})

test('a client that floods, or does not read its answers, is disconnected', async () => {
	const flooding = await connect(from('192.0.2.1'))
	for (let sent = 0; sent < 3_000; sent++) flooding.emit('message', sent)
	await ended(flooding)
	expect(first().received.length).toBeLessThan(3_000)

	const asking = await connect(from('192.0.2.2'))
	const [, state] = seen as [Seen, Seen]
	const raw = asking.io.engine.transport as unknown as { ws: { pause(): void; _socket: { pause(): void } } }
	raw.ws.pause()
	const large = encodePush('heads', { text: 'x'.repeat(1_000_000) })
	while (state.connection.pendingBytes() < 4 * 1024 * 1024) state.connection.send([large])
	asking.emit('message', { messageId: 1 })
	await until(() => state.isClosed)
	expect(state.received).toEqual([])
})

test('at a stop data already sent still arrives, connections end, and new ones are refused', async () => {
	const socket = await connect()
	const came = new Promise(resolve => socket.on('message', resolve))
	const over = ended(socket)
	gateway.refuseNew()
	await expect(connect()).rejects.toThrow()
	expect(socket.connected).toBe(true)
	first().connection.send([encodePush('reconnectLater', { code: answerCodes.stopping, retryAfterMs: 1_000 })])
	await gateway.stop()
	expect(await came).toMatchObject({ messageType: 9034 })
	await over
	expect(first().isClosed).toBe(true)
})

/** Opens a connection by the protocol of Engine.IO, and sends these packets at once. */
function connectWith(packets: readonly string[]): Promise<WebSocket> {
	const line = new WebSocket(`${address.replace('http', 'ws')}${imPaths.socket}/?EIO=4&transport=websocket`)
	return new Promise((resolve, reject) => {
		line.addEventListener('error', reject)
		line.addEventListener('message', ({ data }) => {
			if (!String(data).startsWith('0{')) return
			for (const packet of packets) line.send(packet)
			resolve(line)
		})
	})
}
const over = (line: WebSocket) => new Promise(resolve => line.addEventListener('close', resolve))

test('[IMC-18] a second socket on one connection ends the connection, whether both packets come together or in turn', async () => {
	await over(await connectWith(['40', '40']))
	await until(() => seen.every(({ isClosed }) => isClosed))
	expect(seen.length).toBeLessThanOrEqual(1)

	seen = []
	const line = await connectWith(['40'])
	await until(() => seen.length === 1)
	line.send('40')
	await over(line)
	await until(() => first().isClosed)
	expect(seen.length).toBe(1)
})

test('the end of a connection is reported once, with its person, whichever side closes it', async () => {
	const socket = await connect()
	await until(() => seen.length === 1)
	first().isLoggedIn = true
	now += 5_000
	socket.disconnect()
	await until(() => told.length === 1)
	expect(told).toEqual([{ socket: 'messaging', ms: 5_000, code: 1005, personId: 'u_anna' }])

	seen = []
	const other = await connect()
	await until(() => seen.length === 1)
	first().isLoggedIn = true
	first().connection.close()
	await until(() => told.length === 2)
	expect(told[1]).toEqual({ socket: 'messaging', ms: 0, code: expect.any(Number), personId: 'u_anna' })
	expect(other.connected).toBe(false)
})

test('ended connections are no longer checked, nor any after a stop', async () => {
	const [gone, left] = [await connect(from('192.0.2.1')), await connect(from('192.0.2.2'))]
	const beats = seen.map(({ connection }) => vi.spyOn(connection as SocketConnection, 'beat'))
	gone.disconnect()
	await until(() => first().isClosed && told.length === 1)
	beats[0]?.mockClear()
	await until(() => (beats[1]?.mock.calls.length ?? 0) > 0)
	expect(beats[0]).not.toHaveBeenCalled()
	expect(left.connected).toBe(true)

	await gateway.stop()
	beats[1]?.mockClear()
	await new Promise(resolve => setTimeout(resolve, 1_200))
	expect(beats[1]).not.toHaveBeenCalled()
})

testFloods('[OP-118]', () => ({ url: address, path: imPaths.socket }))

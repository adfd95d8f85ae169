import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect as connectTcp, type Socket as TcpSocket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { type Envelope, encodePush, imPaths } from '@parley/im'
import { generate } from 'selfsigned'
import { Server, type Socket } from 'socket.io'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMemoryRateLimits } from '../../../../platform/rateLimit.ts'
import { attachImGateway } from './gateway.ts'
import { broadcast, type SocketConnection } from './socketConnection.ts'

const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
const servers = {
	HTTP: () => createHttpServer(),
	HTTPS: () => createHttpsServer({ key, cert }),
	'HTTP/2 with HTTP/1.1 beside it': () => createSecureServer({ key, cert, allowHTTP1: true }),
}
type ServerName = keyof typeof servers

const cleanUps: (() => void)[] = []
afterEach(() => {
	for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp()
})

/** A WebSocket client that keeps received bytes unchanged. */
interface RawClient {
	/** Returns the bytes received since the last call, once there are `length` of them. */
	take(length: number): Promise<Buffer>
	/** Same, once they contain this text. */
	takeUntil(text: string): Promise<Buffer>
}

interface Line {
	connection: SocketConnection
	client: RawClient
	/** The client's socket. */
	line: TcpSocket
	/** The stream the server writes to. */
	stream: Duplex
	received: unknown[]
	isClosed: () => boolean
}

/** A frame with text as clients send it, with a mask of zeros. */
const clientFrame = (text: string): Buffer =>
	Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

function createRawClient(stream: TcpSocket): RawClient {
	let bytes = Buffer.alloc(0)
	let wake = () => {}
	stream.on('data', data => {
		bytes = Buffer.concat([bytes, data as Buffer])
		wake()
	})
	async function takeWhen(isThere: () => boolean): Promise<Buffer> {
		while (!isThere()) {
			await new Promise<void>(resolve => {
				wake = resolve
			})
		}
		const taken = bytes
		bytes = Buffer.alloc(0)
		return taken
	}
	return {
		take: length => takeWhen(() => bytes.length >= length),
		takeUntil: text => takeWhen(() => bytes.includes(text)),
	}
}

function upgrade(stream: TcpSocket, path: string, extensions: string): void {
	stream.write(
		[
			`GET ${path}/?EIO=4&transport=websocket HTTP/1.1`,
			'Host: localhost',
			'Connection: Upgrade',
			'Upgrade: websocket',
			'Sec-WebSocket-Version: 13',
			'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
			...(extensions === '' ? [] : [`Sec-WebSocket-Extensions: ${extensions}`]),
			'\r\n',
		].join('\r\n'),
	)
}

/** A client of this server's messaging that has joined its namespace. */
async function openLine(name: ServerName, extensions = ''): Promise<Line> {
	const server = servers[name]()
	const received: unknown[] = []
	let isClosed = false
	const connected = new Promise<SocketConnection>(resolve => {
		const gateway = attachImGateway({
			server,
			connect(connection) {
				resolve(connection as SocketConnection)
				return {
					receive: value => void received.push(value),
					isLoggedIn: () => true,
					personId: () => (isClosed ? undefined : 'u-ann'),
					closed: () => {
						isClosed = true
					},
				}
			},
			createRateLimit: createMemoryRateLimits(),
			addressOf: () => '192.0.2.1',
			originOf: () => 'http://localhost',
			ownOriginOf: async () => 'http://localhost',
			clock: { now: () => 0 },
		})
		cleanUps.push(() => void gateway.stop())
	})
	const streams: Duplex[] = []
	;(server as HttpServer).on('upgrade', (_request, stream) => streams.push(stream))
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	const line =
		name === 'HTTP'
			? connectTcp(port, '127.0.0.1')
			: connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
	cleanUps.push(
		() => server.close(),
		() => line.destroy(),
	)
	const client = createRawClient(line)
	upgrade(line, imPaths.socket, extensions)
	expect((await client.takeUntil('0{"sid":')).toString()).not.toContain('permessage-deflate')
	line.write(clientFrame('40'))
	const connection = await connected
	await client.takeUntil('40{"sid":')
	return { connection, client, line, stream: streams[0] as Duplex, received, isClosed: () => isClosed }
}

/** The bytes Socket.IO itself writes for these envelopes. */
async function writtenBySocketIo(envelopes: readonly Envelope[]): Promise<Buffer> {
	const server = createHttpServer()
	const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false })
	const connected = new Promise<Socket>(resolve => io.on('connection', resolve))
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const line = connectTcp((server.address() as AddressInfo).port, '127.0.0.1')
	cleanUps.push(
		() => void io.close(),
		() => line.destroy(),
	)
	const client = createRawClient(line)
	upgrade(line, '/socket.io', '')
	await client.takeUntil('0{"sid":')
	line.write(clientFrame('40'))
	const socket = await connected
	await client.takeUntil('40{"sid":')
	for (const envelope of envelopes) socket.emit('message', envelope)
	socket.emit('end')
	const end = '\x81\x0842["end"]'
	return (await client.takeUntil(end.slice(2))).subarray(0, -end.length)
}

const envelopeOf = (content: string): Envelope => encodePush('messagesReceived', { gid: 'g1', list: [{ content }] })

const batches: Record<string, Envelope[]> = {
	'a short one': [encodePush('heads', {})],
	'an envelope whose length takes two bytes': [envelopeOf('x'.repeat(400))],
	'an envelope whose length takes eight bytes': [envelopeOf('x'.repeat(70_000))],
	'characters of several bytes': [envelopeOf('大家好 👋 \u2028 "\\')],
	'several at once': [envelopeOf('a'), envelopeOf('b'.repeat(126)), envelopeOf('c')],
	'envelopes at each limit of a length': [60, 61, 62, 63, 64, 65_470, 65_471, 65_472, 65_473, 65_474].map(length =>
		envelopeOf('é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2)),
	),
}

describe.each(Object.keys(servers) as ServerName[])('over %s', name => {
	test.each(Object.entries(batches))('the bytes of %s are those of Socket.IO, in one write', async (_, envelopes) => {
		const line = await openLine(name)
		const expected = await writtenBySocketIo(envelopes)
		expect(expected.length).toBeGreaterThan(20)

		const write = vi.spyOn(line.stream, 'write')
		for (const envelope of envelopes) line.connection.send([envelope])
		expect((await line.client.take(expected.length)).equals(expected)).toBe(true)
		expect(write).toHaveBeenCalledTimes(1)
	})

	test('data sent to one client leaves before a later broadcast', async () => {
		const line = await openLine(name)
		line.connection.send([envelopeOf('1')])
		broadcast([line.connection], [envelopeOf('2')])
		line.connection.send([envelopeOf('3')])
		expect(await contentsOf(line, '3')).toEqual(['1', '2', '3'])
	})

	test('a broadcast is encoded once, and is the same bytes on every connection', async () => {
		const lines = [await openLine(name), await openLine(name)]
		const envelopes = batches['several at once'] as Envelope[]
		const expected = await writtenBySocketIo(envelopes)
		const stringify = vi.spyOn(JSON, 'stringify')
		broadcast(
			lines.map(({ connection }) => connection),
			envelopes,
		)
		expect(stringify).toHaveBeenCalledTimes(envelopes.length)
		stringify.mockRestore()
		for (const { client } of lines) expect((await client.take(expected.length)).equals(expected)).toBe(true)
	})
})

/** Contents in order of arrival, up to `last`. */
const contentsOf = async ({ client }: Line, last: string): Promise<(string | undefined)[]> =>
	[...(await client.takeUntil(`"content":"${last}"`)).toString().matchAll(/"content":"(.)/g)].map(
		([, content]) => content,
	)

test('compression offered by a client is declined', async () => {
	const { connection, client } = await openLine('HTTP', 'permessage-deflate; server_no_context_takeover')
	connection.send([envelopeOf('1')])
	expect((await client.takeUntil('"content":"1"')).toString()).toContain('42["message",')
})

test('a ping of the WebSocket itself is answered between two frames', async () => {
	const line = await openLine('HTTP')
	for (let n = 0; n < 50; n++) {
		line.line.write(Buffer.from([0x89, 0x80, 0, 0, 0, 0]))
		line.connection.send([envelopeOf('x'.repeat(n))])
		await new Promise(resolve => setImmediate(resolve))
	}
	line.connection.send([envelopeOf('end')])
	const bytes = await line.client.takeUntil('"content":"end"')
	const kinds = [...frames(bytes)].map(([kind]) => kind)
	expect(kinds.filter(kind => kind === 0x8a).length).toBeGreaterThan(0)
	expect(kinds.filter(kind => kind === 0x81)).toHaveLength(51)
	expect(new Set(kinds)).toEqual(new Set([0x81, 0x8a]))
})

/** Returns first byte and text of each frame; throws if one does not begin at the end of the previous one. */
function* frames(bytes: Buffer): Generator<[number, string]> {
	for (let at = 0; at < bytes.length; ) {
		const short = bytes[at + 1] as number
		const [start, length] = short < 126 ? [at + 2, short] : [at + 4, bytes.readUInt16BE(at + 2)]
		yield [bytes[at] as number, bytes.toString('utf8', start, start + length)]
		at = start + length
	}
}

test('a client is pinged every 25 s, and dropped 8 s later', async () => {
	const { connection, client, line, isClosed } = await openLine('HTTP')
	const beat = (seconds: number) => {
		for (let n = 0; n < seconds; n++) connection.beat()
	}
	const terminated = new Promise(resolve => line.on('close', resolve))
	beat(25)
	expect([...frames(await client.take(3))]).toEqual([[0x81, '2']])
	beat(7)
	line.write(clientFrame('3'))
	await new Promise(resolve => setTimeout(resolve, 50))
	beat(25)
	expect([...frames(await client.take(3))]).toEqual([[0x81, '2']])
	// Any other packet proves the client alive and restarts the timeout.
	beat(7)
	line.write(clientFrame('43["ack"]'))
	await new Promise(resolve => setTimeout(resolve, 50))
	beat(7)
	expect(isClosed()).toBe(false)
	beat(1)
	await terminated
	await vi.waitFor(() => expect(isClosed()).toBe(true))
})

const envelope = { messageId: 10_000, messageType: 1000, jsonData: {} }

test('an event may request an acknowledgement, and is accepted anyway', async () => {
	const { line, received } = await openLine('HTTP')
	line.write(clientFrame(`4212["message",${JSON.stringify(envelope)}]`))
	await vi.waitFor(() => expect(received).toEqual([envelope]))
})

test.each([
	['of another namespace', '42/room,["message",{}]'],
	['that is not JSON', '42["message",{]'],
	['that is not a list', '42{"message":[1]}'],
	['whose rest is binary', '451-["message",{"_placeholder":true,"num":0}]'],
	['of Engine.IO that only servers send', '0{}'],
	['that ends the socket', '41'],
	['without a type', '4'],
	['without anything', ''],
])('a packet %s ends the connection', async (_, text) => {
	const { line, received, isClosed } = await openLine('HTTP')
	const over = new Promise(resolve => line.on('end', resolve))
	line.write(clientFrame(text))
	await over
	expect(isClosed()).toBe(true)
	expect(received).toEqual([])
})

test('a closed connection accepts nothing', async () => {
	const line = await openLine('HTTP')
	line.connection.send([envelopeOf('1')])
	line.connection.close()
	expect(line.isClosed()).toBe(true)
	const write = vi.spyOn(line.stream, 'write')
	line.connection.send([envelopeOf('2')])
	broadcast([line.connection], [envelopeOf('2')])
	expect(write).not.toHaveBeenCalled()
	expect(await contentsOf(line, '1')).toEqual(['1'])
})

test('bytes that a client does not read are pending', async () => {
	const line = await openLine('HTTP')
	const large = envelopeOf('x'.repeat(200_000))
	for (let sent = 0; sent < 100; sent++) line.connection.send([large])
	expect(line.connection.pendingBytes()).toBeGreaterThan(1_000_000)
})

test.each(['client', 'server'] as const)(
	'a connection ended by the %s is no longer logged in, and reports who was',
	async end => {
		const { connection, line, isClosed } = await openLine('HTTP')
		expect([connection.isLoggedIn(), connection.personId()]).toEqual([true, 'u-ann'])
		if (end === 'server') connection.close()
		else line.destroy()
		await vi.waitFor(() => expect(isClosed()).toBe(true))
		expect([connection.isLoggedIn(), connection.isKnown(), connection.personId()]).toEqual([false, false, 'u-ann'])
	},
)

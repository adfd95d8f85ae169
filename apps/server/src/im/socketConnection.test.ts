import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect as connectTcp, type Socket as TcpSocket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Envelope, encodePush } from '@parley/im'
import { generate } from 'selfsigned'
import { Server, type Socket } from 'socket.io'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { broadcast, SocketConnection } from './socketConnection.ts'

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

/** A WebSocket client that keeps the bytes it was sent, as they are. */
interface RawClient {
	/** What came in since the last call, once it has come to `length` bytes. */
	take(length: number): Promise<Buffer>
	/** The same, once this text is in it. */
	takeUntil(text: string): Promise<Buffer>
}

interface Line {
	socket: Socket
	connection: SocketConnection
	client: RawClient
	/** What the stream below the WebSocket is written to. */
	stream: TcpSocket
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

async function openLine(name: ServerName, extensions = ''): Promise<Line> {
	const server = servers[name]()
	const io = new Server(server as HttpServer, {
		transports: ['websocket'],
		perMessageDeflate: extensions !== '' && { threshold: 100_000 },
	})
	const connected = new Promise<Socket>(resolve => io.on('connection', resolve))
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	const stream =
		name === 'HTTP'
			? connectTcp(port, '127.0.0.1')
			: connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
	cleanUps.push(
		() => server.close(),
		() => io.close(),
		() => stream.destroy(),
	)
	const client = createRawClient(stream)
	stream.write(
		[
			'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
			'Host: localhost',
			'Connection: Upgrade',
			'Upgrade: websocket',
			'Sec-WebSocket-Version: 13',
			'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
			...(extensions === '' ? [] : [`Sec-WebSocket-Extensions: ${extensions}`]),
			'\r\n',
		].join('\r\n'),
	)
	await client.takeUntil('0{"sid":')
	stream.write(clientFrame('40'))
	const socket = await connected
	const connection = new SocketConnection(socket, { address: '192.0.2.1', origin: 'http://localhost' })
	await client.takeUntil('40{"sid":')
	const { transport } = socket.conn as unknown as { transport: { socket: { _socket: TcpSocket } } }
	return { socket, connection, client, stream: transport.socket._socket }
}

const envelopeOf = (content: string): Envelope => encodePush('messagesReceived', { gid: 'g1', list: [{ content }] })

const batches: Record<string, Envelope[]> = {
	'a short one': [encodePush('heads', {})],
	'one whose length takes two bytes': [envelopeOf('x'.repeat(400))],
	'one whose length takes eight bytes': [envelopeOf('x'.repeat(70_000))],
	'letters of several bytes': [envelopeOf('大家好 👋 \u2028 "\\')],
	'several at once': [envelopeOf('a'), envelopeOf('b'.repeat(126)), envelopeOf('c')],
	'one at each border of a length': [60, 61, 62, 63, 64, 65_470, 65_471, 65_472, 65_473, 65_474].map(length =>
		envelopeOf('é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2)),
	),
}

/** What Socket.IO writes for these envelopes. */
async function emitted({ socket, client }: Line, envelopes: readonly Envelope[]): Promise<Buffer> {
	for (const envelope of envelopes) socket.emit('message', envelope)
	socket.emit('end')
	const end = Buffer.from('\x81\x0842["end"]', 'latin1')
	const bytes = await client.takeUntil(end.toString('latin1').slice(2))
	return bytes.subarray(0, -end.length)
}

describe.each(Object.keys(servers) as ServerName[])('over %s', name => {
	test.each(Object.entries(batches))('the bytes of %s are those of Socket.IO, in one write', async (_, envelopes) => {
		const line = await openLine(name)
		const expected = await emitted(line, envelopes)
		expect(expected.length).toBeGreaterThan(20)

		const write = vi.spyOn(line.stream, 'write')
		for (const envelope of envelopes) line.connection.send([envelope])
		expect((await line.client.take(expected.length)).equals(expected)).toBe(true)
		expect(write).toHaveBeenCalledTimes(1)
	})

	test('what was sent to one leaves before a broadcast that came after it', async () => {
		const line = await openLine(name)
		line.connection.send([envelopeOf('1')])
		broadcast([line.connection], [envelopeOf('2')])
		line.connection.send([envelopeOf('3')])
		expect(await contentsOf(line, '3')).toEqual(['1', '2', '3'])
	})

	test('a broadcast is encoded once, and is the same bytes on every connection', async () => {
		const lines = [await openLine(name), await openLine(name)]
		const envelopes = batches['several at once'] as Envelope[]
		const expected = await emitted(lines[0] as Line, envelopes)
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

/** Contents in the order they come in, up to `last`. */
const contentsOf = async ({ client }: Line, last: string): Promise<(string | undefined)[]> =>
	[...(await client.takeUntil(`"content":"${last}"`)).toString().matchAll(/"content":"(.)/g)].map(
		([, content]) => content,
	)

test('what waits above the stream keeps its place', async () => {
	const line = await openLine('HTTP')
	const write = vi.spyOn(line.stream, 'write')
	// Until its write has called back, Engine.IO keeps what comes after.
	line.socket.emit('message', envelopeOf('1'))
	expect(line.socket.conn.transport.writable).toBe(false)
	const writesBefore = write.mock.calls.length
	line.connection.send([envelopeOf('2'), envelopeOf('3')])
	line.connection.send([envelopeOf('4')])
	expect(write.mock.calls.length).toBe(writesBefore)
	expect(line.connection.pendingBytes()).toBeGreaterThan(200)
	expect(await contentsOf(line, '4')).toEqual(['1', '2', '3', '4'])
	expect(line.connection.pendingBytes()).toBe(0)
})

test('nothing goes past an upgrade, or a WebSocket that still has something to send', async () => {
	const line = await openLine('HTTP')
	const write = vi.spyOn(line.stream, 'write')
	const viaSocketIo = vi.spyOn(line.socket.conn, 'write')
	const { conn } = line.socket as unknown as {
		conn: { upgrading: boolean; transport: { socket: { _sender: { _bufferedBytes: number } } } }
	}
	conn.upgrading = true
	line.connection.send([envelopeOf('1')])
	line.connection.flush()
	expect(viaSocketIo).toHaveBeenCalledTimes(1)
	conn.upgrading = false
	await contentsOf(line, '1')

	conn.transport.socket._sender._bufferedBytes = 1
	line.connection.send([envelopeOf('2')])
	line.connection.flush()
	expect(viaSocketIo).toHaveBeenCalledTimes(2)
	conn.transport.socket._sender._bufferedBytes = 0
	await contentsOf(line, '2')

	line.connection.send([envelopeOf('3')])
	line.connection.flush()
	expect(viaSocketIo).toHaveBeenCalledTimes(2)
	expect(write).toHaveBeenCalled()
})

test('a connection that compresses is sent what Socket.IO makes of it', async () => {
	const line = await openLine('HTTP', 'permessage-deflate; server_no_context_takeover')
	const viaSocketIo = vi.spyOn(line.socket.conn, 'write')
	line.connection.send([envelopeOf('1')])
	line.connection.flush()
	expect(viaSocketIo).toHaveBeenCalledTimes(1)
})

test('a closed connection takes nothing', async () => {
	const line = await openLine('HTTP')
	line.connection.send([envelopeOf('1')])
	line.connection.close()
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

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openUnreadSocket } from './testing/unreadSocket.ts'
import { createWebSocketLimits, type LimitedSocket } from './webSocketLimits.ts'

interface Watched extends LimitedSocket {
	isKnownNow: boolean
	queued: number
	isEnded: boolean
}

const mebibyte = 1024 * 1024
const limits = { framesPerSecond: 100, unreadBytes: mebibyte }
let server: Server
let webSockets: WebSocketServer
let url: string

beforeEach(async () => {
	server = createServer()
	webSockets = new WebSocketServer({ server })
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
	for (const webSocket of webSockets.clients) webSocket.terminate()
	await new Promise(resolve => server.close(resolve))
})

/** A client that reads nothing, as seen by the server. */
async function connect(): Promise<Watched> {
	const connected = new Promise<WebSocket>(resolve => webSockets.once('connection', resolve))
	void connected.then(webSocket => webSocket.send('0{"sid":1}'))
	await openUnreadSocket(url, '')
	const webSocket = await connected
	const socket: Watched = {
		webSocket,
		isKnownNow: true,
		queued: 0,
		isEnded: false,
		isKnown: () => socket.isKnownNow,
		queuedBytes: () => socket.queued,
		ended: () => {
			socket.isEnded = true
		},
	}
	return socket
}

/** Sends until `bytes` bytes wait in this process. */
function fill({ webSocket }: Watched, bytes: number): void {
	const message = 'x'.repeat(32 * 1024)
	while (webSocket.bufferedAmount <= bytes) webSocket.send(message)
}

test('[OP-118] a client that only listens and does not read is ended at the next look; one that has read is not', async () => {
	const sockets = createWebSocketLimits(limits)
	const [slow, quick] = [await connect(), await connect()]
	for (const socket of [slow, quick]) sockets.watch(socket)
	fill(quick, mebibyte / 2)
	fill(slow, mebibyte)
	sockets.check()
	expect([slow.isEnded, quick.isEnded]).toEqual([true, false])
	await expect.poll(() => slow.webSocket.readyState).toBe(3)
	expect(quick.webSocket.readyState).toBe(1)
})

test('[OP-118] bytes that wait before the socket count', async () => {
	const sockets = createWebSocketLimits(limits)
	const socket = await connect()
	sockets.watch(socket)
	socket.queued = mebibyte
	sockets.check()
	expect(socket.isEnded).toBe(false)
	socket.queued++
	sockets.check()
	expect(socket.isEnded).toBe(true)
})

test('[OP-118] a stranger has 64 KiB', async () => {
	const sockets = createWebSocketLimits(limits)
	const [stranger, known] = [await connect(), await connect()]
	stranger.isKnownNow = false
	for (const socket of [stranger, known]) {
		sockets.watch(socket)
		socket.queued = 65_537
	}
	sockets.check()
	expect([stranger.isEnded, known.isEnded]).toEqual([true, false])
})

test('[OP-118] if all together exceed the limit, the largest are ended', async () => {
	const sockets = createWebSocketLimits(limits, mebibyte)
	const all = [await connect(), await connect(), await connect(), await connect()]
	for (const [index, socket] of all.entries()) {
		sockets.watch(socket)
		socket.queued = [300, 400, 200, 500][index] as number
		socket.queued *= 1024
	}
	sockets.check()
	expect(all.map(({ isEnded }) => isEnded)).toEqual([false, false, false, true])
	sockets.check()
	expect(all.map(({ isEnded }) => isEnded)).toEqual([false, false, false, true])
})

test('[OP-118] frames count by the second, and few of them once the server has begun to close', async () => {
	const sockets = createWebSocketLimits(limits)
	const [busy, closing] = [await connect(), await connect()]
	for (const socket of [busy, closing]) sockets.watch(socket)
	const frames = (socket: Watched, count: number) => {
		for (let sent = 0; sent < count; sent++) socket.webSocket.emit('ping')
	}
	frames(busy, 100)
	sockets.check()
	frames(busy, 100)
	expect(busy.isEnded).toBe(false)
	frames(busy, 1)
	expect(busy.isEnded).toBe(true)

	closing.webSocket.close()
	frames(closing, 32)
	expect(closing.isEnded).toBe(false)
	frames(closing, 1)
	expect(closing.isEnded).toBe(true)
})

test('[OP-118] a client that does not answer the end of its socket is ended after five seconds', async () => {
	const sockets = createWebSocketLimits(limits)
	const socket = await connect()
	sockets.watch(socket)
	socket.webSocket.close()
	for (let second = 0; second < 4; second++) sockets.check()
	expect(socket.isEnded).toBe(false)
	sockets.check()
	expect(socket.isEnded).toBe(true)
	await expect.poll(() => socket.webSocket.readyState).toBe(3)
})

test('[OP-118] a closed socket is looked at no more', async () => {
	const sockets = createWebSocketLimits(limits)
	const socket = await connect()
	sockets.watch(socket)
	socket.queued = 10 * mebibyte
	const closed = new Promise(resolve => socket.webSocket.once('close', resolve))
	socket.webSocket.terminate()
	await closed
	sockets.check()
	expect(socket.isEnded).toBe(false)
})

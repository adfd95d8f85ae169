import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Envelope, encodePush, envelopeEvent, imPaths } from '@parley/im'
import { Server } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'
import { openSocketIo } from './socketIo.ts'

const closers: (() => void)[] = []
afterEach(() => {
	for (const close of closers.splice(0)) close()
})

async function listen() {
	const http = createServer()
	const io = new Server(http, { path: imPaths.socket, transports: ['websocket'] })
	await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
	closers.push(() => void io.close())
	const received: unknown[] = []
	io.on('connection', socket => socket.on(envelopeEvent, value => received.push(value)))
	const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
	return { io, http, received, url }
}

function connect(url: string) {
	const events = { onOpen: vi.fn(), onMessage: vi.fn(), onClose: vi.fn() }
	const transport = openSocketIo({ url, path: imPaths.socket }, events)
	closers.push(transport.close)
	return { transport, events }
}

const envelope: Envelope = { messageId: 10_000, messageType: 1000, jsonData: { uid: 'ann' } }

test('[OP-118] envelopes travel both ways as the event "message"', async () => {
	const { io, received, url } = await listen()
	const { transport, events } = connect(url)
	await vi.waitFor(() => expect(events.onOpen).toHaveBeenCalledOnce())
	transport.send(envelope)
	await vi.waitFor(() => expect(received).toEqual([envelope]))
	const push = encodePush('notice', { title: 'x' })
	io.emit('message', push)
	await vi.waitFor(() => expect(events.onMessage).toHaveBeenCalledWith(push))
})

test('a connection closed by the server reports that, and is not retried here', async () => {
	const { io, url } = await listen()
	const { events } = connect(url)
	await vi.waitFor(() => expect(events.onOpen).toHaveBeenCalled())
	io.disconnectSockets(true)
	await vi.waitFor(() => expect(events.onClose).toHaveBeenCalledOnce())
	await new Promise(resolve => setTimeout(resolve, 1_500))
	expect([events.onOpen.mock.calls.length, events.onClose.mock.calls.length]).toEqual([1, 1])
})

test('a graceful end and a broken connection are distinguished', async () => {
	const graceful = await listen()
	const first = connect(graceful.url)
	await vi.waitFor(() => expect(first.events.onOpen).toHaveBeenCalled())
	graceful.io.disconnectSockets(false)
	await vi.waitFor(() => expect(first.events.onClose).toHaveBeenCalledWith('server', 'io server disconnect'))
	const broken = await listen()
	const second = connect(broken.url)
	await vi.waitFor(() => expect(second.events.onOpen).toHaveBeenCalled())
	broken.http.closeAllConnections()
	for (const socket of broken.io.sockets.sockets.values()) socket.conn.close(true)
	await vi.waitFor(() => expect(second.events.onClose.mock.calls[0]?.[0]).toBe('network'))
})

test('an unreachable server is a broken connection', async () => {
	const { events } = connect('http://127.0.0.1:9')
	await vi.waitFor(() => expect(events.onClose.mock.calls[0]?.[0]).toBe('network'))
	expect(events.onOpen).not.toHaveBeenCalled()
})

test('data sent before closing arrives, and no event follows', async () => {
	const { io, received, url } = await listen()
	const { transport, events } = connect(url)
	await vi.waitFor(() => expect(events.onOpen).toHaveBeenCalled())
	transport.send(envelope)
	transport.close()
	io.emit('message', envelope)
	await vi.waitFor(() => expect(received).toEqual([envelope]))
	await new Promise(resolve => setTimeout(resolve, 200))
	expect([events.onClose.mock.calls.length, events.onMessage.mock.calls.length]).toEqual([0, 0])
})

test('packets after the message that made the page close it are dropped', async () => {
	const { io, url } = await listen()
	const { transport, events } = connect(url)
	events.onMessage.mockImplementationOnce(() => {
		transport.send(envelope)
		transport.close()
	})
	await vi.waitFor(() => expect(events.onOpen).toHaveBeenCalled())
	for (let count = 0; count < 20; count++) io.emit(envelopeEvent, envelope)
	await vi.waitFor(() => expect(io.sockets.sockets.size).toBe(0))
	expect([events.onMessage.mock.calls.length, events.onClose.mock.calls.length]).toEqual([1, 0])
})

test('a server that refuses the connection states the reason', async () => {
	const { io, url } = await listen()
	io.use((_, next) => next(new Error('origin.unknown')))
	const { events } = connect(url)
	await vi.waitFor(() => expect(events.onClose).toHaveBeenCalledWith('network', 'origin.unknown'))
	expect(events.onOpen).not.toHaveBeenCalled()
})

test('other events are ignored, and an unreadable packet ends the connection', async () => {
	const { io, url } = await listen()
	const { events } = connect(url)
	await vi.waitFor(() => expect(events.onOpen).toHaveBeenCalled())
	io.emit('another', 1)
	io.emit(envelopeEvent, envelope)
	await vi.waitFor(() => expect(events.onMessage.mock.calls).toEqual([[envelope]]))
	for (const socket of io.sockets.sockets.values()) socket.conn.write('2["message",{')
	await vi.waitFor(() => expect(events.onClose).toHaveBeenCalledWith('network', 'parse error'))
	expect(events.onClose).toHaveBeenCalledOnce()
})

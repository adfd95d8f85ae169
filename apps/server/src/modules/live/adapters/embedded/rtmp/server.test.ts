import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ok, refused } from '@parley/core'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import type { FlvTag, LivePublisher } from '../../../ingest.ts'
import { filmTags } from '../../testing/film.ts'
import { RtmpClient } from '../../testing/rtmpClient.ts'
import { writeAmf0 } from '../flv/amf0.ts'
import { writeMessage } from './chunks.ts'
import { createRtmpServer } from './server.ts'
import { type AdmitPublisher, RtmpSession } from './session.ts'

const asked: { streamId: string; key: string; address: string }[] = []
const tags: FlvTag[] = []
const ends: string[] = []
const log = createLog('silent')
let endPublisher: ((reason: 'noData') => void) | undefined
let port = 0
let server: ReturnType<typeof createRtmpServer>

const publisher: LivePublisher = {
	push: tag => tags.push(tag),
	pushBytes() {},
	close: reason => ends.push(reason ?? 'disconnected'),
	onEnd: listener => {
		endPublisher = listener
	},
}

const admit: AdmitPublisher = async request => {
	asked.push(request)
	await delay(5)
	if (request.key === 'broken') throw new Error('the database is unavailable')
	return request.key === 'right' ? ok(publisher) : refused('key')
}

beforeEach(async () => {
	for (const list of [asked, tags, ends]) list.length = 0
	server = createRtmpServer({ admit, isTrusted: () => false, log })
	port = await server.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => server.close())

test('a client with the key publishes, every tag unchanged', async () => {
	const client = new RtmpClient(port)
	expect(await client.publish('abc?key=right')).toMatchObject({ code: 'NetStream.Publish.Start' })
	expect(asked).toEqual([{ streamId: 'abc', key: 'right', address: '127.0.0.1' }])
	const film = filmTags().filter(({ type }) => type !== 'data')
	for (const tag of film) client.send(tag)
	while (tags.length < film.length) await delay(2)
	expect(tags.map(({ body }) => body)).toEqual(film.map(({ body }) => body))
	client.socket.destroy()
	while (ends.length === 0) await delay(2)
	expect(ends).toEqual(['disconnected'])
})

test('a wrong key, an unknown name and another application are refused with a reason, before any media is accepted', async () => {
	for (const [name, app, text] of [
		['abc?key=wrong', 'live', 'The stream key is wrong.'],
		['abc', 'live', 'The stream key is wrong.'],
		['../abc?key=right', 'live', 'This stream does not exist.'],
		['abc?key=right', 'other', 'This stream does not exist.'],
	] as const) {
		const client = new RtmpClient(port)
		expect(await client.publish(name, app)).toMatchObject({ level: 'error', description: text })
		await client.closed
	}
	expect(tags).toEqual([])
})

test('if authorisation fails with an error, the client is told, and the cause is logged', async () => {
	const errors = vi.spyOn(log, 'error').mockClear()
	const client = new RtmpClient(port)
	expect(await client.publish('abc?key=broken')).toMatchObject({
		level: 'error',
		description: 'The server cannot accept a stream right now.',
	})
	await client.closed
	expect(errors.mock.calls).toEqual([
		[expect.objectContaining({ err: new Error('the database is unavailable') }), 'RTMP connection failed'],
	])
})

test('when the engine ends the publisher, the connection ends with the reason', async () => {
	const client = new RtmpClient(port)
	await client.publish('abc?key=right')
	endPublisher?.('noData')
	expect(await client.status()).toMatchObject({ level: 'error', description: 'noData' })
	await client.closed
})

test('a publisher that says goodbye is disconnected', async () => {
	const client = new RtmpClient(port)
	await client.publish('abc?key=right')
	client.command(1, 'deleteStream', 4, null, 1)
	await client.closed
	expect(ends).toEqual(['disconnected'])
})

test('[NODE-23] a publisher that is passed on counts with its own address, and one that cannot be is disconnected', async () => {
	const first = createRtmpServer({ admit: async () => refused('unknown'), isTrusted: () => false, log })
	onTestFinished(() => first.close())
	const ownPort = await first.listen({ host: '127.0.0.1', port: 0 })
	let hasStreams = false
	let isBroken = false
	first.passPublishersOn(async socket => {
		if (isBroken) throw new Error('the other node does not answer')
		if (!hasStreams) server.serve(socket, '203.0.113.7')
		return !hasStreams
	})
	const client = new RtmpClient(ownPort)
	expect(await client.publish('abc?key=right')).toMatchObject({ code: 'NetStream.Publish.Start' })
	expect(asked).toEqual([{ streamId: 'abc', key: 'right', address: '203.0.113.7' }])

	isBroken = true
	await new RtmpClient(ownPort).closed
	isBroken = false
	hasStreams = true
	expect(await new RtmpClient(ownPort).publish('abc?key=right')).toMatchObject({ level: 'error' })
	expect(asked).toHaveLength(1)
	// A server that stops does not wait for what it passes on.
	await first.close()
	await client.closed
})

/** Resolves when the connection is closed, sooner than one that sends nothing would be. */
const closedAtOnce = ({ closed }: RtmpClient) =>
	Promise.race([
		closed,
		delay(3_000).then(() => {
			throw new Error('it stays open')
		}),
	])
const lineOf = (client: string) => `PROXY TCP4 ${client} 10.0.0.4 50000 1935\r\n`

test('[LIVE-54] a trusted proxy names the publisher, or nobody; the line of anyone else is refused', async () => {
	const behind = createRtmpServer({ admit, isTrusted: (address, hop) => address === '127.0.0.1' && hop === 0, log })
	onTestFinished(() => behind.close())
	const behindPort = await behind.listen({ host: '127.0.0.1', port: 0 })
	for (const line of [lineOf('203.0.113.7'), 'PROXY TCP6 2001:db8::7 ::1 50000 1935\r\n', '']) {
		const client = new RtmpClient(behindPort)
		if (line) client.socket.write(line)
		expect(await client.publish('abc?key=right')).toMatchObject({ code: 'NetStream.Publish.Start' })
		client.socket.destroy()
	}
	expect(asked.map(({ address }) => address)).toEqual(['203.0.113.7', '2001:db8::7', '127.0.0.1'])
	for (const line of ['PROXY UNKNOWN\r\n', lineOf('nobody'), 'PROXY TCP4 203.0.113.7', 'POST / HTTP/1.1\r\n\r\n']) {
		const client = new RtmpClient(behindPort)
		client.socket.write(line)
		await closedAtOnce(client)
	}
	const stranger = new RtmpClient(port)
	stranger.socket.write(lineOf('203.0.113.7'))
	await closedAtOnce(stranger)
	expect(asked).toHaveLength(3)
	behind.passPublishersOn(async (socket, address) => {
		server.serve(socket, `${address}1`)
		return true
	})
	const passedOn = new RtmpClient(behindPort)
	passedOn.socket.write(lineOf('203.0.113.7'))
	expect(await passedOn.publish('abc?key=right')).toMatchObject({ code: 'NetStream.Publish.Start' })
	expect(asked.at(-1)?.address).toBe('203.0.113.71')
	// A server that stops does not wait for a proxy that says nothing.
	const silent = new RtmpClient(behindPort)
	await once(silent.socket, 'connect')
	await delay(20)
	const closing = behind.close()
	await closedAtOnce(silent)
	await closing
})

test('[LIVE-54] the places of an address are counted by what its proxy says', async () => {
	const behind = createRtmpServer({ admit, isTrusted: () => true, log })
	onTestFinished(() => behind.close())
	const behindPort = await behind.listen({ host: '127.0.0.1', port: 0 })
	const connectAs = (address: string) => {
		const client = new RtmpClient(behindPort)
		client.socket.write(lineOf(address))
		return client
	}
	// Eight of an address that has not published may wait.
	for (let at = 0; at < 8; at++) connectAs('203.0.113.7')
	await delay(100)
	await closedAtOnce(connectAs('203.0.113.7'))
	expect(await connectAs('203.0.113.8').publish('abc?key=right')).toMatchObject({ code: 'NetStream.Publish.Start' })
})

test('playing is not offered', async () => {
	const client = new RtmpClient(port)
	client.connect()
	client.command(1, 'play', 3, null, 'abc')
	expect(await client.status()).toMatchObject({ level: 'error' })
	await client.closed
})

const chunk = (type: number, length: number, body: Buffer, id = 3) => {
	const head = Buffer.alloc(12)
	head[0] = id
	head.writeUIntBE(length, 4, 3)
	head[7] = type
	return Buffer.concat([head, body])
}

const connectCommand = writeMessage(3, 20, 0, writeAmf0('connect', 1, { app: 'live' }))

/** Data a client without a key may send; each ends its connection. */
const attacks: Record<string, Buffer> = {
	'another protocol': Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
	'a large message before the key': chunk(20, 0xffffff, Buffer.alloc(0)),
	'chunks of no bytes': chunk(1, 4, Buffer.alloc(4)),
	'an empty control message': chunk(1, 0, Buffer.alloc(0)),
	'many chunk streams': Buffer.concat(Array.from({ length: 40 }, (_, i) => chunk(9, 200, Buffer.alloc(128), 3 + i))),
	'a continuation of nothing': Buffer.from([0xc7, 1, 2, 3]),
	'a deep command': chunk(20, 100, Buffer.from('0300016100'.repeat(20), 'hex')),
	'a list without end': chunk(20, 9, Buffer.from('0affffffff05050505', 'hex')),
	'a truncated command': chunk(20, 5, Buffer.from('0200ff6162', 'hex')),
	'connecting twice': Buffer.concat([connectCommand, connectCommand]),
	'many streams': Buffer.concat([
		connectCommand,
		...Array.from({ length: 5 }, (_, i) => writeMessage(3, 20, 0, writeAmf0('createStream', 2 + i, null))),
	]),
	'two publications': Buffer.concat([
		connectCommand,
		writeMessage(3, 20, 1, writeAmf0('publish', 2, null, 'abc?key=right')),
		writeMessage(3, 20, 1, writeAmf0('publish', 3, null, 'abc?key=right')),
	]),
}

test.each(Object.entries(attacks))('%s ends its own connection and no other', async (name, bytes) => {
	const bystander = new RtmpClient(port)
	await bystander.publish('abc?key=right')
	const client = new RtmpClient(port)
	if (name !== 'another protocol') client.shakeHands()
	const sentAt = performance.now()
	client.socket.write(bytes)
	await client.closed
	// At once, not because of the publish timeout.
	expect(performance.now() - sentAt).toBeLessThan(3_000)
	expect(tags).toEqual([])
	bystander.send(filmTags().find(({ type }) => type === 'video') as FlvTag)
	await vi.waitFor(() => expect(tags).toHaveLength(1))
	expect(bystander.socket.closed).toBe(false)
	bystander.socket.destroy()
})

test('incomplete commands do no harm', async () => {
	const client = new RtmpClient(port)
	client.shakeHands()
	client.command(0, 'connect', 1)
	client.command(1, 'publish', 2)
	expect(await client.status()).toMatchObject({ level: 'error' })
})

test('random bytes do no harm', async () => {
	let state = 7
	const next = () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return state >>> 24
	}
	for (let round = 0; round < 15; round++) {
		const client = new RtmpClient(port)
		client.shakeHands()
		client.socket.end(Buffer.from(Array.from({ length: 3_000 }, next)))
		await client.closed
	}
	const client = new RtmpClient(port)
	expect(await client.publish('abc?key=right')).toMatchObject({ level: 'status' })
})

test('a client that connects and does not publish within ten seconds is disconnected', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	try {
		const [silent, halfway] = [new RtmpClient(port), new RtmpClient(port)]
		halfway.connect()
		while (halfway.commands.length < 2) await delay(2)
		vi.advanceTimersByTime(9_900)
		await delay(20)
		expect([silent.socket.closed, halfway.socket.closed]).toEqual([false, false])
		vi.advanceTimersByTime(200)
		await Promise.all([silent.closed, halfway.closed])
	} finally {
		vi.useRealTimers()
	}
})

test('a stranger has eight connections that do not publish, not counting one that publishes', async () => {
	const clients = Array.from({ length: 7 }, () => new RtmpClient(port))
	await Promise.all(clients.map(({ socket }) => once(socket, 'connect')))
	const publishing = new RtmpClient(port)
	expect(await publishing.publish('abc?key=right')).toMatchObject({ level: 'status' })
	// Its address has published now, so it may use reserved places.
	const more = Array.from({ length: 12 }, () => new RtmpClient(port))
	await Promise.all(more.map(({ socket }) => once(socket, 'connect')))
	const late = new RtmpClient(port)
	const cameAt = performance.now()
	await late.closed
	expect(performance.now() - cameAt).toBeLessThan(3_000)
	expect([...clients, publishing, ...more].some(({ socket }) => socket.closed)).toBe(false)

	const others = Array.from({ length: 8 }, () => new RtmpClient(port, '127.0.0.2'))
	await Promise.all(others.map(({ socket }) => once(socket, 'connect')))
	await new RtmpClient(port, '127.0.0.2').closed
	// Closed connections free their places.
	others[0]?.socket.destroy()
	await expect
		.poll(async () => {
			const again = new RtmpClient(port, '127.0.0.2')
			return await Promise.race([again.closed.then(() => false), delay(100).then(() => true)])
		})
		.toBe(true)
	for (const { socket } of [...clients, publishing, ...more, ...others]) socket.destroy()
})

test('a publisher is not disconnected when idle clients would be', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	try {
		const client = new RtmpClient(port)
		expect(await client.publish('abc?key=right')).toMatchObject({ level: 'status' })
		vi.advanceTimersByTime(11_000)
		await delay(20)
		client.send(filmTags().find(({ type }) => type === 'video') as FlvTag)
		while (tags.length === 0 && !client.socket.closed) await delay(2)
		expect([tags.length, client.socket.closed]).toEqual([1, false])
		client.socket.destroy()
	} finally {
		vi.useRealTimers()
	}
})

test('a peer that does not read its data is disconnected', async () => {
	const reasons: string[] = []
	const slow = createServer(socket => {
		new RtmpSession(socket, '127.0.0.1', admit, { onPublish() {}, onEnd: reason => reasons.push(reason), onFault() {} })
		while (socket.writableLength <= 65_536) socket.write(Buffer.alloc(65_536))
	})
	await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve))
	const client = connect((slow.address() as AddressInfo).port, '127.0.0.1')
	client.on('error', () => {})
	client.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536)]))
	await expect.poll(() => reasons).toEqual(['the client read too slowly'])
	client.destroy()
	slow.close()
})

test('ended connections are released, and a closing server ends open ones', async () => {
	const close = vi.spyOn(RtmpSession.prototype, 'close')
	const [gone, open] = [new RtmpClient(port), new RtmpClient(port)]
	await gone.publish('abc?key=right')
	await open.publish('def?key=right')
	gone.socket.destroy()
	while (ends.length === 0) await delay(2)
	await delay(20)
	close.mockClear()
	await server.close()
	expect(new Set(close.mock.contexts).size).toBe(1)
	close.mockRestore()
})

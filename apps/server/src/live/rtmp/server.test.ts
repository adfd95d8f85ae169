import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ok, refused } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import type { FlvTag, LivePublisher } from '../ingest.ts'
import { filmTags } from '../testing/film.ts'
import { type AmfValue, readAmf0, writeAmf0 } from './amf0.ts'
import { ChunkReader, type RtmpMessage, writeMessage } from './chunks.ts'
import { createRtmpServer } from './server.ts'
import type { AdmitPublisher } from './session.ts'

const asked: { streamId: string; key: string; address: string }[] = []
const tags: FlvTag[] = []
const ends: string[] = []
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
	return request.key === 'right' ? ok(publisher) : refused('key')
}

beforeEach(async () => {
	for (const list of [asked, tags, ends]) list.length = 0
	server = createRtmpServer({ admit, log: createLog('silent') })
	port = await server.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => server.close())

/** What OBS and ffmpeg do, without waiting. */
class TestClient {
	readonly socket: Socket
	readonly commands: AmfValue[][] = []
	closed: Promise<unknown>
	private toSkip = 1 + 1536 * 2
	private readonly reader = new ChunkReader(message => this.take(message))

	constructor() {
		this.socket = connect(port, '127.0.0.1')
		this.reader.maxMessageBytes = 100_000
		this.closed = once(this.socket, 'close')
		this.socket.on('error', () => {})
		this.socket.on('data', (bytes: Buffer) => {
			const skipped = Math.min(this.toSkip, bytes.length)
			this.toSkip -= skipped
			if (bytes.length > skipped) this.reader.push(bytes.subarray(skipped))
		})
	}

	private take({ type, body }: RtmpMessage) {
		if (type === 20) this.commands.push(readAmf0(body))
	}

	shakeHands() {
		this.socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536 * 2)]))
	}

	command(streamId: number, ...values: Parameters<typeof writeAmf0>) {
		this.socket.write(writeMessage(3, 20, streamId, writeAmf0(...values)))
	}

	connect(app = 'live') {
		this.shakeHands()
		// Chunks as large as ours.
		this.socket.write(Buffer.from('0200000000000401000000000000' + '1000', 'hex'))
		this.command(0, 'connect', 1, { app, tcUrl: 'rtmp://127.0.0.1/live' })
		this.command(0, 'createStream', 2, null)
	}

	async publish(name: string, app = 'live') {
		this.connect(app)
		this.command(1, 'publish', 3, null, name, 'live')
		return await this.status()
	}

	async status(): Promise<Record<string, AmfValue>> {
		for (;;) {
			const found = this.commands.findIndex(([name]) => name === 'onStatus')
			if (found >= 0) return this.commands.splice(found, 1)[0]?.[3] as Record<string, AmfValue>
			await delay(2)
		}
	}

	send({ type, body }: FlvTag) {
		this.socket.write(writeMessage(type === 'audio' ? 4 : 6, type === 'audio' ? 8 : 9, 1, body))
	}
}

test('who has the key publishes, every tag as it was', async () => {
	const client = new TestClient()
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

test('a wrong key, a strange name and another application are told so, before anything is taken', async () => {
	for (const [name, app, text] of [
		['abc?key=wrong', 'live', 'The stream key is wrong.'],
		['abc', 'live', 'The stream key is wrong.'],
		['../abc?key=right', 'live', 'There is no such live.'],
		['abc?key=right', 'other', 'There is no such live.'],
	] as const) {
		const client = new TestClient()
		expect(await client.publish(name, app)).toMatchObject({ level: 'error', description: text })
		await client.closed
	}
	expect(tags).toEqual([])
})

test('when the engine ends the publisher, the connection ends with the reason', async () => {
	const client = new TestClient()
	await client.publish('abc?key=right')
	endPublisher?.('noData')
	expect(await client.status()).toMatchObject({ level: 'error', description: 'noData' })
	await client.closed
})

test('a publisher that says goodbye is let go', async () => {
	const client = new TestClient()
	await client.publish('abc?key=right')
	client.command(1, 'deleteStream', 4, null, 1)
	await client.closed
	expect(ends).toEqual(['disconnected'])
})

test('playing is not offered', async () => {
	const client = new TestClient()
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

/** What somebody without a key may send; each ends that connection. */
const attacks: Record<string, Buffer> = {
	'another protocol': Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
	'a large message before the key': chunk(20, 0xffffff, Buffer.alloc(0)),
	'chunks of no bytes': chunk(1, 4, Buffer.alloc(4)),
	'an empty control message': chunk(1, 0, Buffer.alloc(0)),
	'many chunk streams': Buffer.concat(Array.from({ length: 40 }, (_, i) => chunk(9, 200, Buffer.alloc(128), 3 + i))),
	'a continuation of nothing': Buffer.from([0xc7, 1, 2, 3]),
	'a deep command': chunk(20, 100, Buffer.from('0300016100'.repeat(20), 'hex')),
	'a list without end': chunk(20, 9, Buffer.from('0affffffff05050505', 'hex')),
	'a command that ends early': chunk(20, 5, Buffer.from('0200ff6162', 'hex')),
	'two publications': Buffer.concat([
		writeMessage(3, 20, 0, writeAmf0('connect', 1, { app: 'live' })),
		writeMessage(3, 20, 1, writeAmf0('publish', 2, null, 'abc?key=right')),
		writeMessage(3, 20, 1, writeAmf0('publish', 3, null, 'abc?key=right')),
	]),
}

test.each(Object.entries(attacks))('%s ends its own connection and no other', async (name, bytes) => {
	const bystander = new TestClient()
	await bystander.publish('abc?key=right')
	const client = new TestClient()
	if (name !== 'another protocol') client.shakeHands()
	client.socket.write(bytes)
	await client.closed
	bystander.send(filmTags().find(({ type }) => type === 'video') as FlvTag)
	while (tags.length === 0) await delay(2)
	bystander.socket.destroy()
})

test('commands without what they need are survived', async () => {
	const client = new TestClient()
	client.shakeHands()
	client.command(0, 'connect', 1)
	client.command(1, 'publish', 2)
	expect(await client.status()).toMatchObject({ level: 'error' })
})

test('random bytes are survived', async () => {
	let state = 7
	const next = () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return state >>> 24
	}
	for (let round = 0; round < 15; round++) {
		const client = new TestClient()
		client.shakeHands()
		client.socket.end(Buffer.from(Array.from({ length: 3_000 }, next)))
		await client.closed
	}
	const client = new TestClient()
	expect(await client.publish('abc?key=right')).toMatchObject({ level: 'status' })
})

test('no address takes more than its share of connections', async () => {
	const clients = Array.from({ length: 20 }, () => new TestClient())
	await Promise.all(clients.map(({ socket }) => once(socket, 'connect')))
	await delay(20)
	const late = new TestClient()
	await late.closed
	for (const { socket } of clients) socket.destroy()
})

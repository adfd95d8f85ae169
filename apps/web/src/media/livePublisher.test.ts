import { livePublishLimits, type PublishEndReason, type PublishHello } from '@parley/api'
import { ok, refused } from '@parley/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { canPublishCamera, type LivePublishState, openLivePublisher, type PublishSocket } from './livePublisher.ts'

type Answer = (value: unknown) => void

/** The server's end: calls are kept with their answers. */
class FakeSocket {
	connected = false
	hellos: PublishHello[] = []
	/** Answers to the last `hello`. */
	answerHello: Answer = () => {}
	chunks: { number: number; size: number; answer: Answer }[] = []
	finished = 0
	#listeners = new Map<string, (value: unknown) => void>()

	on = (event: string, listener: (value: never) => void) => {
		this.#listeners.set(event, listener as never)
		return this
	}
	connect = () => {
		this.connected = true
		this.fire('welcome', { containers: ['mp4-aac', 'mkv-opus', 'mp4-opus'] })
		return this
	}
	disconnect = () => {
		this.connected = false
		return this
	}
	emit = (event: string, ...values: unknown[]) => {
		if (event === 'hello') {
			this.hellos.push(values[0] as PublishHello)
			this.answerHello = values[1] as Answer
		} else if (event === 'chunk') {
			const [number, bytes, answer] = values as [number, ArrayBuffer, Answer]
			this.chunks.push({ number, size: bytes.byteLength, answer })
		} else this.finished++
		return this
	}
	fire(event: string, value: unknown) {
		this.#listeners.get(event)?.(value)
	}
	drop() {
		this.connected = false
		this.fire('disconnect', 'transport close')
	}
	end(reason: PublishEndReason) {
		this.fire('ended', reason)
	}
	get last() {
		return this.hellos.at(-1)
	}
	numbers() {
		return this.chunks.map(({ number }) => number)
	}
}

class FakeRecorder {
	static all: FakeRecorder[] = []
	static supported: string[] = []
	static isTypeSupported = (type: string) => FakeRecorder.supported.includes(type)
	state = 'inactive'
	ondataavailable: (event: { data: Blob }) => void = () => {}
	onstop: () => void = () => {}
	onerror: () => void = () => {}
	readonly settings: { mimeType: string; videoKeyFrameIntervalDuration: number }
	constructor(_stream: MediaStream, settings: never) {
		this.settings = settings
		FakeRecorder.all.push(this)
	}
	start() {
		this.state = 'recording'
	}
	stop() {
		this.state = 'inactive'
		this.onstop()
	}
	/** Recorded data is read a moment later. */
	async record(count: number, size = 100) {
		for (let i = 0; i < count; i++) {
			const data = { arrayBuffer: async () => new ArrayBuffer(size) } as Blob
			this.ondataavailable({ data })
		}
		await vi.advanceTimersByTimeAsync(0)
	}
}

const matroska = 'video/x-matroska;codecs=avc1,opus'
let socket: FakeSocket
let states: LivePublishState[]
let trackState: string

const stream = () => ({ getTracks: () => [{ readyState: trackState }] }) as unknown as MediaStream
const open = () =>
	openLivePublisher({
		stream: stream(),
		streamId: 'abc',
		key: 'secret',
		onState: state => states.push(state),
		openSocket: () => socket as unknown as PublishSocket,
	})
const recorder = () => FakeRecorder.all.at(-1) as FakeRecorder
const phases = () => states.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1])

beforeEach(() => {
	vi.useFakeTimers()
	socket = new FakeSocket()
	states = []
	trackState = 'live'
	FakeRecorder.all = []
	FakeRecorder.supported = [matroska, 'video/mp4;codecs=avc1,opus']
	vi.stubGlobal('MediaRecorder', FakeRecorder)
})
afterEach(() => {
	vi.unstubAllGlobals()
	vi.useRealTimers()
})

describe('the camera on air', () => {
	test('records what browser and server both know, best first', () => {
		open()
		expect(socket.last).toMatchObject({ streamId: 'abc', key: 'secret', container: 'mkv-opus' })
		expect(recorder().settings).toMatchObject({ mimeType: matroska, videoKeyFrameIntervalDuration: 1_000 })
		FakeRecorder.supported = ['video/mp4;codecs=avc1.42E01F,mp4a.40.2', matroska]
		open()
		expect(socket.last?.container).toBe('mp4-aac')
	})

	test('a browser without H.264 is told so', () => {
		FakeRecorder.supported = ['video/webm']
		expect(canPublishCamera()).toBe(false)
		open()
		expect(states).toEqual([{ phase: 'over', reason: 'unsupported' }])
		expect(socket.connected).toBe(false)
		vi.stubGlobal('MediaRecorder', undefined)
		expect(canPublishCamera()).toBe(false)
	})

	test('chunks are sent in order, and no more than a few before the server has taken them', async () => {
		open()
		await recorder().record(5)
		expect(socket.chunks).toEqual([])
		socket.answerHello(ok({ nextChunk: 0 }))
		await recorder().record(40)
		expect(socket.numbers()).toEqual(Array.from({ length: livePublishLimits.maxUnacknowledged }, (_, i) => i))
		expect(states.at(-1)).toMatchObject({ phase: 'publishing', container: 'mkv-opus' })
		for (const { answer, number } of socket.chunks.slice(0, 4)) answer(number + 1)
		expect(socket.numbers().slice(-4)).toEqual([16, 17, 18, 19])
		expect(states.at(-1)).toMatchObject({ unsentBytes: 41 * 100 })
	})

	test('after a loss it goes on at the first chunk the server does not have', async () => {
		open()
		socket.answerHello(ok({ nextChunk: 0 }))
		await recorder().record(6)
		const { id } = { id: socket.last?.uploadId }
		const late = socket.chunks[5]?.answer
		socket.drop()
		await recorder().record(4)
		expect(states.at(-1)).toEqual({ phase: 'reconnecting' })
		socket.chunks = []
		socket.connect()
		expect(socket.last?.uploadId).toBe(id)
		socket.answerHello(ok({ nextChunk: 3 }))
		expect(socket.numbers()).toEqual([3, 4, 5, 6, 7, 8, 9])
		// An answer of the connection before says nothing any more.
		late?.(10)
		expect(states.at(-1)).toMatchObject({ phase: 'publishing', unsentBytes: 700 })
		expect(FakeRecorder.all).toHaveLength(1)
	})

	test('a server that knows the upload no more gets a new one, from its beginning', async () => {
		open()
		socket.answerHello(ok({ nextChunk: 0 }))
		await recorder().record(3)
		for (const { answer, number } of socket.chunks) answer(number + 1)
		socket.drop()
		socket.chunks = []
		const before = socket.last?.uploadId
		socket.connect()
		socket.answerHello(ok({ nextChunk: 0 }))
		expect(FakeRecorder.all).toHaveLength(2)
		expect(socket.last?.uploadId).not.toBe(before)
		socket.answerHello(ok({ nextChunk: 0 }))
		await recorder().record(1)
		expect(socket.numbers()).toEqual([0])
	})

	test('what could never be sent in time is given up for the present', async () => {
		open()
		socket.answerHello(ok({ nextChunk: 0 }))
		const first = recorder()
		socket.drop()
		await first.record(7, 2 * 1024 * 1024)
		expect(first.state).toBe('inactive')
		socket.connect()
		expect(FakeRecorder.all).toHaveLength(2)
		socket.answerHello(ok({ nextChunk: 0 }))
		await recorder().record(1)
		expect(socket.chunks.at(-1)?.number).toBe(0)
	})

	test('a piece that is too large for one chunk is sent in several', async () => {
		open()
		socket.answerHello(ok({ nextChunk: 0 }))
		await recorder().record(1, livePublishLimits.maxChunkBytes + 10)
		expect(socket.chunks.map(({ size }) => size)).toEqual([livePublishLimits.maxChunkBytes, 10])
	})

	test('while somebody else publishes it tries again, and then says so', async () => {
		open()
		for (let i = 0; i < 15; i++) {
			socket.answerHello(refused('busy'))
			await vi.advanceTimersByTimeAsync(1_000)
		}
		expect(socket.hellos).toHaveLength(16)
		expect(states).toEqual([])
		socket.answerHello(refused('busy'))
		expect(states).toEqual([{ phase: 'over', reason: 'busy' }])
	})

	test('once it was on air, somebody else who publishes is waited for as long as at first', async () => {
		open()
		const refuse = async () => {
			socket.answerHello(refused('busy'))
			await vi.advanceTimersByTimeAsync(1_000)
		}
		for (let i = 0; i < 10; i++) await refuse()
		socket.answerHello(ok({ nextChunk: 0 }))
		socket.drop()
		socket.connect()
		for (let i = 0; i < 15; i++) await refuse()
		expect(states.at(-1)?.phase).not.toBe('over')
		socket.answerHello(refused('busy'))
		expect(states.at(-1)).toEqual({ phase: 'over', reason: 'busy' })
	})

	test.each(['key', 'ended', 'unknown'] as const)('refused because of %s, nothing is recorded', failure => {
		open()
		socket.answerHello(refused(failure))
		expect(states).toEqual([{ phase: 'over', reason: failure }])
		expect(recorder().state).toBe('inactive')
	})

	test('the server ends an upload: another one where that helps, the end where it does not', async () => {
		open()
		socket.answerHello(ok({ nextChunk: 0 }))
		socket.end('noData')
		expect(FakeRecorder.all).toHaveLength(2)
		socket.answerHello(ok({ nextChunk: 0 }))
		socket.end('replaced')
		expect(states.at(-1)).toEqual({ phase: 'over', reason: 'replaced' })
	})

	test('uploads the server never understands are not begun for ever', () => {
		open()
		for (let i = 0; i < 6; i++) {
			socket.answerHello(ok({ nextChunk: 0 }))
			socket.end('corrupt')
		}
		expect(states.at(-1)).toEqual({ phase: 'over', reason: 'corrupt' })
	})

	test('another camera is another upload; the end of all tracks is the end', () => {
		const publisher = open()
		socket.answerHello(ok({ nextChunk: 0 }))
		publisher.use(stream())
		expect(FakeRecorder.all.map(({ state }) => state)).toEqual(['inactive', 'recording'])
		socket.answerHello(ok({ nextChunk: 0 }))
		// Chromium stops a recorder whose picture changes its size.
		recorder().stop()
		expect(FakeRecorder.all).toHaveLength(3)
		socket.answerHello(ok({ nextChunk: 0 }))
		trackState = 'ended'
		recorder().stop()
		expect(states.at(-1)).toEqual({ phase: 'over', reason: 'stopped' })
		expect(socket.finished).toBe(1)
		expect(phases()).toEqual(['publishing', 'over'])
	})

	test('stopped by the host, it says so to the server and comes back no more', async () => {
		const publisher = open()
		socket.answerHello(ok({ nextChunk: 0 }))
		publisher.stop()
		publisher.stop()
		publisher.use(stream())
		await vi.advanceTimersByTimeAsync(5_000)
		expect(socket.finished).toBe(1)
		expect(FakeRecorder.all).toHaveLength(1)
		expect(socket.connected).toBe(false)
	})
})

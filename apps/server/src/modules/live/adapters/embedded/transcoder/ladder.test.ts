import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import type { FfmpegChild, FfmpegExit } from '../../../../composer/index.ts'
import type { FlvTag, TapListener } from '../../../ingest.ts'
import { filmTags, isHeader, repeatFilm } from '../../testing/film.ts'
import { createTestStream } from '../../testing/testStream.ts'
import { createFlvReader } from '../flv/flvReader.ts'
import { Ladder } from './ladder.ts'
import type { Rung } from './rungs.ts'

/** Small renditions for the small film. */
const rungs: Rung[] = [
	{ name: 'sd', lines: 60, bitsPerSecond: 50_000 },
	{ name: 'fluent', lines: 30, bitsPerSecond: 20_000 },
]

class FakeChild implements FfmpegChild {
	pid = 1
	pending = 0
	tags: FlvTag[] = []
	isKilled = false
	output: (index: number, bytes: Buffer) => void = () => {}
	exit: (exit: FfmpegExit) => void = () => {}
	readonly #read = createFlvReader(tag => this.tags.push(tag))
	pendingBytes = () => this.pending
	write = (bytes: Uint8Array) => this.#read(Buffer.from(bytes))
	endInput() {}
	drained = async () => {}
	onOutput(listener: (index: number, bytes: Buffer) => void) {
		this.output = listener
	}
	onExit(listener: typeof this.exit) {
		this.exit = listener
	}
	kill() {
		this.isKilled = true
	}
}

let clock = { ms: 0, now: () => clock.ms }
let children: FakeChild[] = []
let tap: TapListener
let open: string[] = []
let fed: string[] = []
let lags: Record<string, number> = {}
let ladder: Ladder
let unwatchedMs = 0
let rested: string[] = []
let onTap = () => {}

beforeEach(() => {
	clock = { ms: 1_000_000, now: () => clock.ms }
	children = []
	open = []
	fed = []
	lags = {}
	unwatchedMs = 0
	rested = []
	onTap = () => {}
	const definition = (name: string) => ({ name, lagMs: lags[name] ?? 0 })
	ladder = new Ladder({
		streamId: 'abc',
		ffmpeg: { path: 'ffmpeg', version: '5.1', from: 'path' },
		rungs,
		clock: clock as never,
		log: createLog('silent'),
		engine: {
			tap(_: string, listener: TapListener) {
				tap = listener
				onTap()
				return () => {}
			},
			openDefinition(_: string, name: string) {
				open.push(name)
				const close = () => void open.splice(open.indexOf(name), 1)
				return {
					push() {},
					pushBytes: (bytes: Buffer) => fed.push(`${name} ${bytes}`),
					close,
					rest() {
						rested.push(name)
						close()
					},
				}
			},
			unwatchedMs: () => unwatchedMs,
			stats: () => ({ definitions: ['source', ...open].map(definition) }),
		} as never,
		start: (() => {
			const child = new FakeChild()
			children.push(child)
			return child
		}) as never,
	})
})
afterEach(() => ladder.close())

const film = filmTags().filter(({ type }) => type !== 'data')
const feed = (tags = film) => {
	for (const tag of tags) tap.onTag(tag)
}
const restAfterASecond = () => {
	clock.ms += 1_000
	ladder.rest()
}
const seconds = (count: number) => {
	for (let i = 0; i < count; i++) {
		clock.ms += 1_000
		ladder.tick()
	}
}

describe('the ladder of a stream', () => {
	test('one program receives the source from a key frame on, and each of its pipes feeds a definition', () => {
		feed()
		expect(children).toHaveLength(1)
		const [child] = children
		expect(child?.tags.slice(0, 2).every(isHeader)).toBe(true)
		expect(child?.tags).toHaveLength(film.filter(tag => tag.body[1] !== 2).length - skippedSound())
		expect(open).toEqual(['sd', 'fluent'])
		child?.output(1, Buffer.from('bytes'))
		expect(fed).toEqual(['fluent bytes'])
	})

	/** Audio before the first key frame is useless. */
	function skippedSound() {
		const first = film.findIndex(tag => tag.type === 'video' && !isHeader(tag))
		return film.slice(0, first).filter(tag => tag.type === 'audio' && !isHeader(tag)).length
	}

	test('[LIVE-03] a definition without viewers for a minute is not made, and is made again at the next request', () => {
		feed()
		unwatchedMs = 59_000
		for (let i = 0; i < 70; i++) restAfterASecond()
		expect(children.map(({ isKilled }) => isKilled)).toEqual([false])
		unwatchedMs = 61_000
		restAfterASecond()
		expect(children.map(({ isKilled }) => isKilled)).toEqual([true])
		expect(rested).toEqual(['sd', 'fluent'])
		feed()
		tap.onDiscontinuity()
		feed()
		expect(children).toHaveLength(1)
		tap.onWanted?.('hd')
		expect(children).toHaveLength(1)
		// The engine replays media since the last key frame to a new tap.
		onTap = () => feed()
		tap.onWanted?.('sd')
		expect(children).toHaveLength(2)
		restAfterASecond()
		expect(children.map(({ isKilled }) => isKilled)).toEqual([true, false])
	})

	test('audio the program may not support makes no definitions, and ends existing ones; other audio restores them', () => {
		const [opus, ...frames] = film
			.filter(({ type }) => type === 'audio')
			.map((tag, i) => {
				return { ...tag, body: Buffer.concat([Buffer.from(i === 0 ? '\x90Opus' : '\x91Opus', 'latin1'), tag.body]) }
			})
		const video = film.filter(({ type }) => type === 'video')
		feed()
		feed([opus, ...video, ...frames] as FlvTag[])
		expect(children).toHaveLength(1)
		expect([open, children[0]?.isKilled]).toEqual([[], true])
		feed()
		expect(children).toHaveLength(2)
		expect(open).toEqual(['sd', 'fluent'])
	})

	test('a program that dies is restarted at a key frame, with growing delays, and its definitions are unlisted meanwhile', () => {
		feed()
		children[0]?.exit({ code: 1, lastOutput: 'killed' })
		expect(open).toEqual([])
		feed()
		expect(children).toHaveLength(1)
		clock.ms += 1_000
		feed()
		expect(children).toHaveLength(2)
		expect(open).toEqual(['sd', 'fluent'])
		children[1]?.exit({ code: 1, lastOutput: '' })
		clock.ms += 1_000
		feed()
		expect(children).toHaveLength(2)
		clock.ms += 1_000
		feed()
		expect(children).toHaveLength(3)
		// The first program has ended long ago.
		children[0]?.output(0, Buffer.from('late'))
		expect(fed).toEqual([])
	})

	test('if the lag lasts ten seconds, the largest definition is dropped, then the next', () => {
		feed()
		lags = { sd: 3_500, fluent: 3_200 }
		seconds(5)
		lags = {}
		seconds(1)
		lags = { sd: 3_500, fluent: 3_200 }
		seconds(10)
		expect(open).toEqual(['sd', 'fluent'])
		seconds(1)
		expect(children[0]?.isKilled).toBe(true)
		feed()
		expect(open).toEqual(['fluent'])
		seconds(12)
		feed()
		expect(open).toEqual([])
		expect(children).toHaveLength(2)
	})

	test('the unread data of a slow program is limited: frames are dropped up to a key frame', () => {
		feed()
		const child = children[0] as FakeChild
		const before = child.tags.length
		child.pending = 5_000_000
		feed(film.slice(4, 40))
		expect(child.tags.length).toBe(before)
		child.pending = 0
		const key = film.findIndex((tag, i) => i > 40 && tag.type === 'video' && tag.body[0] === 0x17)
		feed(film.slice(40, key))
		expect(child.tags.length).toBe(before)
		feed(film.slice(key, key + 3))
		expect(child.tags.length).toBe(before + 3)
	})

	test('after a discontinuity the program restarts, with only the headers of the next publisher', () => {
		feed()
		tap.onDiscontinuity()
		expect(children[0]?.isKilled).toBe(true)
		expect(open).toEqual([])
		ladder.forgetHeaders()
		feed(film.filter(({ type }) => type === 'video'))
		expect(children).toHaveLength(2)
		expect(children[1]?.tags.every(({ type }) => type === 'video')).toBe(true)
	})

	test('the end of the stream ends the program', () => {
		feed()
		tap.onEnd()
		expect(children[0]?.isKilled).toBe(true)
		feed()
		expect(children).toHaveLength(1)
	})
})

/** Produces every definition from its input without delay. */
class PromptChild extends FakeChild {
	override write = (bytes: Uint8Array) => {
		for (const index of rungs.keys()) this.output(index, Buffer.from(bytes))
	}
}

test('a pause by the host, however long, costs no definition: lag counts only for received media', () => {
	const { stream, clock, publish, play } = createTestStream()
	const programs: PromptChild[] = []
	const ladder = new Ladder({
		streamId: 'abc',
		ffmpeg: { path: 'ffmpeg', version: '5.1', from: 'path' },
		rungs,
		clock: { now: () => clock.now },
		log: createLog('silent'),
		engine: {
			tap: (_: string, listener: TapListener) => stream.tap(listener),
			openDefinition: (_: string, name: 'sd' | 'fluent') => stream.openDefinition(name),
			stats: () => stream.stats(),
		} as never,
		start: (() => {
			const program = new PromptChild()
			programs.push(program)
			return program
		}) as never,
	})
	const publisher = publish()
	const film = repeatFilm(60_000)
	let at = 0
	const lagsOf = () => stream.stats().definitions.map(({ lagMs }) => lagMs)
	const largest: number[] = []
	const playFor = (count: number) => {
		for (const to = at + count * 1_000; at < to; at += 1_000) {
			play(
				publisher,
				film.filter(({ timestampMs }) => timestampMs >= at && timestampMs < at + 1_000),
			)
			ladder.tick()
			largest.push(...lagsOf())
		}
	}
	const offered = () => stream.describe().map(({ name }) => name)
	playFor(5)
	expect(offered()).toEqual(['source', 'sd', 'fluent', 'audio'])
	stream.setSuspended(true)
	playFor(30)
	expect(offered()).toEqual(['source', 'sd', 'fluent', 'audio'])
	expect(programs.map(({ isKilled }) => isKilled)).toEqual([false])
	stream.setSuspended(false)
	playFor(15)
	expect(offered()).toEqual(['source', 'sd', 'fluent', 'audio'])
	// The first one produced the media before the pause.
	expect(programs.map(({ isKilled }) => isKilled)).toEqual([true, false])
	expect(Math.max(...largest)).toBeLessThan(1_500)
	ladder.close()
})

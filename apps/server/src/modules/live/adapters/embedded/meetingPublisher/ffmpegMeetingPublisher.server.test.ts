import { spawnSync } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ok, refused } from '@parley/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import { type Ffmpeg, findFfmpeg } from '../../../../composer/index.ts'
import type { EngineEvent, TappableRooms, TappedBatch } from '../../../../room/index.ts'
import { createTestEngine, type TestEngine } from '../../testing/testEngine.ts'
import type { EmbeddedLiveEngine } from '../engine.ts'
import { createFfmpegMeetingPublisher } from './ffmpegMeetingPublisher.ts'
import { createMeetingComposers } from './meetingComposers.ts'

const program = process.env.PARLEY_TEST_FFMPEG ?? ''
const meetingId = 'm1' as never

/** A room whose media the test sends. */
function aRoom() {
	let hear: ((batch: TappedBatch) => void) | undefined
	let onEvent: (event: EngineEvent) => void = () => {}
	let hasMedia = true
	const keyFrames: number[] = []
	const rooms = {
		hasMediaOf: () => hasMedia,
		onEvent(listener: never) {
			onEvent = listener
			return () => {}
		},
		tapRoom(_: string, listener: (batch: TappedBatch) => void) {
			hear = listener
			return {
				requestKeyFrame: () => keyFrames.push(Date.now()),
				close: () => {
					hear = undefined
				},
			}
		},
	} as unknown as TappableRooms & { onEvent: never }
	return {
		rooms,
		keyFrames,
		isHeard: () => hear !== undefined,
		send: (batch: TappedBatch) => hear?.(batch),
		end: () => onEvent({ type: 'roomEnded', roomId: 'm1' }),
		move() {
			hasMedia = false
			onEvent({ type: 'roomMoved', roomId: 'm1' })
		},
	}
}

test('a missing transcoder is reported', async () => {
	const { rooms } = aRoom()
	const composers = createMeetingComposers({ rooms, ffmpeg: () => undefined, log: createLog('silent') })
	const publisher = createFfmpegMeetingPublisher({ engine: {} as never, composers })
	expect(await publisher.obstacleOf(meetingId)).toBe('noTranscoder')
	expect(await publisher.publish('abc', meetingId)).toEqual(refused('noTranscoder'))
})

test('[ROOM-256] a meeting whose media have moved is composed no longer, and cannot be', async () => {
	const room = aRoom()
	const ffmpeg = () => ({ path: '/bin/cat', version: '5', from: 'path' }) as const
	const composers = createMeetingComposers({ rooms: room.rooms, ffmpeg, log: createLog('silent'), cores: 2 })
	let ends = 0
	const composed = composers.compose(meetingId, () => ok({ onTag() {}, onRoomEnd: () => void ends++ }))
	expect([composed.ok, composers.obstacleOf(meetingId)]).toEqual([true, undefined])
	room.move()
	expect(ends).toBe(1)
	if (composed.ok) composed.value.stop()
	expect([room.isHeard(), composers.obstacleOf(meetingId)]).toEqual([false, 'noEgress'])
	expect(composers.refusalOf(meetingId)).toBe('unavailable')
})

/** `npm test` installs ffmpeg if possible, and reports if not. */
describe.skipIf(program === '')('with ffmpeg', () => {
	let testEngine: TestEngine
	let engine: EmbeddedLiveEngine
	let ffmpeg: Ffmpeg
	const log = createLog('silent')

	beforeAll(async () => {
		ffmpeg = (await findFfmpeg(program)) as Ffmpeg
		testEngine = await createTestEngine()
		engine = testEngine.engine
		await engine.start()
	})
	afterAll(async () => {
		await testEngine.close()
	})

	const publisherOf = ({ rooms }: ReturnType<typeof aRoom>) =>
		createFfmpegMeetingPublisher({
			engine,
			composers: createMeetingComposers({ rooms, ffmpeg: () => ffmpeg, log, cores: 2 }),
		})
	const until = async (is: () => boolean, ms = 25_000) => {
		for (const from = Date.now(); !is(); await delay(20)) if (Date.now() - from > ms) throw new Error('not in time')
	}
	const definition = (streamId: string) => engine.lines(streamId)[0]?.definitions[0]

	const drawn = (args: string[]) => spawnSync(program, ['-v', 'error', ...args, 'pipe:1'], { maxBuffer: 1e8 }).stdout

	/** Generates frames of one colour, as VP8. */
	const frames = (color: string, size: string) => framesOf(`color=c=${color}:s=${size}:r=20`)

	/** Four seconds with 20 frames each, as VP8. */
	function framesOf(source: string): Buffer[] {
		const coded = ['-c:v', 'libvpx', '-b:v', '2M', '-g', '20', '-deadline', 'realtime', '-cpu-used', '8']
		const ivf = drawn(['-f', 'lavfi', '-i', source, '-t', '4', ...coded, '-f', 'ivf'])
		const found: Buffer[] = []
		for (let at = 32; at + 12 <= ivf.length; ) {
			const bytes = ivf.readUInt32LE(at)
			found.push(ivf.subarray(at + 12, at + 12 + bytes))
			at += 12 + bytes
		}
		return found
	}

	/** Generates a tone as packets of 20 ms, all of one size. */
	function tone(): Buffer[] {
		const sound = [
			'-f',
			'lavfi',
			'-i',
			'sine=440:r=48000',
			'-af',
			'volume=4',
			'-t',
			'4',
			'-map',
			'0:a',
			'-c:a',
			'libopus',
		]
		const bytes = drawn([...sound, '-vbr', 'off', '-b:a', '64k', '-frame_duration', '20', '-f', 'data'])
		return Array.from({ length: Math.floor(bytes.length / 160) }, (_, i) => bytes.subarray(i * 160, (i + 1) * 160))
	}

	/** Writes the whole window to a file, for analysis by a program. */
	async function recorded(streamId: string): Promise<string> {
		const segmentStore = engine.stream(streamId)?.segmentStore('source')
		const answer = await segmentStore?.playlist({ isDelta: false, reports: () => [] })
		const text = answer?.status === 200 ? answer.text : ''
		const map = /EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? ''
		const names = [map, ...text.split('\n').filter(line => line.endsWith('.m4s') && !line.startsWith('#'))]
		const files = await Promise.all(names.map(name => segmentStore?.file(name)))
		const path = join(testEngine.folder, `${streamId}.mp4`)
		await writeFile(path, Buffer.concat(files.filter(file => file !== undefined)))
		return path
	}

	test('an empty room gives a slate and silence; cameras are shown in turn; the end of the meeting ends the broadcast', async () => {
		const room = aRoom()
		const publisher = publisherOf(room)
		const [red, blue, sounds] = [frames('red', '640x480'), frames('blue', '320x240'), tone()]
		expect([red.length, blue.length]).toEqual([80, 80])
		await engine.createStream('abc')
		expect(await publisher.publish('abc', meetingId)).toEqual(ok(undefined))
		expect(await publisher.publish('abc', meetingId)).toEqual(ok(undefined))
		expect(await publisher.publish('other', 'm2' as never)).toEqual(refused('unavailable'))
		const startedAt = performance.now()
		await until(() => definition('abc') !== undefined)
		expect(definition('abc')).toMatchObject({ width: 1280, height: 720, codecs: expect.stringMatching(/avc1.*mp4a/) })
		const redAt = performance.now()
		const sequences = new Map<string, number>()
		const packet = (from: string, kind: 'audio' | 'video', timestamp: number, payload: Buffer) => {
			const sequence = sequences.get(from) ?? 65_500
			sequences.set(from, (sequence + 1) & 0xffff)
			return { kind, from, sequence, timestamp, isSpeaking: true, isLast: true, payload }
		}
		for (const [person, pictures] of [['red', red] as const, ['blue', blue] as const]) {
			const startedAt = performance.now()
			for (const [i, picture] of pictures.entries()) {
				const camera = `${person}/camera`
				const packets = [packet(camera, 'video', i * 4_500, Buffer.concat([Buffer.from([0x10]), picture]))]
				// Red also sends audio: five packets with every second picture.
				const heard = person === 'red' && i % 2 === 0 ? sounds.slice((i / 2) * 5, (i / 2) * 5 + 5) : []
				for (const sound of heard) packets.push(packet('red/microphone', 'audio', 0, sound))
				room.send({ video: camera, packets })
				await delay(Math.max(0, startedAt + (i + 1) * 50 - performance.now()))
			}
		}
		// With both cameras gone, the slate is shown again.
		room.send({ video: null, packets: [] })
		const colors = async () => {
			const filters = 'fps=4,crop=40:40:620:340,scale=1:1,format=rgb24'
			const args = ['-v', 'error', '-i', await recorded('abc'), '-vf', filters, '-f', 'rawvideo', 'pipe:1']
			const pixels = spawnSync(program, args).stdout
			return Array.from({ length: Math.floor(pixels.length / 3) }, (_, i) => {
				const [r = 0, g = 0, b = 0] = pixels.subarray(i * 3, i * 3 + 3)
				return r > 150 && b < 100 ? 'red' : b > 150 && r < 100 && g < 60 ? 'blue' : 'slate'
			}).filter((color, i, all) => color !== all[i - 1])
		}
		await expect.poll(colors, { timeout: 30_000, interval: 1_000 }).toEqual(['slate', 'red', 'blue', 'slate'])
		expect(engine.stats('abc')?.warnings).toEqual([])
		const path = await recorded('abc')
		const loudness = (from: number) => {
			const args = ['-ss', `${from}`, '-t', '1', '-i', path, '-af', 'volumedetect', '-f', 'null', '-']
			const said = spawnSync(program, ['-hide_banner', ...args]).stderr.toString()
			return Number(/mean_volume: (-?[\d.]+) dB/.exec(said)?.[1])
		}
		const redFrom = (redAt - startedAt) / 1_000
		expect(loudness(redFrom + 1.5)).toBeGreaterThan(-30)
		expect(loudness(redFrom + 5.5)).toBeLessThan(-60)
		room.end()
		expect(engine.phase('abc')).toBe('silent')
		expect(publisher.isPublishing('abc')).toBe(false)
		expect(room.isHeard()).toBe(false)
	}, 60_000)

	test('a camera after a slate has the same quality as without one, in the colours of browsers', async () => {
		const room = aRoom()
		const publisher = publisherOf(room)
		const pictures = framesOf('testsrc2=s=640x480:r=20')
		await engine.createStream('late')
		expect(await publisher.publish('late', meetingId)).toEqual(ok(undefined))
		await until(() => definition('late') !== undefined)
		// Level 3.1, which every phone decodes.
		expect(definition('late')?.codecs).toMatch(/^avc1\.64001f/)
		const bytesBefore = (await stat(await recorded('late'))).size
		const startedAt = performance.now()
		for (const [i, picture] of pictures.entries()) {
			const payload = Buffer.concat([Buffer.from([0x10]), picture])
			const packet = {
				kind: 'video' as const,
				from: 'camera',
				sequence: i,
				timestamp: i * 4_500,
				isSpeaking: true,
				isLast: true,
			}
			room.send({ video: 'camera', packets: [{ ...packet, payload }] })
			await delay(Math.max(0, startedAt + (i + 1) * 50 - performance.now()))
		}
		await delay(1_000)
		const path = await recorded('late')
		const bitsPerSecond = (((await stat(path)).size - bytesBefore) * 8) / 4
		expect(bitsPerSecond).toBeGreaterThan(400_000)
		expect(spawnSync(program, ['-hide_banner', '-i', path]).stderr.toString()).toContain('yuv420p(tv, smpte170m')
		room.end()
	}, 60_000)

	test('another publisher is not replaced, and the engine can disconnect the meeting', async () => {
		const room = aRoom()
		const publisher = publisherOf(room)
		await engine.createStream('two')
		const other = engine.publish('two', '192.0.2.1')
		expect(await publisher.publish('two', meetingId)).toEqual(refused('busy'))
		if (other.ok) other.value.close()
		expect(await publisher.publish('two', meetingId)).toEqual(ok(undefined))
		engine.dropPublisher('two')
		expect(publisher.isPublishing('two')).toBe(false)
		await engine.end('two')
		expect(await publisher.publish('two', meetingId)).toEqual(refused('ended'))
	})
})

import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import { findFfmpeg } from '../../../../composer/index.ts'
import type { LivePublisher } from '../../../ingest.ts'
import { filmBytes } from '../../testing/film.ts'
import { createTestEngine, type TestEngine } from '../../testing/testEngine.ts'
import type { EmbeddedLiveEngine } from '../engine.ts'
import { checkPlaylist, parsePlaylist } from '../origin/conformance.ts'
import { PhoneUpload } from '../phone/phoneUpload.ts'
import { createTranscoding, type Transcoding } from './transcoding.ts'

const program = process.env.PARLEY_TEST_FFMPEG ?? ''

describe('a transcoder is found, or reported as missing', () => {
	test('off, a missing file, and a file that is not a program', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'parley-ffmpeg-'))
		const fake = join(folder, 'ffmpeg')
		await writeFile(fake, '#!/bin/sh\necho " V....D mpeg4 MPEG-4"\n')
		await chmod(fake, 0o700)
		expect(await findFfmpeg('off')).toEqual({ missing: 'PARLEY_FFMPEG is "off"' })
		expect(await findFfmpeg('/nowhere/ffmpeg')).toEqual({ missing: '/nowhere/ffmpeg is not installed' })
		expect(await findFfmpeg(fake)).toEqual({ missing: `${fake} does not encode with libx264` })
		await writeFile(
			fake,
			'#!/bin/sh\ncase "$1" in -version) echo "ffmpeg version 4.4.2 Copyright";; *) echo " V....D libx264 x"; echo " A....D aac x";; esac\n',
		)
		expect(await findFfmpeg(fake)).toEqual({ missing: `${fake} is of version 4.4.2, older than 5.1` })
		await rm(folder, { recursive: true })
	})
})

/** `npm test` installs ffmpeg if possible, and reports if not. */
describe.skipIf(program === '')('with ffmpeg', () => {
	let testEngine: TestEngine
	let engine: EmbeddedLiveEngine
	let transcoding: Transcoding
	const log = createLog('silent')
	const clock = { now: () => Date.now() }

	beforeAll(async () => {
		testEngine = await createTestEngine({ clock })
		engine = testEngine.engine
		await engine.start()
		transcoding = createTranscoding({ engine, setting: program, clock, log, cores: 2 })
		await transcoding.start()
	})
	afterAll(async () => {
		transcoding.stop()
		await testEngine.close()
	})

	/** Generates the film, and passes on the bytes as they arrive. */
	function draw(args: string[], format: string[], take: (bytes: Buffer) => void) {
		const child = spawn(program, ['-hide_banner', '-loglevel', 'error', ...args, ...format, 'pipe:1'], {
			stdio: ['ignore', 'pipe', 'inherit'],
		})
		child.stdout.on('data', take)
		return {
			stop: () => child.kill('SIGKILL'),
			ended: new Promise<void>(resolve => child.once('close', () => resolve())),
		}
	}
	const picture = (size: string) => [
		...['-re', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25`, '-f', 'lavfi', '-i', 'sine=440:r=48000'],
		...[
			'-c:v',
			'libx264',
			'-preset',
			'ultrafast',
			'-tune',
			'zerolatency',
			'-g',
			'25',
			'-sc_threshold',
			'0',
			'-pix_fmt',
			'yuv420p',
		],
	]
	const publisherOf = (streamId: string): LivePublisher => {
		const answer = engine.publish(streamId, '192.0.2.1')
		if (!answer.ok) throw new Error(answer.failure)
		return answer.value
	}
	const until = async (is: () => boolean, ms = 25_000) => {
		for (const from = Date.now(); !is(); await delay(20)) if (Date.now() - from > ms) throw new Error('not in time')
	}
	const names = (streamId: string) => engine.lines(streamId)[0]?.definitions.map(({ name }) => name) ?? []
	const playlistOf = async (streamId: string, name: string) => {
		const answer = await engine
			.stream(streamId)
			?.segmentStore(name)
			?.playlist({ isDelta: false, reports: () => [] })
		return answer?.status === 200 ? answer.text : ''
	}

	test('smaller definitions appear, cut at the key frames of the source; a killed program is restarted', async () => {
		await engine.createStream('abc')
		const publisher = publisherOf('abc')
		const source = draw([...picture('854x480'), '-t', '60'], ['-c:a', 'aac', '-f', 'flv'], bytes =>
			publisher.pushBytes(bytes),
		)
		await until(() => names('abc').includes('fluent'))
		expect(engine.lines('abc')[0]?.definitions[1]).toMatchObject({
			width: 640,
			height: 360,
			suffix: '/fluent/live.m3u8',
		})
		// SD is as large as the source, so it is omitted.
		expect(names('abc')).toEqual(['source', 'fluent', 'audio'])
		const [pid = 0] = transcoding.pids()
		expect(getPriority(pid)).toBe(5)
		await delay(6_000)
		const [top, low] = [await playlistOf('abc', 'source'), await playlistOf('abc', 'fluent')].map(parsePlaylist)
		expect(checkPlaylist(await playlistOf('abc', 'fluent'))).toEqual([])
		const durations = (playlist: typeof top) =>
			playlist?.segments.slice(0, -1).map(({ duration }) => duration?.toFixed(1))
		const [ofTop = [], ofLow = []] = [durations(top), durations(low)]
		expect(ofLow.length).toBeGreaterThan(3)
		expect(ofLow.slice(1, -1).every(duration => duration === '1.0' && ofTop.includes(duration))).toBe(true)
		expect(engine.stats('abc')?.definitions[1]?.keyFrameDistanceMs).toBe(1_000)
		process.kill(pid, 'SIGKILL')
		await until(() => !names('abc').includes('fluent'))
		await until(() => names('abc').includes('fluent') && transcoding.pids()[0] !== pid)
		expect(engine.phase('abc')).toBe('publishing')
		source.stop()
		await engine.end('abc')
		await until(() => transcoding.pids().length === 0)
	}, 60_000)

	test('a Matroska recording of a browser is on air with AAC', async () => {
		await engine.createStream('phone')
		const ends: string[] = []
		const upload = new PhoneUpload({
			hello: { streamId: 'phone', key: '', uploadId: 'a1'.repeat(16), container: 'mkv-opus' },
			ingest: engine,
			ffmpeg: (await findFfmpeg(program)) as never,
			address: '192.0.2.7',
			log,
			onOver: () => ends.push('over'),
		})
		expect(upload.attach({ ended: reason => ends.push(reason) }, '192.0.2.7').ok).toBe(true)
		let number = 0
		const source = draw(
			[...picture('320x180'), '-t', '5'],
			['-c:a', 'libopus', '-f', 'matroska', '-live', '1', '-cluster_time_limit', '100', '-flush_packets', '1'],
			bytes => void upload.write(number++, bytes),
		)
		await until(() => names('phone').includes('source'))
		expect(engine.lines('phone')[0]?.definitions[0]?.codecs).toMatch(/^avc1\.\w+,mp4a\.40\.2$/)
		await source.ended
		expect(upload.nextChunk).toBe(number)
		expect(ends).toEqual([])
		await upload.write(number, filmBytes())
		await upload.write(number + 1, Buffer.alloc(3_000_000, 7))
		upload.finish()
		expect(engine.phase('phone')).toBe('silent')
	}, 30_000)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ok, refused } from '@parley/core'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyPort, createTestEngine, type TestEngine } from '../testing/testEngine.ts'
import type { EmbeddedLiveEngine } from './engine.ts'
import { serveLive } from './http.ts'
import { checkPlaylist, checkReload, parsePlaylist } from './origin/conformance.ts'

const program = process.env.PARLEY_TEST_FFMPEG

const packets = [
	'-select_streams',
	'v:0',
	'-count_packets',
	'-show_entries',
	'stream=nb_read_packets',
	'-of',
	'csv=p=0',
]

/** `npm test` installs ffmpeg if possible, and reports if not. */
describe.skipIf(!program)('with ffmpeg', () => {
	const ffmpeg = program ?? ''
	const ffprobe = join(dirname(ffmpeg), 'ffprobe')
	const children = new Set<ChildProcess>()
	let testEngine: TestEngine
	let engine: EmbeddedLiveEngine
	let app: FastifyInstance
	let port = 0
	let base = ''

	beforeAll(async () => {
		testEngine = await createTestEngine({ rtmp: anyPort })
		engine = testEngine.engine
		engine.useHooks({
			authorisePublish: async ({ key }) => (key === 'right' ? ok(undefined) : refused('key')),
			authoriseView: async () => true,
		})
		port = (await engine.start()) ?? 0
		app = Fastify()
		serveLive(app, engine, { browserOf: ({ ip }) => ip })
		base = `${await app.listen({ port: 0, host: '127.0.0.1' })}/live/hls`
	})

	afterAll(async () => {
		for (const child of children) child.kill('SIGKILL')
		await app.close()
		await testEngine.close()
	})

	function run(command: string, args: string[]) {
		const child = spawn(command, ['-hide_banner', '-loglevel', 'error', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
		children.add(child)
		let output = ''
		for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
		const ended = once(child, 'close').then(([code]) => {
			children.delete(child)
			return { code: code as number | null, output }
		})
		return { child, ended }
	}

	const picture = (size: string) => ['-re', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30`]
	const sound = ['-f', 'lavfi', '-i', 'sine=440:r=48000']
	const encode = (seconds: number, options: string[] = []) => [
		...['-t', String(seconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', '-sc_threshold', '0'],
		...['-pix_fmt', 'yuv420p', '-b:v', '300k', '-c:a', 'aac', ...options, '-f', 'flv'],
	]
	const publish = (streamId: string, args: string[], key = 'right') =>
		run(ffmpeg, [...args, `rtmp://127.0.0.1:${port}/live/${streamId}?key=${key}`])
	const phase = async (streamId: string, wanted: string) => {
		while (engine.phase(streamId) !== wanted) await delay(20)
	}
	const playable = async (streamId: string) => {
		while ((await fetch(`${base}/${streamId}/master.m3u8?unauth`)).status !== 200) await delay(20)
	}

	test('a wrong key is refused with a text shown by the program', async () => {
		await engine.createStream('abc')
		const { code, output } = await publish('abc', [...picture('160x90'), ...encode(1)], 'wrong').ended
		expect(code).not.toBe(0)
		expect(output).toContain('The stream key is wrong.')
		expect(engine.phase('abc')).toBe('waiting')
	})

	test('published media is played live, with every frame decoded', async () => {
		await engine.createStream('live')
		const publisher = publish('live', [...picture('320x180'), ...sound, ...encode(9, ['-tune', 'zerolatency'])])
		await playable('live')
		// Players without low-latency support begin with whole segments.
		await delay(2_500)
		const probed = await run(ffprobe, [
			'-show_entries',
			'stream=codec_name,width,height',
			'-of',
			'csv=p=0',
			`${base}/live/master.m3u8`,
		]).ended
		expect(probed.output).toMatch(/h264,320,180[\s\S]*aac/)
		const played = await run(ffmpeg, ['-xerror', '-i', `${base}/live/source/live.m3u8`, '-t', '3', '-f', 'null', '-'])
			.ended
		expect(played).toEqual({ code: 0, output: '' })
		expect((await publisher.ended).code).toBe(0)
		await phase('live', 'silent')
		expect(engine.stats('live')?.definitions[0]).toMatchObject({ name: 'source', keyFrameDistanceMs: 1_000 })
	})

	test('a publisher that returns with another size, reordered pictures, and the end are all in the recording', async () => {
		await engine.createStream('rec', { isRecorded: true })
		const reload = async () => await (await fetch(`${base}/rec/source/live.m3u8`)).text()
		const first = publish('rec', [...picture('160x90'), ...sound, ...encode(30)])
		await playable('rec')
		await delay(3_500)
		first.child.kill('SIGKILL')
		await phase('rec', 'silent')
		const before = await reload()
		const second = publish('rec', [...picture('320x180'), ...sound, ...encode(4, ['-bf', '2', '-preset', 'veryfast'])])
		expect((await second.ended).code).toBe(0)
		await phase('rec', 'silent')
		const after = await reload()
		expect([...checkPlaylist(before), ...checkPlaylist(after), ...checkReload(before, after)]).toEqual([])
		await engine.end('rec')
		const address = `${base}/rec${engine.recordingSuffix('rec')}`
		const recording = parsePlaylist(await (await fetch(address)).text())
		expect(recording.segments.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(1)
		// Common players read only one set of parameters, so each part is checked separately.
		const maps = [...new Set(recording.segments.map(({ map }) => map))]
		expect(maps).toHaveLength(2)
		const counts: number[] = []
		for (const [i, map] of maps.entries()) {
			const names = [map, ...recording.segments.filter(segment => segment.map === map).map(({ uri }) => uri)]
			const media = await Promise.all(
				names.map(async name => await (await fetch(`${base}/rec/source/${name}`)).bytes()),
			)
			const file = join(testEngine.folder, `section${i}.mp4`)
			await writeFile(file, Buffer.concat(media))
			expect(await run(ffmpeg, ['-xerror', '-i', file, '-f', 'null', '-']).ended).toEqual({ code: 0, output: '' })
			const counted = await run(ffprobe, [...packets, file]).ended
			counts.push(Number.parseInt(counted.output, 10))
		}
		expect(counts[0]).toBeGreaterThan(60)
		expect(counts[1]).toBe(120)
	})

	test('key frames eight seconds apart are played, and the host is warned', async () => {
		await engine.createStream('gop')
		const publisher = publish('gop', [
			...picture('160x90'),
			...sound,
			...encode(10, ['-g', '240', '-keyint_min', '240']),
		])
		await playable('gop')
		await publisher.ended
		expect(engine.stats('gop')?.warnings).toContain('keyFrameDistance')
		const playlist = await (await fetch(`${base}/gop/source/live.m3u8`)).text()
		expect(checkPlaylist(playlist)).toEqual([])
		await engine.end('gop')
		const address = `${base}/gop${engine.recordingSuffix('gop')}`
		expect(await run(ffmpeg, ['-xerror', '-i', address, '-f', 'null', '-']).ended).toEqual({ code: 0, output: '' })
	})
})

import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import { ok, refused } from '@parley/core'
import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handleErrors } from '../../../../http/errorHandler.ts'
import type { AppendableBlobs } from '../../../../platform/blobStore.ts'
import { createFileBlobs } from '../../../../platform/fileBlobs.ts'
import { createLog } from '../../../../platform/log.ts'
import type { FlvTag } from '../../ingest.ts'
import { measureLive } from '../../metrics.ts'
import { repeatFilm } from '../testing/film.ts'
import { engineIn } from '../testing/testEngine.ts'
import type { EmbeddedLiveEngine } from './engine.ts'
import { serveLive } from './http.ts'
import { checkMultivariant, checkPlaylist, parsePlaylist } from './origin/conformance.ts'

let folder: string
let clock: { now: () => number }
let now: number
let engine: EmbeddedLiveEngine
let app: FastifyInstance
const questions: string[] = []
/** Names of blobs that the disk fails to read and to write. */
const failing = new Set<string>()

const log = createLog('silent')
const edgeSecret = 'a-secret-of-edges-1'

function failingBlobs(): AppendableBlobs {
	const blobs = createFileBlobs(folder, clock)
	const orFail = (name: string) => {
		if (failing.has(name)) throw Object.assign(new Error('the disk fails'), { code: 'EIO' })
	}
	return {
		...blobs,
		async write(name, ...rest) {
			orFail(name)
			await blobs.write(name, ...rest)
		},
		async read(name, range) {
			orFail(name)
			return await blobs.read(name, range)
		},
	}
}

async function open() {
	engine = engineIn(folder, { clock, log, media: failingBlobs() })
	engine.useHooks({
		authorisePublish: async ({ key }) => (key === 'right' ? ok(undefined) : refused('key')),
		authoriseView: async (streamId, token, browser) => {
			questions.push(`${streamId} ${token}`)
			if (token === 'broken') throw new Error('the database is unavailable')
			return token === `for-${streamId}` && browser === 'one'
		},
		isPublic: async streamId => streamId === 'open',
	})
	await engine.start()
	app = Fastify()
	await app.register(cookie)
	handleErrors(app, { languageAt: async () => 'zh' })
	serveLive(app, engine, {
		browserOf: ({ headers }) => String(headers['x-browser'] ?? 'one'),
		edgeSecret,
	})
}

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'parley-live-'))
	now = Date.UTC(2026, 2, 10)
	clock = { now: () => now }
	questions.length = 0
	failing.clear()
	await open()
})

afterEach(async () => {
	await app.close()
	await engine.close()
	await rm(folder, { recursive: true, force: true })
})

function play(streamId: string, tags: readonly FlvTag[]) {
	const answer = engine.publish(streamId, '192.0.2.1')
	if (!answer.ok) throw new Error(answer.failure)
	for (const tag of tags) answer.value.push(tag)
	return answer.value
}

const get = (path: string) => app.inject({ url: `/live/hls/${path}` })

test('the stream address with unauth answers 200 when a stream is playable', async () => {
	expect((await get('abc/master.m3u8?unauth')).statusCode).toBe(404)
	await engine.createStream('abc')
	// Not an error: the stream exists, but has no picture yet.
	expect((await get('abc/master.m3u8?unauth')).statusCode).toBe(204)
	const waiting = app.inject({ url: '/live/hls/abc/master.m3u8?unauth', headers: { prefer: 'wait=4' } })
	let answeredAt = 0
	void waiting.then(() => (answeredAt = performance.now()))
	await new Promise(resolve => setTimeout(resolve, 100))
	expect(answeredAt).toBe(0)
	const beganAt = performance.now()
	play('abc', repeatFilm(2_000))
	expect((await waiting).statusCode).toBe(200)
	expect(performance.now() - beganAt).toBeLessThan(2_000)
	expect((await get('abc/master.m3u8?unauth')).statusCode).toBe(200)
	expect((await get('abc/source/live.m3u8?unauth')).body).toBe('')
	const head = await app.inject({ method: 'HEAD', url: '/live/hls/abc/master.m3u8?unauth' })
	expect([head.statusCode, head.headers['cache-control']]).toEqual([200, 'no-store'])
	await engine.end('abc')
	expect((await get('abc/master.m3u8?unauth')).statusCode).toBe(404)
	expect(questions).toEqual([])
})

test('playlists need the token of their own stream, which is checked once in a while', async () => {
	await engine.createStream('abc')
	await engine.createStream('other')
	play('abc', repeatFilm(2_000))
	for (const token of ['', '?token=for-other', `?token=${'x'.repeat(600)}`, '?token=for-abc&token=for-abc']) {
		expect((await get(`abc/source/live.m3u8${token}`)).statusCode).toBe(403)
	}
	expect((await get('abc/master.m3u8?token=for-other')).statusCode).toBe(403)
	questions.length = 0
	for (let i = 0; i < 5; i++) expect((await get('abc/source/live.m3u8?token=for-abc')).statusCode).toBe(200)
	expect(questions).toEqual(['abc for-abc'])
	const elsewhere = { url: `/live/hls/abc/source/live.m3u8?token=for-abc`, headers: { 'x-browser': 'two' } }
	expect((await app.inject(elsewhere)).statusCode).toBe(403)
})

test('while authorisation is unknown, players are told to retry, and it is checked again', async () => {
	await engine.createStream('abc')
	play('abc', repeatFilm(2_000))
	for (const times of [1, 2]) {
		const { statusCode, headers } = await get('abc/source/live.m3u8?token=broken')
		expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store'])
		expect(questions).toHaveLength(times)
	}
	expect(engine.stats('abc')?.viewers).toBe(0)
})

test('the token is passed from the master playlist to the others, and no further', async () => {
	await engine.createStream('abc')
	play('abc', repeatFilm(4_000))
	for (const tag of repeatFilm(3_000)) engine.openDefinition('abc', 'sd')?.push(tag)
	const sink = engine.openDefinition('abc', 'sd')
	for (const tag of repeatFilm(3_000, { fromMs: 3_000 })) sink?.push(tag)
	const master = (await get('abc/master.m3u8?token=for-abc')).body
	expect(master.split('\n').filter(line => line && !line.startsWith('#'))).toEqual([
		'source/live.m3u8?token=for-abc',
		'sd/live.m3u8?token=for-abc',
		'audio/live.m3u8?token=for-abc',
	])
	const playlistOf = async (name: string) => [
		`${name}/live.m3u8`,
		(await get(`abc/${name}/live.m3u8?token=for-abc`)).body,
	]
	const playlists = Object.fromEntries(await Promise.all(['source', 'sd', 'audio'].map(playlistOf)))
	expect(checkMultivariant(master, playlists)).toEqual([])
	const rules = (text: string, others = playlists) => checkMultivariant(text, others).map(({ rule }) => rule)
	expect(rules(master.replace('#EXTM3U', ''))).toContain('firstLine')
	expect(rules(master.replace(/BANDWIDTH=\d+/, 'BANDWIDTH=0'))).toContain('streamInf')
	expect(rules(master.replace(/AVERAGE-BANDWIDTH=/, 'AVERAGE-BANDWIDTH=9'))).toContain('streamInf')
	expect(rules(master.replace('CODECS="mp4a', 'RESOLUTION=1x1,CODECS="mp4a'))).toContain('soundAlone')
	expect(rules(master.replace('sd/live', 'audio/live'))).toContain('variants')
	const silent = {
		...playlists,
		'audio/live.m3u8': String(playlists['audio/live.m3u8']).replace(/#EXT-X-REND.*sd.*/, ''),
	}
	expect(rules(master, silent)).toContain('reports')
	expect(master).toMatch(
		/BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=160x90,FRAME-RATE=30\.000,CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/,
	)
	const answer = await get('abc/source/live.m3u8?token=for-abc')
	expect(answer.headers['content-type']).toBe('application/vnd.apple.mpegurl')
	expect(answer.headers['cache-control']).toBe('public, max-age=1')
	expect(checkPlaylist(answer.body)).toEqual([])
	expect(answer.body).toContain('#EXT-X-RENDITION-REPORT:URI="../sd/live.m3u8?token=for-abc",LAST-MSN=')
	const { segments } = parsePlaylist(answer.body)
	expect(JSON.stringify(segments)).not.toContain('token')
	const media = await get(`abc/source/${segments[0]?.uri}`)
	expect([media.statusCode, media.headers['content-type']]).toEqual([200, 'video/mp4'])
	expect(media.headers['cache-control']).toBe('public, max-age=86400, immutable')
	expect(media.headers['access-control-allow-origin']).toBe('*')
	expect((await get(`abc/sd/${segments[0]?.uri}`)).statusCode).toBe(404)
})

test('[LIVE-27] without a token in their address playlists are the same for every viewer, and open with the cookie', async () => {
	await engine.createStream('abc')
	play('abc', repeatFilm(4_000))
	const ask = (path: string, headers: Record<string, string> = {}) => app.inject({ url: `/live/hls/${path}`, headers })
	const own = { cookie: 'parley_live=for-abc' }
	const master = await ask('abc/master.m3u8', own)
	expect(master.body.split('\n').filter(line => line && !line.startsWith('#'))).toEqual([
		'source/live.m3u8',
		'audio/live.m3u8',
	])
	const { statusCode, body } = await ask('abc/source/live.m3u8', own)
	expect([statusCode, body.includes('token')]).toEqual([200, false])
	const strangers = [{}, { cookie: 'parley_live=for-other' }, { ...own, 'x-browser': 'two' }]
	for (const headers of strangers) expect((await ask('abc/source/live.m3u8', headers)).statusCode).toBe(403)
	expect((await ask('abc/source/live.m3u8?_HLS_msn=0&_HLS_part=0', own)).headers['cache-control']).toContain(
		's-maxage=4',
	)
})

test('an edge with the secret makes requests for all its viewers, and a public live has an address of its own', async () => {
	for (const streamId of ['abc', 'open']) {
		await engine.createStream(streamId)
		play(streamId, repeatFilm(4_000))
	}
	const status = async (path: string, headers: Record<string, string> = {}) =>
		(await app.inject({ url: `/live/hls/${path}`, headers })).statusCode
	expect(await status('abc/source/live.m3u8', { 'x-parley-edge': edgeSecret })).toBe(200)
	expect(engine.stats('abc')?.viewers).toBe(0)
	expect(await status('abc/source/live.m3u8', { 'x-parley-edge': `${edgeSecret}x` })).toBe(403)
	expect(await status('abc/source/live.m3u8?token=for-abc', { 'x-parley-edge': '' })).toBe(403)
	expect(await status('public/open/source/live.m3u8')).toBe(200)
	expect(await status('public/open/master.m3u8')).toBe(200)
	expect(await status('public/abc/source/live.m3u8', { 'x-parley-edge': edgeSecret })).toBe(403)
	expect(await status('open/source/live.m3u8')).toBe(403)
	engine.noteViewer('abc', 'somebody', 25_000)
	expect(engine.stats('abc')?.viewers).toBe(1)
})

test('playlists are compressed as the player prefers, without changes to their text', async () => {
	await engine.createStream('abc')
	play('abc', repeatFilm(40_000))
	const ask = async (encodings?: string) => {
		const headers = encodings === undefined ? {} : { 'accept-encoding': encodings }
		const url = '/live/hls/abc/source/live.m3u8?token=for-abc'
		return await app.inject({ url, headers })
	}
	const plain = await ask()
	expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding'])
	const [gzipped, packed, refused] = [
		await ask('gzip, deflate'),
		await ask('gzip, deflate, br'),
		await ask('br;q=0, gzip'),
	]
	expect([gzipped, packed, refused].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br', 'gzip'])
	expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body)
	expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
	expect(gzipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
	expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
})

test('a player that reloads gets the changes, however long the window is', async () => {
	await engine.createStream('abc')
	const tags = repeatFilm(240_000)
	const publisher = play(
		'abc',
		tags.filter(({ timestampMs }) => timestampMs < 60_000),
	)
	const ask = async (query = '') => {
		const url = `/live/hls/abc/source/live.m3u8?token=for-abc${query}`
		const [plain, packed] = await Promise.all(
			[{}, { 'accept-encoding': 'br' }].map(headers => app.inject({ url, headers })),
		)
		return [plain?.rawPayload.length ?? 0, packed?.rawPayload.length ?? 0] as const
	}
	const [earlier] = await ask('&_HLS_skip=YES')
	for (let from = 60_000; from < 240_000; from += 10_000) {
		for (const tag of tags.filter(({ timestampMs }) => timestampMs >= from && timestampMs < from + 10_000)) {
			publisher.push(tag)
		}
		// The disk has caught up.
		await engine.stream('abc')?.settle()
	}
	const [[whole], [reload, packed]] = [await ask(), await ask('&_HLS_skip=YES')]
	expect(whole).toBeGreaterThan(reload + 5_000)
	expect(reload).toBeLessThan(earlier * 1.1)
	expect(reload).toBeLessThan(7_000)
	expect(packed).toBeLessThan(2_000)
	expect((await get('abc/source/live.m3u8?token=for-abc')).body).toContain('CAN-SKIP-UNTIL=24')
}, 20_000)

test('unknown addresses are not found', async () => {
	await engine.createStream('abc')
	play('abc', repeatFilm(2_000))
	for (const path of [
		'abc/source/..%2f..%2fstream.json',
		'abc/source/../../../secret',
		'abc/%2e%2e/stream.json',
		'abc/source/0.m4s',
		'abc/__proto__/live.m3u8?token=for-abc',
		'abc/nothing/live.m3u8?token=for-abc',
		'abc/source/recording.m3u8?token=for-abc',
		'..%2fabc/master.m3u8?unauth',
		'constructor/master.m3u8?unauth',
	]) {
		expect([path, (await get(path)).statusCode]).toEqual([path, 404])
	}
	for (const query of [
		'_HLS_msn=x',
		'_HLS_msn=-1',
		'_HLS_part=1',
		'_HLS_msn=99999999999999',
		'_HLS_msn=1&_HLS_msn=2',
	]) {
		expect((await get(`abc/source/live.m3u8?token=for-abc&${query}`)).statusCode).toBe(400)
	}
})

test('a blocked request is answered by the next part', async () => {
	await engine.createStream('abc')
	const tags = repeatFilm(3_000)
	const publisher = play(
		'abc',
		tags.filter(({ timestampMs }) => timestampMs < 2_500),
	)
	const first = parsePlaylist((await get('abc/source/live.m3u8?token=for-abc')).body)
	const last = first.segments.at(-1)
	let isAnswered = false
	const url = `abc/source/live.m3u8?token=for-abc&_HLS_msn=${last?.msn}&_HLS_part=${last?.parts.length}&_HLS_skip=YES`
	const asked = get(url).then(answer => {
		isAnswered = true
		return answer
	})
	await new Promise(resolve => setTimeout(resolve, 50))
	expect(isAnswered).toBe(false)
	for (const tag of tags.filter(({ timestampMs }) => timestampMs >= 2_500)) publisher.push(tag)
	expect(parsePlaylist((await asked).body).segments.at(-1)?.parts.length).toBeGreaterThan(last?.parts.length ?? 9)
})

test('a stopping server answers all waiting requests', async () => {
	await engine.createStream('abc')
	play('abc', repeatFilm(2_000))
	const { segments } = parsePlaylist((await get('abc/source/live.m3u8?token=for-abc')).body)
	const started = performance.now()
	const asked = get(`abc/source/live.m3u8?token=for-abc&_HLS_msn=${(segments.at(-1)?.msn ?? 0) + 1}`)
	await new Promise(resolve => setTimeout(resolve, 50))
	await engine.close()
	expect((await asked).statusCode).toBe(200)
	expect(performance.now() - started).toBeLessThan(2_000)
})

test('a recording can be played after a restart, until its retention ends', async () => {
	await engine.createStream('kept', { isRecorded: true })
	await engine.createStream('lost')
	const publisher = play('kept', repeatFilm(6_000))
	play('lost', repeatFilm(6_000))
	publisher.close()
	expect(engine.recordingSuffix('kept')).toBeUndefined()
	await engine.end('kept')
	expect(engine.recordingSuffix('kept')).toBe('/source/recording.m3u8')
	const address = 'kept/source/recording.m3u8?token=for-kept'
	const before = (await get(address)).body
	await app.close()
	await engine.close()
	await open()
	expect(await readdir(folder)).toEqual(['kept'])
	expect((await get(address)).body).toBe(before)
	const { segments } = parsePlaylist(before)
	expect(segments).toHaveLength(6)
	for (const name of [segments[5]?.uri, segments[0]?.map])
		expect((await get(`kept/source/${name}`)).statusCode).toBe(200)
	expect(await engine.createStream('kept')).toEqual(refused('ended'))
	await engine.remove('kept')
	expect(await readdir(folder)).toEqual([])
	expect((await get(address)).statusCode).toBe(404)
})

test('a file the disk fails to read may be readable later, a missing one is not', async () => {
	await engine.createStream('kept', { isRecorded: true })
	play('kept', repeatFilm(6_000))
	await engine.end('kept')
	await app.close()
	await engine.close()
	await open()
	const { segments } = parsePlaylist((await get('kept/source/recording.m3u8?token=for-kept')).body)
	const [broken = '', missing = ''] = segments.map(({ uri }) => uri ?? '')
	const fileOf = (uri: string) => `${uri.split('.')[0]}.m4s`
	failing.add(`kept/source/${fileOf(broken)}`)
	await rm(join(folder, 'kept', 'source', fileOf(missing)))
	for (const [uri, status] of [
		[broken, 500],
		[missing, 404],
	] as const) {
		const { statusCode, headers } = await get(`kept/source/${uri}`)
		expect([statusCode, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
			status,
			'no-store',
			'*',
		])
	}
})

test('a recorded live interrupted by a restart continues with higher numbers', async () => {
	await engine.createStream('abc', { isRecorded: true })
	play('abc', repeatFilm(5_000))
	await new Promise(resolve => setTimeout(resolve, 50))
	const before = parsePlaylist((await get('abc/source/live.m3u8?token=for-abc')).body)
	await app.close()
	await engine.close()
	now += 20_000
	await open()
	expect((await get('abc/master.m3u8?unauth')).statusCode).toBe(204)
	expect(await engine.createStream('abc', { isRecorded: true })).toEqual(ok(undefined))
	play('abc', repeatFilm(5_000))
	const text = (await get('abc/source/live.m3u8?token=for-abc')).body
	expect(checkPlaylist(text)).toEqual([])
	const after = parsePlaylist(text)
	expect(after.mediaSequence).toBeGreaterThan(before.segments.at(-1)?.msn ?? 0)
	await engine.end('abc')
	const recording = parsePlaylist((await get('abc/source/recording.m3u8?token=for-abc')).body)
	expect(recording.segments.length).toBeGreaterThanOrEqual(9)
	expect(recording.segments.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(1)
	for (const { uri, map } of recording.segments) {
		expect((await get(`abc/source/${uri}`)).statusCode).toBe(200)
		expect((await get(`abc/source/${map}`)).statusCode).toBe(200)
	}
})

test('a recording lacks less than two seconds if the process is killed', async () => {
	await engine.createStream('abc', { isRecorded: true })
	// Key frames are three seconds apart, so that the last segment is open.
	const tags = repeatFilm(8_900, { keyFrameEvery: 3 })
	const publisher = play('abc', tags)
	await engine.stream('abc')?.settle()
	await new Promise(resolve => setTimeout(resolve, 50))
	// State of the disk after a kill, without a final write.
	const left = await mkdtemp(join(tmpdir(), 'parley-killed-'))
	await cp(folder, left, { recursive: true })
	publisher.close()
	const next = engineIn(left, { clock, log })
	await next.start()
	await next.end('abc')
	const text = next.stream('abc')?.segmentStore('source')?.recording() ?? ''
	const { segments } = parsePlaylist(text)
	const lengthS = segments.reduce((sum, { duration }) => sum + duration, 0)
	expect(lengthS).toBeGreaterThan(7)
	expect(lengthS).toBeLessThan(8.95)
	for (const { uri = '', duration } of segments) {
		const file = await next.stream('abc')?.segmentStore('source')?.file(uri)
		expect(file?.length).toBeGreaterThan(duration * 1_000)
	}
	// A truncated line is skipped, and after the end the index is complete on its own.
	expect(await readdir(join(left, 'abc'))).not.toContain('segments.jsonl')
	await next.close()
	await rm(left, { recursive: true })
})

test('an index is not written concurrently', async () => {
	const warned = vi.spyOn(log, 'warn')
	await engine.createStream('abc', { isRecorded: true })
	play('abc', repeatFilm(5_000))
	await engine.stream('abc')?.settle()
	await Promise.all(Array.from({ length: 8 }, () => engine.close()))
	expect(warned).not.toHaveBeenCalled()
	await app.close()
	await open()
	expect(engine.isRecorded('abc')).toBe(true)
})

describe('a recording whose index the disk refuses', () => {
	/** Makes the disk refuse the index, like a full one. */
	async function recordWithoutIndex() {
		await engine.createStream('abc', { isRecorded: true })
		failing.add('abc/stream.json')
		play('abc', repeatFilm(5_000))
		await engine.end('abc')
	}
	const recording = async () => {
		const { body } = await get('abc/source/recording.m3u8?token=for-abc')
		return parsePlaylist(body).segments.length
	}

	/** Simulates a kill and a restart of the process. */
	async function kill() {
		const killed = engine
		await app.close()
		await open()
		return () => killed.close()
	}

	test('exists after a restart if the disk accepts it later', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		try {
			await kill().then(close => close())
			await recordWithoutIndex()
			vi.advanceTimersByTime(30_000)
			failing.clear()
			vi.advanceTimersByTime(30_000)
			await expect.poll(async () => await readFile(join(folder, 'abc', 'stream.json'), 'utf8')).toContain('"msn"')
			const close = await kill()
			expect([engine.phase('abc'), await recording()]).toEqual(['ended', 5])
			await close()
		} finally {
			vi.useRealTimers()
		}
	})

	test('exists if the disk accepts it when the server stops', async () => {
		await recordWithoutIndex()
		failing.clear()
		await app.close()
		await engine.close()
		await open()
		expect([engine.phase('abc'), await recording()]).toEqual(['ended', 5])
	})

	test('has the media the disk accepts after its end', async () => {
		await engine.createStream('abc', { isRecorded: true })
		await writeFile(join(folder, 'abc', 'source'), 'where its folder would be')
		play('abc', repeatFilm(5_000))
		await engine.end('abc')
		expect(engine.recordingSuffix('abc')).toBeUndefined()
		await rm(join(folder, 'abc', 'source'))
		await app.close()
		await engine.close()
		await open()
		expect([engine.phase('abc'), await recording()]).toEqual(['ended', 5])
	})

	test('is set aside if it has no index at all; media without retention are not', async () => {
		await engine.createStream('abc', { isRecorded: true })
		await engine.createStream('passing')
		play('abc', repeatFilm(5_000))
		play('passing', repeatFilm(5_000))
		await Promise.all(['abc', 'passing'].map(id => engine.stream(id)?.settle()))
		await rm(join(folder, 'abc', 'stream.json'))
		await mkdir(join(folder, 'copies of somebody'))
		const errors = vi.spyOn(log, 'error').mockClear()
		const close = await kill()
		expect(await readdir(folder)).toEqual([expect.stringMatching(/^abc\.unreadable-/), 'copies of somebody'])
		expect(errors).toHaveBeenCalledOnce()
		await close()
	})
})

describe('a recording whose index cannot be read', () => {
	const filesIn = async (path: string) => (await readdir(join(folder, path))).sort()
	const setAside = async (streamId: string) =>
		(await readdir(folder)).filter(name => name.startsWith(`${streamId}.unreadable-`))

	async function restart() {
		await app.close()
		await engine.close()
		now += 1_000
		await open()
	}

	async function record(streamId: string) {
		await engine.createStream(streamId, { isRecorded: true })
		play(streamId, repeatFilm(5_000))
		await engine.stream(streamId)?.settle()
	}

	/** Stops the server, and damages the index. */
	async function damage(streamId: string) {
		await app.close()
		await engine.close()
		await writeFile(join(folder, streamId, 'stream.json'), '{')
		await open()
	}

	test('is set aside with its media, which is logged once, and removed with its stream', async () => {
		const errors = vi.spyOn(log, 'error').mockClear()
		await record('kept')
		await engine.end('kept')
		const media = await filesIn('kept/source')
		await damage('kept')
		expect(engine.phase('kept')).toBeUndefined()
		const [name = ''] = await setAside('kept')
		expect(await filesIn(join(name, 'source'))).toEqual(media)
		expect(errors).toHaveBeenCalledOnce()
		await restart()
		expect(errors).toHaveBeenCalledOnce()
		expect(await filesIn(join(name, 'source'))).toEqual(media)
		expect([engine.streamIds(), engine.isRecorded('kept')]).toEqual([['kept'], true])
		expect(engine.counters().diskBytes).toBeGreaterThan(20_000)
		await engine.remove('kept')
		expect([engine.streamIds(), await readdir(folder), engine.counters().diskBytes]).toEqual([[], [], 0])
	})

	test('does not prevent a live from continuing, and is never overwritten', async () => {
		await record('abc')
		const media = await filesIn('abc/source')
		for (const times of [1, 2]) {
			await damage('abc')
			await record('abc')
			expect(await setAside('abc')).toHaveLength(times)
			now += 60_000
		}
		// Includes the last segment, which the stop completed.
		for (const name of await setAside('abc')) {
			expect(await filesIn(join(name, 'source'))).toHaveLength(media.length + 1)
		}
		expect(engine.streamIds()).toEqual(['abc'])
		await engine.end('abc')
		const recording = parsePlaylist((await get('abc/source/recording.m3u8?token=for-abc')).body)
		expect(recording.segments).toHaveLength(5)
		await engine.remove('abc')
		expect(await readdir(folder)).toEqual([])
	})

	test('can be played once an operator repairs it and renames the folder back', async () => {
		await record('kept')
		await engine.end('kept')
		const index = await readFile(join(folder, 'kept', 'stream.json'))
		await damage('kept')
		const [name = ''] = await setAside('kept')
		await writeFile(join(folder, name, 'stream.json'), index)
		await rename(join(folder, name), join(folder, 'kept'))
		await restart()
		expect(engine.recordingSuffix('kept')).toBe('/source/recording.m3u8')
	})

	test('is not a stream: a file in the folder of lives does not disturb the server', async () => {
		await writeFile(join(folder, 'stray'), '')
		await restart()
		await restart()
		expect(engine.streamIds()).toEqual(['stray'])
		await engine.remove('stray')
		expect(await readdir(folder)).toEqual([])
	})

	test('is also set aside if the disk fails to read its init segment', async () => {
		await record('kept')
		await engine.end('kept')
		failing.add('kept/source/init0.mp4')
		await restart()
		expect([engine.phase('kept'), await setAside('kept')]).toEqual([undefined, [expect.anything()]])
	})
})

test('metrics cover streams, viewers, traffic, waiting and disk', async () => {
	const registry = new Registry()
	measureLive(registry, engine)
	const measured = async (name: string) => {
		const text = await registry.getSingleMetricAsString(`parley_live_${name.replace(/[{_](phase|count|bucket).*/, '')}`)
		const line = text.split('\n').find(one => one.startsWith(`parley_live_${name} `))
		return Number(line?.split(' ').at(-1))
	}
	await engine.createStream('abc', { isRecorded: true })
	await engine.createStream('other')
	const tags = repeatFilm(3_000)
	const publisher = play('abc', [{ type: 'audio', timestampMs: 0, body: Buffer.from([0x2f, 1, 2]) }, ...tags])
	expect(await measured('streams{phase="publishing"}')).toBe(1)
	expect(await measured('streams{phase="waiting"}')).toBe(1)
	expect(await measured('publishers')).toBe(1)
	expect(await measured('received_bytes')).toBe(tags.reduce((sum, { body }) => sum + body.length, 3))
	expect(await measured('dropped_tags')).toBe(1)
	const answer = await get('abc/source/live.m3u8?token=for-abc')
	const { segments } = parsePlaylist(answer.body)
	const media = await get(`abc/source/${segments[0]?.uri}`)
	expect(await measured('sent_bytes')).toBe(answer.rawPayload.length + media.rawPayload.length)
	expect(await measured('viewers')).toBe(1)
	expect(await measured('part_seconds_count')).toBe(0)
	const last = segments.at(-1)
	const waiting = get(`abc/source/live.m3u8?token=for-abc&_HLS_msn=${last?.msn}&_HLS_part=${last?.parts.length}`)
	await new Promise(resolve => setTimeout(resolve, 30))
	for (const tag of repeatFilm(1_000, { fromMs: 3_000 })) publisher.push(tag)
	await waiting
	expect(await measured('part_seconds_count')).toBe(1)

	await engine.end('abc')
	expect(await measured('publishers')).toBe(0)
	const disk = await measured('disk_bytes')
	expect(disk).toBeGreaterThan(20_000)
	await app.close()
	await engine.close()
	await open()
	// Includes the index of the recording.
	expect(engine.counters().diskBytes).toBeGreaterThan(disk)
	expect(engine.counters().diskBytes).toBeLessThan(disk + 4_000)
	const received = engine.counters().receivedBytes
	await engine.remove('abc')
	expect(engine.counters()).toMatchObject({ diskBytes: 0, receivedBytes: received, diskFull: 0 })
})

test('without hooks every view is refused', async () => {
	const bare = engineIn(folder, { clock })
	await bare.createStream('abc')
	expect(await bare.mayView('abc', 'for-abc', 'one')).toBe(false)
})

test('a listener that throws does not affect other listeners', async () => {
	const heard: string[] = []
	engine.onEvent(() => {
		throw new Error('an error of the module')
	})
	const stop = engine.onEvent(({ type }) => heard.push(type))
	await engine.createStream('abc')
	play('abc', repeatFilm(1_000))
	expect(heard).toContain('playable')
	stop()
	await engine.end('abc')
	expect(heard).not.toContain('ended')
	expect(engine.lines('abc')[0]).toMatchObject({ hlsPullUrl: '/live/hls/abc', defaultSuffix: '/master.m3u8' })
})

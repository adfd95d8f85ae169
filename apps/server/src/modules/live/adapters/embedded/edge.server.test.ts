import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { ok } from '@parley/core'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLivePasses, passLifetimeMs } from '../../index.ts'
import { startEdge } from '../testing/edge.ts'
import { playFilm } from '../testing/film.ts'
import { createTestEngine, type TestEngine } from '../testing/testEngine.ts'
import { serveLive } from './http.ts'
import { parsePlaylist } from './origin/conformance.ts'

const program = process.env.PARLEY_TEST_NGINX
const secret = 'a-secret-of-edges-1'
const passes = createLivePasses(secret)

interface Answer {
	status: number
	text: string
	bytes: Buffer
	cache: string
	headers: Record<string, string | string[] | undefined>
}

/** `npm test` installs nginx if possible, and reports if not. */
describe.skipIf(!program)('with nginx in front', () => {
	let testEngine: TestEngine
	let origin: FastifyInstance
	let edge: Awaited<ReturnType<typeof startEdge>>
	const asked: string[] = []
	const agent = new Agent({ keepAlive: true })
	let stop = () => {}

	beforeAll(async () => {
		testEngine = await createTestEngine()
		const { engine } = testEngine
		engine.useHooks({
			authorisePublish: async () => ok(undefined),
			authoriseView: async (_, token) => token === 'right',
			isPublic: async streamId => streamId === 'open',
		})
		await engine.start()
		for (const streamId of ['abc', 'open']) await engine.createStream(streamId)
		const publishers = ['abc', 'open'].flatMap(streamId => {
			const answer = engine.publish(streamId, '192.0.2.1')
			return answer.ok ? answer.value : []
		})
		stop = playFilm(tag => {
			for (const publisher of publishers) publisher.push(tag)
		})
		origin = Fastify()
		origin.addHook('onRequest', async ({ url }) => void asked.push(url))
		serveLive(origin, engine, { browserOf: ({ ip }) => ip, edgeSecret: secret })
		await origin.listen({ port: 0, host: '127.0.0.1' })
		const originPort = (origin.server.address() as AddressInfo).port
		edge = await startEdge({ program: program ?? '', originPort, secret })
		await delay(2_500)
	})
	afterAll(async () => {
		stop()
		agent.destroy()
		await edge.close()
		await origin.close()
		await testEngine.close()
	})

	const get = (path: string, headers: Record<string, string> = {}) =>
		new Promise<Answer>((resolve, reject) => {
			request(`${edge.url}/live/hls/${path}`, { agent, headers }, response => {
				const chunks: Buffer[] = []
				response.on('data', (chunk: Buffer) => chunks.push(chunk))
				response.on('end', () => {
					const bytes = Buffer.concat(chunks)
					const { statusCode: status = 0, headers: answered } = response
					resolve({
						status,
						bytes,
						text: bytes.toString(),
						cache: String(answered['x-cache'] ?? ''),
						headers: answered,
					})
				})
			})
				.on('error', reject)
				.end()
		})
	const withPass = (pass: string) => ({ cookie: `parley_browser=x; parley_live_pass=${pass}` })
	const viewer = () => withPass(passes.sign('abc', Date.now()))
	const signedBy = (text: string, expires: number) =>
		withPass(`${expires}.${createHash('md5').update(text).digest('base64url')}`)

	test('[LIVE-27] for sixty low-latency viewers, the origin is asked once for each playlist and each part', async () => {
		const playlists = { hits: 0, all: 0 }
		asked.length = 0
		const until = performance.now() + 8_000
		async function watch() {
			await delay(Math.random() * 300)
			const seen = new Set<string>()
			let query = ''
			while (performance.now() < until) {
				const { status, text, cache } = await get(`abc/source/live.m3u8${query}`, viewer())
				expect(status).toBe(200)
				expect(text).not.toMatch(/token|https?:/)
				playlists.all++
				if (cache === 'HIT') playlists.hits++
				const { segments } = parsePlaylist(text)
				const last = segments.at(-1)
				const parts = last?.parts ?? []
				for (const { uri } of parts.slice(-1)) {
					if (seen.has(uri)) continue
					seen.add(uri)
					expect((await get(`abc/source/${uri}`, viewer())).bytes.toString('latin1', 4, 8)).toBe('moof')
				}
				const next = last?.uri ? { msn: last.msn + 1, part: 0 } : { msn: last?.msn ?? 0, part: parts.length }
				query = `?_HLS_msn=${next.msn}&_HLS_part=${next.part}&_HLS_skip=YES`
			}
			return seen.size
		}
		const parts = await Promise.all(Array.from({ length: 60 }, watch))
		expect(Math.min(...parts)).toBeGreaterThan(10)
		expect(playlists.all).toBeGreaterThan(1_000)
		expect(playlists.hits / playlists.all).toBeGreaterThanOrEqual(0.95)
		const media = asked.filter(url => url.includes('.m4s'))
		expect(media.length).toBe(new Set(media).size)
	}, 40_000)

	test('unauthorised viewers get no byte: without a pass, or with a forged, expired or foreign one, in any spelling', async () => {
		const { text } = await get('abc/source/live.m3u8', viewer())
		const [segment = ''] = parsePlaylist(text).segments.flatMap(({ uri }) => uri ?? [])
		// Fills the edge's cache.
		expect((await get(`abc/source/${segment}`, viewer())).status).toBe(200)
		const later = Math.floor(Date.now() / 1000) + 3_600
		const strangers: Record<string, string>[] = [
			{},
			{ cookie: 'parley_live=right' },
			{ 'x-parley-edge': 'guessed-secret-12345' },
			withPass(''),
			withPass(`${later}.AAAAAAAAAAAAAAAAAAAAAA`),
			withPass(passes.sign('abc', Date.now() - passLifetimeMs - 2_000)),
			withPass(passes.sign('open', Date.now())),
			withPass(createLivePasses('another-secret-of-1').sign('abc', Date.now())),
			withPass(passes.sign('abc', Date.now()).replace(/^\d+/, `${later}`)),
			signedBy(`${later} abc `, later),
		]
		const addresses = [
			'abc/master.m3u8',
			'abc/source/live.m3u8',
			'abc/source/live.m3u8?_HLS_skip=YES',
			`abc/source/${segment}`,
			`abc/source/${segment}?unauth`,
			`abc/source/${segment}?a=.m3u8?unauth`,
			'public/abc/source/live.m3u8',
			'public/../abc/source/live.m3u8',
			'public%2f..%2fabc/source/live.m3u8',
			'abc/source%2flive.m3u8',
			'open/../abc/source/live.m3u8',
			'abc/%2e/source/live.m3u8',
		]
		for (const headers of strangers)
			for (const address of addresses) {
				const { status, bytes } = await get(address, headers)
				expect([address, headers, status >= 400 && status < 500, bytes.includes('#EXTM3U')]).toEqual([
					address,
					headers,
					true,
					false,
				])
				expect(bytes.includes('moof')).toBe(false)
			}
	})

	test('anyone may ask whether a picture exists, but gets nothing else', async () => {
		const answers = await Promise.all(['abc/master.m3u8?unauth', 'none/master.m3u8?unauth'].map(path => get(path)))
		expect(answers.map(({ status, text }) => [status, text])).toEqual([
			[200, ''],
			[404, ''],
		])
		// Viewers don't get this answer without a body.
		expect((await get('abc/master.m3u8', viewer())).text).toContain('#EXT-X-STREAM-INF')
	})

	test('a removed viewer can no longer watch once their pass has expired', async () => {
		const last = withPass(passes.sign('abc', Date.now() - passLifetimeMs + 3_000))
		expect((await get('abc/source/live.m3u8', last)).status).toBe(200)
		const { text } = await get('abc/source/live.m3u8', viewer())
		const segment = parsePlaylist(text).segments.find(({ uri }) => uri)?.uri
		expect((await get(`abc/source/${segment}`, last)).status).toBe(200)
		await delay(4_200)
		expect((await get('abc/source/live.m3u8', last)).status).toBe(403)
		expect((await get(`abc/source/${segment}`, last)).status).toBe(403)
		expect((await get(`abc/source/${segment}`, viewer())).status).toBe(200)
	}, 15_000)

	test('a public live needs no pass, and playlists are compressed at the edge', async () => {
		const plain = await get('public/open/source/live.m3u8')
		expect([plain.status, parsePlaylist(plain.text).segments.length > 0]).toEqual([200, true])
		const zipped = await get('public/open/source/live.m3u8', { 'accept-encoding': 'gzip' })
		expect(zipped.headers['content-encoding']).toBe('gzip')
		expect(gunzipSync(zipped.bytes).toString()).toContain('#EXTM3U')
		expect((await get('open/source/live.m3u8')).status).toBe(403)
	})
})

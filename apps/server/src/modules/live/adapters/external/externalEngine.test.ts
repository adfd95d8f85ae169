import { ok } from '@parley/core'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { createExternalLiveEngine, silentAfterMs } from './externalEngine.ts'
import { serveLiveHooks } from './hooks.ts'

test('a step of the server’s clock drops no publisher, but silence does', async () => {
	vi.useFakeTimers()
	try {
		let [steppedMs, elapsedMs] = [0, 0]
		const engine = createExternalLiveEngine({
			hlsUrl: 'https://live.example.org/{stream}.m3u8',
			clock: { now: () => Date.UTC(2026, 2, 10) + steppedMs },
			elapsedMs: () => elapsedMs,
			log: createLog('silent'),
			fetchText: async () => undefined,
		})
		engine.useHooks({ authorisePublish: async () => ok(undefined), authoriseView: async () => true })
		await engine.createStream('abc')
		engine.start()
		await engine.publishing({ streamId: 'abc', key: 'key', address: '192.0.2.1', connectionId: '1' })
		steppedMs = 3_600_000
		await vi.advanceTimersByTimeAsync(1_000)
		expect(engine.phase('abc')).toBe('publishing')
		elapsedMs += silentAfterMs
		await vi.advanceTimersByTimeAsync(1_000)
		expect(engine.phase('abc')).toBe('silent')
		await engine.close()
	} finally {
		vi.useRealTimers()
	}
})

test('only authorised viewers may watch; while that is unknown, the origin is told to retry', async () => {
	const engine = createExternalLiveEngine({
		hlsUrl: 'https://live.example.org/{stream}.m3u8',
		clock: { now: () => Date.UTC(2026, 2, 10) },
		elapsedMs: () => 0,
		log: createLog('silent'),
		fetchText: async () => undefined,
	})
	let asked = 0
	engine.useHooks({
		authorisePublish: async () => ok(undefined),
		authoriseView: async (_, token) => {
			if (token === 'broken' && asked++ === 0) throw new Error('the database is unavailable')
			return token !== 'invented'
		},
	})
	await engine.createStream('abc')
	const app = Fastify()
	serveLiveHooks(app, engine, 'secret')
	const view = async (token: string) =>
		(await app.inject({ url: `/live/hooks/secret/view?stream=abc&token=${token}` })).statusCode
	expect([await view('invented'), await view('x'.repeat(600)), await view('broken')]).toEqual([403, 403, 503])
	expect(engine.stats('abc')?.viewers).toBe(0)
	expect([await view('broken'), await view('given')]).toEqual([204, 204])
	expect(engine.stats('abc')?.viewers).toBe(2)
	await app.close()
})

test('a suspended live cannot be watched, and afterwards authorisation is checked again', async () => {
	const engine = createExternalLiveEngine({
		hlsUrl: 'https://live.example.org/{stream}.m3u8',
		clock: { now: () => Date.UTC(2026, 2, 10) },
		elapsedMs: () => 0,
		log: createLog('silent'),
		fetchText: async () => undefined,
	})
	let mayWatch = true
	const authoriseView = vi.fn(async () => mayWatch)
	engine.useHooks({ authorisePublish: async () => ok(undefined), authoriseView })
	await engine.createStream('abc')
	expect([await engine.mayView('abc', 't'), await engine.mayView('abc', 't')]).toEqual([true, true])
	expect(authoriseView).toHaveBeenCalledTimes(1)
	engine.setSuspended('abc', true)
	expect(await engine.mayView('abc', 't')).toBe(false)
	mayWatch = false
	engine.setSuspended('abc', false)
	expect(await engine.mayView('abc', 't')).toBe(false)
	expect(authoriseView).toHaveBeenCalledTimes(2)
})

import { setImmediate } from 'node:timers/promises'
import { ok, refused } from '@parley/core'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '../../../../platform/database.ts'
import { createLog } from '../../../../platform/log.ts'
import { describeOnEveryDatabase } from '../../../../platform/testing/index.ts'
import type { LiveEvent } from '../../index.ts'
import { tickMs } from '../embedded/engineTick.ts'
import { createExternalLiveEngine, type ExternalLiveEngine, type ExternalLiveOptions } from './externalEngine.ts'
import { serveLiveHooks } from './hooks.ts'
import { silentAfterMs } from './originStream.ts'
import { createSqlOriginStreams } from './originStreams.sql.ts'
import type { OriginStreams } from './originStreams.ts'

const connection = (connectionId: string, key = 'key') => ({
	streamId: 'abc',
	key,
	address: `192.0.2.${connectionId}`,
	connectionId,
})

describeOnEveryDatabase('the engine of an external origin', open => {
	let database: OpenDatabase
	let streams: OriginStreams
	let engine: ExternalLiveEngine
	/** Another server of the database. */
	let other: ExternalLiveEngine
	let [now, elapsedMs] = [0, 0]
	/** Times at which a server has looked at the streams. */
	let looks = 0
	/** Runs while a server waits. */
	let whileWaiting: (waits: number) => Promise<unknown>
	const opened: ExternalLiveEngine[] = []

	function openEngine(options: Partial<ExternalLiveOptions> = {}): ExternalLiveEngine {
		const made = createExternalLiveEngine({
			hlsUrl: 'https://live.example.org/{stream}.m3u8',
			hookSecret: 'a-secret-of-hooks-1',
			streams: {
				...streams,
				listActive(since) {
					looks++
					return streams.listActive(since)
				},
			},
			clock: { now: () => now },
			elapsedMs: () => elapsedMs,
			log: createLog('silent'),
			pause,
			fetchText: async () => undefined,
			...options,
		})
		made.useHooks({ authorisePublish: async () => ok(undefined), authoriseView: async () => true })
		opened.push(made)
		return made
	}

	let pause: () => Promise<void>
	/** Reports as an origin does every few seconds. */
	async function reportPublisher() {
		const id = (await streams.find('abc'))?.publisher
		if (id != null) await other.stillPublishing(connection(id))
	}

	/** Waits until the server that has started has looked at the streams once more, and has done what follows from it. */
	async function look() {
		const until = looks + 2
		while (looks < until) {
			await vi.advanceTimersByTimeAsync(tickMs)
			await setImmediate()
		}
	}

	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		;[now, elapsedMs, looks] = [Date.UTC(2026, 2, 10), 0, 0]
		let waits = 0
		pause = async () => void (await whileWaiting(++waits))
		whileWaiting = reportPublisher
		database = await open()
		streams = createSqlOriginStreams(database.db)
		engine = openEngine()
		other = openEngine()
		await engine.createStream('abc')
	})
	afterEach(async () => {
		for (const each of opened.splice(0)) await each.close()
		vi.useRealTimers()
		await database.close()
	})

	test('a step of the server’s clock drops no publisher, but silence does', async () => {
		engine.start()
		await engine.publishing(connection('1'))
		now += 3_600_000
		await look()
		expect(await engine.phase('abc')).toBe('publishing')
		elapsedMs += silentAfterMs
		await look()
		expect(await engine.phase('abc')).toBe('silent')
	})

	test('only authorised viewers may watch; while that is unknown, the origin is told to retry', async () => {
		let asked = 0
		engine.useHooks({
			authorisePublish: async () => ok(undefined),
			authoriseView: async (_, token) => {
				if (token === 'broken' && asked++ === 0) throw new Error('the database is unavailable')
				return token !== 'invented'
			},
		})
		const app = Fastify()
		serveLiveHooks(app, engine, 'secret')
		const view = async (token: string) =>
			(await app.inject({ url: `/live/hooks/secret/view?stream=abc&token=${token}` })).statusCode
		expect([await view('invented'), await view('x'.repeat(600)), await view('broken')]).toEqual([403, 403, 503])
		expect(await engine.stats('abc')).toMatchObject({ viewers: 0 })
		expect([await view('broken'), await view('given')]).toEqual([204, 204])
		expect(await engine.stats('abc')).toMatchObject({ viewers: 2 })
		await app.close()
	})

	test('a suspended live cannot be watched, and afterwards authorisation is checked again', async () => {
		let mayWatch = true
		const authoriseView = vi.fn(async () => mayWatch)
		engine.useHooks({ authorisePublish: async () => ok(undefined), authoriseView })
		expect([await engine.mayView('abc', 't'), await engine.mayView('abc', 't')]).toEqual([true, true])
		expect(authoriseView).toHaveBeenCalledTimes(1)
		await engine.setSuspended('abc', true)
		expect(await engine.mayView('abc', 't')).toBe(false)
		mayWatch = false
		await engine.setSuspended('abc', false)
		expect(await engine.mayView('abc', 't')).toBe(false)
		expect(authoriseView).toHaveBeenCalledTimes(2)
	})

	test('[NODE-41] hooks reach any server, and each of them answers alike', async () => {
		await engine.publishing(connection('1'))
		expect(await other.phase('abc')).toBe('publishing')
		expect(await other.stats('abc')).toMatchObject({ publisherAddress: '192.0.2.1', publishingSince: now })
		expect(await other.publishing(connection('2'))).toEqual(refused('busy'))
		now += 10_000
		expect(await other.stillPublishing(connection('1'))).toEqual(ok(undefined))
		expect(await engine.stats('abc')).toMatchObject({ publishingSince: now - 10_000 })
		await other.stoppedPublishing(connection('1'))
		expect(await engine.stats('abc')).toMatchObject({ phase: 'silent', graceEndsAt: now + 30_000 })
		now += 30_000
		expect([await engine.phase('abc'), await other.phase('abc')]).toEqual(['gone', 'gone'])
		const heard: LiveEvent[] = []
		other.onEvent(event => heard.push(event))
		await other.publishing(connection('3'))
		expect(heard).toMatchObject([{ type: 'publishing', isReturn: true }])
		await engine.end('abc')
		expect(await other.stillPublishing(connection('3'))).toEqual(refused('ended'))
		expect(await other.createStream('abc')).toEqual(refused('ended'))
		await other.remove('abc')
		expect([await engine.phase('abc'), await engine.streamIds()]).toEqual([undefined, []])
	})

	test('[NODE-41] a pause is a pause on every server, within a second', async () => {
		expect([await engine.mayView('abc', 't'), await other.mayView('abc', 't')]).toEqual([true, true])
		await engine.setSuspended('abc', true)
		expect(await engine.mayView('abc', 't')).toBe(false)
		await expect.poll(() => other.mayView('abc', 't'), { timeout: 2_000 }).toBe(false)
	})

	test('[NODE-41] a report at one server is heard by the others', async () => {
		engine.start()
		await other.publishing(connection('1'))
		await look()
		elapsedMs += silentAfterMs - 1
		await other.stillPublishing(connection('1'))
		await look()
		elapsedMs += silentAfterMs - 1
		await look()
		expect(await engine.phase('abc')).toBe('publishing')
		elapsedMs += 1
		await look()
		expect(await other.phase('abc')).toBe('silent')
	})

	test('[NODE-41] what one server finds playable, which any of them allows it to ask for, is playable on all', async () => {
		const looking = openEngine({
			async fetchText(url) {
				const isAllowed = await other.mayView('abc', new URL(url).searchParams.get('token') ?? '')
				return isAllowed ? { status: 200, text: '#EXTM3U\n#EXTINF:1,\n0.ts' } : { status: 403, text: '' }
			},
		})
		other.useHooks({ authorisePublish: async () => ok(undefined), authoriseView: async () => false })
		looking.start()
		await engine.publishing(connection('1'))
		await look()
		await expect.poll(() => other.lines('abc')).toMatchObject([{ definitions: [{ name: 'source' }] }])
	})

	test('[NODE-41] every server knows how many watch, whichever of them is asked about them', async () => {
		await engine.publishing(connection('1'))
		for (const token of ['a', 'b', 'c']) await engine.mayView('abc', token)
		await other.mayView('abc', 'a')
		for (const each of [engine, other]) each.start()
		elapsedMs += 5_000
		await look()
		await expect.poll(() => other.stats('abc')).toMatchObject({ viewers: 3 })
		expect(await engine.stats('abc')).toMatchObject({ viewers: 3 })
		for (const each of [engine, other]) await each.close()
		now += 10_000
		expect(await other.stats('abc')).toMatchObject({ viewers: 1 })
	})

	test('[NODE-41] after a restart nothing is forgotten', async () => {
		await engine.publishing(connection('1'))
		await engine.setSuspended('abc', true)
		await engine.createStream('def')
		await engine.publishing({ ...connection('2'), streamId: 'def' })
		await engine.dropPublisher('def')
		const [before, since] = [await engine.stats('abc'), now]
		await engine.close()
		now += 20_000
		const restarted = openEngine()
		expect(await restarted.stats('abc')).toEqual(before)
		expect(await restarted.stats('abc')).toMatchObject({ phase: 'publishing', publishingSince: since })
		expect(await restarted.mayView('abc', 't')).toBe(false)
		expect(await restarted.stats('def')).toMatchObject({ phase: 'silent', graceEndsAt: since + 30_000 })
		expect(await restarted.stillPublishing({ ...connection('2'), streamId: 'def' })).toEqual(refused('unavailable'))
		expect(await restarted.stillPublishing(connection('1'))).toEqual(ok(undefined))
	})

	test('[NODE-42] the late end of an earlier connection does not end the later one, nor does its late report', async () => {
		await engine.publishing(connection('1'))
		engine.start()
		await look()
		elapsedMs += silentAfterMs
		await look()
		expect(await other.publishing(connection('2'))).toEqual(ok(undefined))
		expect(await engine.stillPublishing(connection('1'))).toEqual(refused('busy'))
		await engine.stoppedPublishing(connection('1'))
		expect(await engine.stats('abc')).toMatchObject({ phase: 'publishing', publisherAddress: '192.0.2.2' })
		await other.stoppedPublishing(connection('2'))
		expect(await engine.phase('abc')).toBe('silent')
	})

	test('[NODE-42] a publisher who reconnects is admitted, although the end of their earlier connection arrives after', async () => {
		await engine.publishing(connection('1'))
		whileWaiting = async waits => {
			if (waits === 2) await engine.stoppedPublishing(connection('1'))
		}
		expect(await other.publishing(connection('2'))).toEqual(ok(undefined))
		expect(await engine.stats('abc')).toMatchObject({ phase: 'publishing', publisherAddress: '192.0.2.2' })
	})

	test('[NODE-42] a publisher who reconnects is admitted, although nobody heard of the end of their earlier connection', async () => {
		await engine.publishing(connection('1'))
		whileWaiting = async () => {}
		// nginx reports a connection that waits for the answer, and ends it if the report is refused.
		const answers = await Promise.all([
			other.publishing(connection('2')),
			engine.stillPublishing(connection('2')),
			other.stillPublishing(connection('2')),
		])
		expect(answers).toEqual([ok(undefined), ok(undefined), ok(undefined)])
		expect(await engine.stats('abc')).toMatchObject({ phase: 'publishing', publisherAddress: '192.0.2.2' })
		expect(await engine.stillPublishing(connection('1'))).toEqual(refused('unavailable'))
		await engine.stoppedPublishing(connection('1'))
		expect(await other.stillPublishing(connection('2'))).toEqual(ok(undefined))
	})

	test('[NODE-42] a connection whose end has arrived is not published by what arrives after it', async () => {
		await other.stoppedPublishing(connection('1'))
		expect(await engine.publishing(connection('1'))).toEqual(refused('unavailable'))
		expect(await engine.stillPublishing(connection('1'))).toEqual(refused('unavailable'))
		expect(await engine.phase('abc')).toBe('waiting')
		expect(await engine.publishing(connection('2'))).toEqual(ok(undefined))
		await other.stoppedPublishing(connection('2'))
		// An origin that was restarted counts its connections from one again.
		now += silentAfterMs
		expect(await engine.publishing(connection('1'))).toEqual(ok(undefined))
		expect(await engine.stillPublishing(connection('1'))).toEqual(ok(undefined))
	})

	test('[NODE-42] a dropped publisher is ended wherever it reports, and its id may be that of a later connection', async () => {
		await engine.publishing(connection('1'))
		await other.dropPublisher('abc')
		expect(await engine.phase('abc')).toBe('silent')
		expect(await engine.stillPublishing(connection('1'))).toEqual(refused('unavailable'))
		expect(await engine.publishing(connection('1'))).toEqual(ok(undefined))
		expect(await other.stillPublishing(connection('1'))).toEqual(ok(undefined))
	})

	test('[NODE-42] of several publishers at several servers at once, one is admitted', async () => {
		const ids = Array.from({ length: 8 }, (_, index) => `${index + 1}`)
		const answers = await Promise.all(ids.map((id, index) => [engine, other][index % 2]?.publishing(connection(id))))
		expect(answers.filter(answer => answer?.ok)).toHaveLength(1)
		expect(answers.filter(answer => answer && !answer.ok && answer.failure === 'busy')).toHaveLength(7)
	})

	test('[NODE-42] reports, ends and admissions at the same time are all stored', async () => {
		await engine.publishing(connection('1'))
		const before = (await streams.find('abc'))?.reports ?? 0
		await Promise.all(
			Array.from({ length: 10 }, (_, index) => [engine, other][index % 2]?.stillPublishing(connection('1'))),
		)
		expect((await streams.find('abc'))?.reports).toBe(before + 10)
	})

	test('[NODE-42] a key that changes while it is checked does not admit with the earlier one', async () => {
		let asked = 0
		engine.useHooks({
			async authorisePublish() {
				if (asked++ > 0) return refused('key')
				await other.dropPublisher('abc')
				return ok(undefined)
			},
			authoriseView: async () => true,
		})
		expect(await engine.publishing(connection('1', 'earlier'))).toEqual(refused('key'))
		expect(await engine.phase('abc')).toBe('waiting')
	})

	test('[NODE-42] without the database, those who publish go on, viewers are told to retry, and silence counts for nobody', async () => {
		let isBroken = false
		const failing =
			<A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
			async (...args: A): Promise<R> => {
				if (isBroken) throw new Error('the database is unavailable')
				return await act(...args)
			}
		const cut = openEngine({
			streams: {
				...streams,
				find: failing(streams.find),
				replace: failing(streams.replace),
				listActive(since) {
					looks++
					return failing(streams.listActive)(since)
				},
			},
		})
		cut.start()
		await cut.publishing(connection('1'))
		await look()
		isBroken = true
		expect(await cut.stillPublishing(connection('1'))).toEqual(ok(undefined))
		expect(await cut.mayView('abc', 't')).toBeUndefined()
		await expect(cut.publishing(connection('2'))).rejects.toThrow('unavailable')
		// The one before may still be reading.
		await look()
		elapsedMs += silentAfterMs
		isBroken = false
		await look()
		expect(await cut.phase('abc')).toBe('publishing')
		expect(await cut.mayView('abc', 't')).toBe(true)
	})
})

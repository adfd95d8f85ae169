import { setTimeout as delay } from 'node:timers/promises'
import { ok, refused } from '@parley/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LiveEngine, LiveEvent } from './liveEngine.ts'

/** Publishes in real time over RTMP. */
export interface TestPublisher {
	/** False: refused. */
	isPublishing: boolean
	/** Resolves when the connection ends, whichever side ended it. */
	ended: Promise<unknown>
	stop(): void
}

export interface LiveEngineHarness {
	engine: LiveEngine
	keepsRecordings: boolean
	publish(streamId: string, key: string): Promise<TestPublisher>
	/** Returns the player's response for an address of a line, suffix included. */
	get(address: string): Promise<{ status: number; text: string }>
	/** Advances the engine's clock. */
	advance(ms: number): void
	close(): Promise<void>
}

/** Requirements on every engine; in real time as far as media is concerned. */
export function describeLiveEngine(name: string, open: () => Promise<LiveEngineHarness>) {
	describe(name, () => {
		let harness: LiveEngineHarness
		let engine: LiveEngine
		let streamId = ''
		let streams = 0
		const events: LiveEvent[] = []
		const asked: { streamId: string; key: string; address: string }[] = []
		const publishers: TestPublisher[] = []
		const waiting = { timeout: 15_000, interval: 50 }

		beforeEach(async () => {
			for (const list of [events, asked, publishers]) list.length = 0
			harness = await open()
			engine = harness.engine
			engine.useHooks({
				async authorisePublish(request) {
					asked.push(request)
					return request.key === 'right' ? ok(undefined) : refused('key')
				},
				authoriseView: async (id, token) => token === `for-${id}`,
			})
			engine.onEvent(event => events.push(event))
			streamId = `stream-${++streams}`
			await engine.createStream(streamId)
		})
		afterEach(async () => {
			for (const publisher of publishers) publisher.stop()
			await harness.close()
		})

		async function publish(key = 'right', id = streamId) {
			const publisher = await harness.publish(id, key)
			publishers.push(publisher)
			return publisher
		}
		const count = (type: LiveEvent['type']) => events.filter(event => event.type === type).length
		const phase = (wanted: string) => expect.poll(() => engine.phase(streamId), waiting).toBe(wanted)
		const playable = () => expect.poll(() => count('playable'), waiting).toBe(1)
		async function address(token: string) {
			const [line] = await engine.lines(streamId)
			return `${line?.hlsPullUrl}${line?.defaultSuffix}?token=${token}`
		}
		const statusOf = async (token: string) => (await harness.get(await address(token))).status

		test('a created stream exists, and waits', async () => {
			expect([await engine.phase(streamId), await engine.streamIds()]).toEqual(['waiting', [streamId]])
			expect(await engine.createStream(streamId)).toEqual(ok(undefined))
			expect(await engine.lines(streamId)).toMatchObject([{ definitions: [] }])
			expect(await engine.stats(streamId)).toMatchObject({ phase: 'waiting', viewers: 0 })
			const other = [await engine.phase('other'), await engine.lines('other'), await engine.stats('other')]
			expect(other).toEqual([undefined, [], undefined])
		})

		test('a stream is recorded if it was created so and the engine keeps recordings; neither changes', async () => {
			expect([engine.isRecorded(streamId), engine.isRecorded('other')]).toEqual([false, false])
			await engine.createStream(streamId, { isRecorded: true })
			expect(engine.isRecorded(streamId)).toBe(false)
			await engine.createStream(`${streamId}-recorded`, { isRecorded: true })
			expect(engine.isRecorded(`${streamId}-recorded`)).toBe(harness.keepsRecordings)
			await engine.remove(`${streamId}-recorded`)
		})

		test('the hook decides who publishes; a wrong key, another stream and a second publisher are refused', async () => {
			expect((await publish('wrong')).isPublishing).toBe(false)
			expect(asked[0]).toMatchObject({ streamId, key: 'wrong', address: expect.stringMatching(/127\.0\.0\.1$/) })
			expect((await publish('right', 'nobody-made-it')).isPublishing).toBe(false)
			expect([await engine.phase(streamId), events]).toEqual(['waiting', []])
			expect((await publish()).isPublishing).toBe(true)
			await phase('publishing')
			expect((await publish()).isPublishing).toBe(false)
			expect(count('publishing')).toBe(1)
		})

		test('published media is played by authorised viewers, at the address of the line', async () => {
			expect(await statusOf(`for-${streamId}`)).not.toBe(200)
			await publish()
			await playable()
			expect((await engine.lines(streamId))[0]?.definitions[0]).toMatchObject({
				name: 'source',
				bitsPerSecond: expect.any(Number),
				suffix: expect.stringContaining('.m3u8'),
			})
			const played = await harness.get(await address(`for-${streamId}`))
			expect([played.status, played.text]).toEqual([200, expect.stringContaining('#EXTM3U')])
			expect(await statusOf('for-another')).toBe(403)
			expect(await statusOf('')).toBe(403)
			expect((await engine.stats(streamId))?.viewers).toBeGreaterThan(0)
		})

		test('a publisher may reconnect within the grace period; then the stream is gone, but may still be resumed', async () => {
			const first = await publish()
			await playable()
			first.stop()
			await phase('silent')
			const stats = await engine.stats(streamId)
			expect(events.at(-1)).toMatchObject({ type: 'silent', reason: 'disconnected', graceEndsAt: stats?.graceEndsAt })
			expect(stats?.publisherAddress).toBeUndefined()
			const second = await publish()
			await phase('publishing')
			expect(events).toContainEqual(expect.objectContaining({ type: 'publishing', isReturn: true }))
			second.stop()
			await phase('silent')
			harness.advance(30_000)
			await phase('gone')
			expect((await publish()).isPublishing).toBe(true)
			await phase('publishing')
			expect(count('playable')).toBe(1)
		})

		test('a dropped publisher is disconnected, and another one may connect', async () => {
			const publisher = await publish()
			await phase('publishing')
			await engine.dropPublisher(streamId)
			expect(await engine.phase(streamId)).toBe('silent')
			await publisher.ended
			expect((await publish()).isPublishing).toBe(true)
			await phase('publishing')
		})

		test('media published in a pause is not shown, and later media is', async () => {
			await engine.setSuspended(streamId, true)
			await publish()
			await phase('publishing')
			await delay(2_500)
			expect(await engine.lines(streamId)).toMatchObject([{ definitions: [] }])
			expect([count('playable'), await statusOf(`for-${streamId}`)]).not.toContain(200)
			await engine.setSuspended(streamId, false)
			await playable()
			await expect.poll(() => statusOf(`for-${streamId}`), waiting).toBe(200)
		})

		test('an ended stream accepts no publisher and stays ended; a removed one does not exist', async () => {
			const publisher = await publish()
			await playable()
			await engine.end(streamId)
			await engine.end(streamId)
			expect([await engine.phase(streamId), count('ended')]).toEqual(['ended', 1])
			await publisher.ended
			expect((await publish()).isPublishing).toBe(false)
			expect(await engine.createStream(streamId)).toEqual(refused('ended'))
			await engine.remove(streamId)
			expect([await engine.phase(streamId), await engine.lines(streamId)]).toEqual([undefined, []])
		})
	})
}

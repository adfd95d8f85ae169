import { ok } from '@parley/core'
import { expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createExternalLiveEngine, silentAfterMs } from './externalEngine.ts'

test('a step of the clock of the server drops no publisher, and silence does', async () => {
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

import { env } from 'node:process'
import { describe } from 'vitest'
import { startLivekit } from '../../../../platform/testing/livekit.ts'
import { engineSuite } from '../../mediaEngine.suite.ts'
import { connectLivekitParticipant } from '../testing/livekitParticipant/livekitParticipant.ts'
import { createLivekitEngine } from './livekitEngine.ts'

const program = env.PARLEY_TEST_LIVEKIT
if (!program) console.warn('!!! the LiveKit engine: NOT TESTED, PARLEY_TEST_LIVEKIT is not set !!!')
const quiet = { info() {}, warn() {} }

describe.skipIf(!program)('LiveKit engine', () => {
	engineSuite(async () => {
		const server = await startLivekit(program ?? '')
		const engine = createLivekitEngine({ settings: server.settings, maxParticipants: 12, log: quiet, now: Date.now })
		return {
			engine,
			connect: connectLivekitParticipant,
			refusedWithinMs: 2_500,
			async stop() {
				await engine.stop()
				await server.kill()
			},
		}
	})
})

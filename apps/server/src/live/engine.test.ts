import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describeLiveEngine } from '../modules/live/liveEngine.suite.ts'
import { createLog } from '../platform/log.ts'
import { createEmbeddedLiveEngine } from './engine.ts'
import { serveLive } from './http.ts'
import { publishOverRtmp } from './testing/rtmpPublisher.ts'

describeLiveEngine('the engine of this server', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'parley-live-'))
	let advanced = 0
	const engine = createEmbeddedLiveEngine({
		folder,
		rtmp: { host: '127.0.0.1', port: 0 },
		windowMs: 1_800_000,
		keepMs: 86_400_000,
		clock: { now: () => Date.now() + advanced },
		log: createLog('silent'),
	})
	const port = (await engine.start()) ?? 0
	const app = Fastify()
	serveLive(app, engine)
	return {
		engine,
		publish: (streamId, key) => publishOverRtmp(port, `${streamId}?key=${key}`),
		async get(address) {
			const { statusCode, body } = await app.inject({ url: address })
			return { status: statusCode, text: body }
		},
		advance(ms) {
			advanced += ms
		},
		async close() {
			await app.close()
			await engine.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
})

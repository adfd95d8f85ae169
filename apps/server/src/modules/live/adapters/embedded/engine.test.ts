import Fastify from 'fastify'
import { describeLiveEngine } from '../../liveEngine.suite.ts'
import { publishOverRtmp } from '../testing/rtmpPublisher.ts'
import { anyPort, createTestEngine } from '../testing/testEngine.ts'
import { serveLive } from './http.ts'

describeLiveEngine('the embedded engine', async () => {
	let advanced = 0
	const { engine, close } = await createTestEngine({ rtmp: anyPort, clock: { now: () => Date.now() + advanced } })
	const port = (await engine.start()) ?? 0
	const app = Fastify()
	serveLive(app, engine, { browserOf: ({ ip }) => ip })
	return {
		engine,
		keepsRecordings: true,
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
			await close()
		},
	}
})

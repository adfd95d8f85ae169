/** The engine as run by the server, in its own process: RTMP in, low-latency HLS out, queries over IPC. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ok } from '@parley/core'
import { addSecurityHeaders, createApp } from '../../apps/server/src/http/index.ts'
import { createEmbeddedLiveEngine, serveLive } from '../../apps/server/src/modules/live/adapters/index.ts'
import { createFileBlobs } from '../../apps/server/src/platform/fileBlobs.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import type { LiveAnswers, LiveQuestion } from './processes.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-bench-live-'))
const log = createLog('silent')
const clock = { now: Date.now }
const blobs = createFileBlobs(folder, clock)
const engine = createEmbeddedLiveEngine({
	media: blobs,
	journals: blobs,
	rtmp: { host: '127.0.0.1', port: 0 },
	windowMs: Number(process.argv[2]),
	clock,
	elapsedMs: () => performance.now(),
	log,
})
engine.useHooks({ authorisePublish: async () => ok(undefined), authoriseView: async () => true })
const rtmpPort = await engine.start()
const app = await createApp({ log, tls: undefined, trustedProxies: 0 })
addSecurityHeaders(app)
/** Arrival times of parts, which scripted viewers compare with theirs. */
app.addHook('onSend', async (request, reply) => {
	const [, , , streamId = '', definition = ''] = request.url.split('/')
	const at = engine.stream(streamId)?.segmentStore(definition)?.changedAt
	if (at) reply.header('x-part-at', performance.timeOrigin + at)
})
serveLive(app, engine, { browserOf: ({ ip }) => ip, edgeSecret: process.argv[4] || undefined })
if (process.argv[3]) {
	const { pages } = (await import(process.argv[3])) as { pages: Record<string, { type: string; body: string }> }
	for (const [path, { type, body }] of Object.entries(pages)) app.get(path, (_, reply) => reply.type(type).send(body))
}
await app.listen({ port: 0, host: '127.0.0.1' })

const answer: { [Q in LiveQuestion]: (value: string) => LiveAnswers[Q] | Promise<LiveAnswers[Q]> } = {
	cpuMs: () => {
		const { user, system } = process.cpuUsage()
		return (user + system) / 1000
	},
	memory: async () => {
		// The second collection frees the memory of buffers.
		globalThis.gc?.()
		await delay(100)
		globalThis.gc?.()
		const { rss, heapUsed, external } = process.memoryUsage()
		return { rss, used: heapUsed + external }
	},
	counters: () => engine.counters(),
	create: async streamId => (await engine.createStream(streamId)).ok,
	remove: async streamId => {
		await engine.remove(streamId)
		return true
	},
}

process.on('message', async ({ question, value }: { question: LiveQuestion; value: string }) => {
	process.send?.({ answer: await answer[question](value) })
})
process.on('disconnect', async () => {
	await engine.close()
	await rm(folder, { recursive: true, force: true })
	process.exit(0)
})
process.send?.({ port: (app.server.address() as AddressInfo).port, rtmpPort })

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { createTestEngine } from '../testing/testEngine.ts'

test('a taken port of RTMP is one sentence with its setting, and the engine starts without it', async () => {
	const other = createServer().listen(0, '127.0.0.1')
	await once(other, 'listening')
	const { port } = other.address() as AddressInfo
	const log = createLog('silent')
	const warn = vi.spyOn(log, 'warn')
	const { engine, close } = await createTestEngine({ rtmp: { host: '127.0.0.1', port }, log })
	onTestFinished(async () => {
		await close()
		other.close()
	})
	expect(await engine.start()).toBeUndefined()
	expect(warn.mock.calls).toEqual([
		[
			{ host: '127.0.0.1', port },
			`encoders cannot publish over RTMP: port ${port} is taken: stop what uses it, or choose another with PARLEY_RTMP_PORT.`,
		],
	])
})

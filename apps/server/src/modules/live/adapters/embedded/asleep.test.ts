import { rm } from 'node:fs/promises'
import { ok, refused } from '@parley/core'
import { expect, onTestFinished, test } from 'vitest'
import { repeatFilm } from '../testing/film.ts'
import { RtmpClient } from '../testing/rtmpClient.ts'
import { anyPort, createTestEngine, engineIn } from '../testing/testEngine.ts'

const hooks = {
	authorisePublish: async ({ key }: { key: string }) => (key === 'right' ? ok(undefined) : refused('key')),
	authoriseView: async () => true,
}

test('after a restart a recorded live cannot be published to until it is on air again', async () => {
	const first = await createTestEngine({ rtmp: anyPort })
	first.engine.useHooks(hooks)
	const port = await first.engine.start()
	await first.engine.createStream('abc', { isRecorded: true })
	const publisher = new RtmpClient(port ?? 0)
	expect(await publisher.publish('abc?key=right')).toMatchObject({ level: 'status' })
	for (const tag of repeatFilm(3_000)) publisher.send(tag)
	await expect.poll(() => first.engine.phase('abc')).toBe('publishing')
	await first.engine.close()

	const second = engineIn(first.folder, { rtmp: anyPort })
	onTestFinished(async () => {
		await second.close()
		await rm(first.folder, { recursive: true, force: true })
	})
	second.useHooks(hooks)
	const again = (await second.start()) ?? 0
	const publish = async () => {
		const client = new RtmpClient(again)
		const status = await client.publish('abc?key=right')
		client.socket.destroy()
		return status
	}
	expect(await publish()).toMatchObject({ level: 'error', description: 'This stream does not exist.' })
	await second.createStream('abc', { isRecorded: true })
	expect(await publish()).toMatchObject({ level: 'status' })
})

import { expect, onTestFinished, test } from 'vitest'
import type { AppendableBlobs } from '../../../../../platform/blobStore.ts'
import { createLog } from '../../../../../platform/log.ts'
import { createMemoryBlobs } from '../../../../../platform/testing/memoryBlobs.ts'
import { repeatFilm } from '../../testing/film.ts'
import { createEmbeddedLiveEngine, type EmbeddedLiveEngine } from '../engine.ts'

const clock = { now: Date.now }
const filmMs = 8_900

/** The engine on stores that are not the disk: media in one, journals in the other. */
async function startEngine(media: AppendableBlobs, journals: AppendableBlobs): Promise<EmbeddedLiveEngine> {
	const log = createLog('silent')
	const options = { rtmp: undefined, windowMs: 1_800_000, clock, elapsedMs: clock.now, log }
	const engine = createEmbeddedLiveEngine({ ...options, media, journals })
	await engine.start()
	onTestFinished(() => engine.close())
	return engine
}

async function record(engine: EmbeddedLiveEngine) {
	await engine.createStream('abc', { isRecorded: true })
	const publisher = engine.publish('abc', '192.0.2.1')
	if (!publisher.ok) throw new Error(publisher.failure)
	for (const tag of repeatFilm(filmMs)) publisher.value.push(tag)
	await engine.stream('abc')?.settle()
}

const namesIn = async (blobs: AppendableBlobs) => (await blobs.list()).map(({ name }) => name)

test('a recording of a killed process lacks less than two seconds, wherever media and journals are', async () => {
	const [media, journals] = [createMemoryBlobs(clock), createMemoryBlobs(clock)]
	await record(await startEngine(media, journals))
	expect(await namesIn(journals)).toEqual(['abc/segments.jsonl'])
	expect(await namesIn(media)).toContain('abc/stream.json')
	expect(await namesIn(media)).not.toContain('abc/segments.jsonl')

	const next = await startEngine(media, journals)
	await next.end('abc')
	expect(await namesIn(journals)).toEqual([])
	const recording = next.stream('abc')?.segmentStore('source')?.recording() ?? ''
	const lengthMs = [...recording.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, s]) => sum + Number(s) * 1_000, 0)
	expect(lengthMs).toBeGreaterThan(filmMs - 2_000)
	const [segment = ''] = /^\d+\..*\.m4s$/m.exec(recording) ?? []
	expect((await next.stream('abc')?.segmentStore('source')?.file(segment))?.length).toBeGreaterThan(1_000)
	await next.remove('abc')
	expect([await namesIn(media), await namesIn(journals)]).toEqual([[], []])
})

test('a stream with an unreadable index is set aside in both stores, and removed from both', async () => {
	const [media, journals] = [createMemoryBlobs(clock), createMemoryBlobs(clock)]
	await record(await startEngine(media, journals))
	await media.write('abc/stream.json', Buffer.from('{'))
	const next = await startEngine(media, journals)
	expect([next.streamIds(), next.phase('abc')]).toEqual([['abc'], undefined])
	const [name = ''] = await media.listTop()
	expect(name).toMatch(/^abc\.unreadable-\d+$/)
	expect(await namesIn(journals)).toEqual([`${name}/segments.jsonl`])
	await next.remove('abc')
	expect([await namesIn(media), await namesIn(journals)]).toEqual([[], []])
})

import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AppendableBlobs, BlobStore } from '../../../../../platform/blobStore.ts'
import { createLog } from '../../../../../platform/log.ts'
import { createMemoryBlobs } from '../../../../../platform/testing/memoryBlobs.ts'
import { examineRecordings } from '../../../checks.ts'
import { repeatFilm } from '../../testing/film.ts'
import { createEmbeddedLiveEngine, type EmbeddedLiveEngine } from '../engine.ts'
import { moveRecordings } from './moveRecordings.ts'

const filmMs = 8_900
const windowMs = 1_800_000
let now: number
const clock = { now: () => now }
let objects: AppendableBlobs
beforeEach(() => {
	now = Date.UTC(2026, 10, 1)
	objects = createMemoryBlobs(clock)
})

/** The engine of a node. */
async function startEngine(disk: AppendableBlobs, store: BlobStore | undefined = objects) {
	const log = createLog('silent')
	const options = { rtmp: undefined, windowMs, clock, elapsedMs: clock.now, log }
	const engine = createEmbeddedLiveEngine({ ...options, media: disk, journals: disk, objects: store })
	await engine.start()
	onTestFinished(() => engine.close())
	return engine
}

async function record(engine: EmbeddedLiveEngine, id = 'abc', isRecorded = true) {
	await engine.createStream(id, { isRecorded })
	const publisher = engine.publish(id, '192.0.2.1')
	if (!publisher.ok) throw new Error(publisher.failure)
	for (const tag of repeatFilm(filmMs)) publisher.value.push(tag)
	await engine.stream(id)?.settle()
}

/** A node that has broadcast a live, which has ended. */
async function broadcast(disk: AppendableBlobs, store?: BlobStore) {
	const engine = await startEngine(disk, store)
	await record(engine)
	await engine.end('abc')
	return engine
}

const namesIn = async (blobs: BlobStore, prefix?: string) => (await blobs.list(prefix)).map(({ name }) => name)
const mediaIn = async (blobs: BlobStore) => (await namesIn(blobs)).filter(name => /\.(m4s|mp4)$/.test(name))
const playlistOf = (engine: EmbeddedLiveEngine) => engine.stream('abc')?.segmentStore('source')?.recording() ?? ''
const lengthMs = (playlist: string) =>
	[...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, s]) => sum + Number(s) * 1_000, 0)

/** All files of the recording, as a player asks for them. */
async function play(engine: EmbeddedLiveEngine): Promise<Buffer[]> {
	expect(engine.recordingSuffix('abc')).toBe('/source/recording.m3u8')
	const names = playlistOf(engine).match(/[\w.-]+\.(?:m4s|mp4)/g) ?? []
	expect(names.length).toBeGreaterThan(3)
	const files = await Promise.all(names.map(name => engine.stream('abc')?.segmentStore('source')?.file(name)))
	for (const file of files) expect(file?.length).toBeGreaterThan(100)
	return files as Buffer[]
}

/** The objects, behind a store that may fail. */
function behind(change: Partial<BlobStore>): BlobStore {
	return { ...objects, ...change }
}

describe('[NODE-38] the recording of a live in an object store', () => {
	test('nothing is in the object store while the live is broadcast; when it has ended, any node plays its copy', async () => {
		const disk = createMemoryBlobs(clock)
		const engine = await startEngine(disk)
		await record(engine)
		await engine.archive?.keep('abc')
		expect(await namesIn(objects)).toEqual([])
		await engine.end('abc')
		await engine.archive?.keep('abc')

		const other = await startEngine(createMemoryBlobs(clock))
		expect(other.recordingSuffix('abc')).toBeUndefined()
		await other.archive?.refresh()
		expect(playlistOf(other)).toBe(playlistOf(engine))
		expect(await play(other)).toEqual(await play(engine))
		expect(other.isRecorded('abc')).toBe(true)
		expect(await other.createStream('abc', { isRecorded: true })).toMatchObject({ ok: false })
	})

	test('a broadcast that is not recorded is not copied', async () => {
		const engine = await startEngine(createMemoryBlobs(clock))
		await record(engine, 'abc', false)
		await engine.end('abc')
		await engine.archive?.keep('abc')
		expect(await namesIn(objects)).toEqual([])
	})

	test('its files leave the disk once viewers cannot rewind the live any more, and are played from the store', async () => {
		const disk = createMemoryBlobs(clock)
		const engine = await broadcast(disk)
		await engine.archive?.keep('abc')
		expect(await mediaIn(disk)).not.toEqual([])
		expect(engine.archive?.isElsewhere('abc')).toBe(false)
		const played = await play(engine)
		const stream = engine.stream('abc')
		await engine.archive?.refresh()
		expect(engine.stream('abc')).toBe(stream)
		const written = (await objects.list()).map(({ writtenAt }) => writtenAt)
		now += windowMs
		await engine.archive?.keep('abc')
		expect((await objects.list()).map(({ writtenAt }) => writtenAt)).toEqual(written)
		expect([await namesIn(disk), engine.archive?.isElsewhere('abc'), engine.counters().diskBytes]).toEqual([
			[],
			true,
			0,
		])
		expect(await play(engine)).toEqual(played)
		await engine.archive?.refresh()
		expect(await play(engine)).toEqual(played)
		await engine.close()
		expect(await namesIn(disk)).toEqual([])
	})

	test('a copy that failed leaves the recording on the disk, is played nowhere, and continues where it was', async () => {
		const disk = createMemoryBlobs(clock)
		let [room, writes] = [3, 0]
		const engine = await broadcast(
			disk,
			behind({
				async write(name, content) {
					if (++writes > room) throw new Error('the object store refuses')
					await objects.write(name, content)
				},
			}),
		)
		now += windowMs
		await expect(engine.archive?.keep('abc')).rejects.toThrow('refuses')
		expect(await mediaIn(disk)).not.toEqual([])
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		expect([other.recordingSuffix('abc'), other.phase('abc'), other.streamIds()]).toEqual([
			undefined,
			undefined,
			['abc'],
		])
		expect(other.isRecorded('abc')).toBe(true)

		const there = (await mediaIn(objects)).length
		expect(there).toBeGreaterThan(0)
		const files = (await mediaIn(disk)).filter(name => name.startsWith('abc/source/')).length
		;[room, writes] = [Number.POSITIVE_INFINITY, 0]
		await engine.archive?.keep('abc')
		// Besides the missing files, the mark and the index.
		expect(writes).toBe(files - there + 2)
		await other.archive?.refresh()
		await play(other)
		expect(await namesIn(disk)).toEqual([])
	})

	test('a copy that is not complete is noticed, and removes nothing', async () => {
		const disk = createMemoryBlobs(clock)
		const cut = behind({
			write: (name, content) => objects.write(name, name.endsWith('.m4s') ? content.subarray(1) : content),
		})
		const engine = await broadcast(disk, cut)
		now += windowMs
		await expect(engine.archive?.keep('abc')).rejects.toThrow('its copy')
		await play(engine)
		expect(await mediaIn(disk)).not.toEqual([])
		expect(await namesIn(objects, 'recordings.index/')).toEqual([expect.stringMatching(/\.begun$/)])
	})

	test('a server that stops breaks the copy off; the next one continues', async () => {
		const disk = createMemoryBlobs(clock)
		const engine: EmbeddedLiveEngine = await broadcast(
			disk,
			behind({
				async write(name, content) {
					await objects.write(name, content)
					if (name.endsWith('.m4s')) void engine.close()
				},
			}),
		)
		await engine.archive?.keep('abc')
		expect(await namesIn(objects, 'recordings.index/')).toEqual([expect.stringMatching(/\.begun$/)])
		const next = await startEngine(disk)
		// Nobody rewinds a live of an earlier process.
		await next.archive?.keep('abc')
		expect(await namesIn(disk)).toEqual([])
		await play(next)
	})

	test('a recording that the disk has not accepted whole is not copied yet', async () => {
		const memory = createMemoryBlobs(clock)
		let isFull = false
		const disk: AppendableBlobs = {
			...memory,
			async write(name, content) {
				if (isFull && name.endsWith('.m4s')) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
				await memory.write(name, content)
			},
		}
		const engine = await startEngine(disk)
		await record(engine)
		isFull = true
		await engine.end('abc')
		await engine.archive?.keep('abc')
		expect(await namesIn(objects)).toEqual([])
		isFull = false
	})

	test('the index leaves the disk last: media without one look like a damaged recording', async () => {
		const memory = createMemoryBlobs(clock)
		const deleted: string[] = []
		const disk: AppendableBlobs = {
			...memory,
			async delete(name) {
				deleted.push(name)
				await memory.delete(name)
			},
		}
		const engine = await broadcast(disk)
		now += windowMs
		await engine.archive?.keep('abc')
		expect(deleted).toContain('abc')
		expect(deleted.indexOf('abc/source')).toBeLessThan(deleted.indexOf('abc'))
		expect(deleted).toContain('abc/source')
	})

	test('a disk that lost the files while they were removed plays the copy', async () => {
		const disk = createMemoryBlobs(clock)
		const engine = await broadcast(disk)
		await engine.archive?.keep('abc')
		await disk.delete('abc/source')
		await engine.close()
		const next = await startEngine(disk)
		await next.archive?.keep('abc')
		expect(await namesIn(disk)).toEqual([])
		await play(next)
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		await play(other)
	})

	test('without an object store, recordings stay where they were made', async () => {
		const disk = createMemoryBlobs(clock)
		const log = createLog('silent')
		const engine = createEmbeddedLiveEngine({
			...{ media: disk, journals: disk, rtmp: undefined, windowMs, clock, elapsedMs: clock.now, log },
		})
		await engine.start()
		await record(engine)
		await engine.end('abc')
		expect(engine.archive).toBeUndefined()
		now += windowMs
		await play(engine)
		await engine.remove('abc')
		expect(await namesIn(disk)).toEqual([])
		await engine.close()
	})
})

describe('[NODE-39] a live whose node was killed', () => {
	/** Node 1 is killed while it broadcasts; node 2 takes the streams over, and the live ends there. */
	async function takeOver() {
		const [disk1, disk2] = [createMemoryBlobs(clock), createMemoryBlobs(clock)]
		await record(await startEngine(disk1))
		now += 20_000
		const node2 = await broadcast(disk2)
		now += windowMs
		await node2.archive?.keep('abc')
		return { disk1, node2 }
	}

	test('is played as one recording of what both nodes had, once the killed one is back', async () => {
		const { disk1, node2 } = await takeOver()
		await node2.archive?.refresh()
		const second = await play(node2)
		expect(lengthMs(playlistOf(node2))).toBeLessThan(filmMs + 2_000)

		now += 60_000
		const node1 = await startEngine(disk1)
		await node1.end('abc')
		await node1.archive?.keep('abc')
		expect(await namesIn(disk1)).toEqual([])
		for (const node of [node1, node2]) {
			await node.archive?.refresh()
			const playlist = playlistOf(node)
			expect(lengthMs(playlist)).toBeGreaterThan(2 * filmMs - 4_000)
			expect(playlist.match(/#EXT-X-MAP/g)).toHaveLength(2)
			expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
			const files = await play(node)
			expect(files.slice(-second.length)).toEqual(second)
		}
	})

	test('is played in the order of its time if the streams came back to it', async () => {
		const [disk1, disk2] = [createMemoryBlobs(clock), createMemoryBlobs(clock)]
		// Each node is killed, or updated, after its turn.
		for (const disk of [disk1, disk2, disk1]) {
			await record(await startEngine(disk))
			now += 20_000
		}
		for (const disk of [disk1, disk2]) {
			const node = await startEngine(disk)
			await node.end('abc')
			await node.archive?.keep('abc')
		}
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		await play(other)
		const playlist = playlistOf(other)
		expect(lengthMs(playlist)).toBeGreaterThan(3 * filmMs - 6_000)
		expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(2)
		const times = [...playlist.matchAll(/PROGRAM-DATE-TIME:(\S+)/g)].map(([, time = '']) => Date.parse(time))
		expect(times.length).toBeGreaterThan(2)
		expect(times).toEqual([...times].sort((one, later) => one - later))
	})

	test('is played in the order of its recording, even if the clock of its node was set back', async () => {
		const disk = createMemoryBlobs(clock)
		await record(await startEngine(disk))
		now -= 30_000
		const node = await broadcast(disk)
		const playlist = playlistOf(node)
		await node.archive?.keep('abc')
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		expect(playlistOf(other).match(/[\w.-]+\.m4s/g)).toEqual(playlist.match(/[\w.-]+\.m4s/g))
	})

	test('is played from the disk of the node where it ended until the other part is there, also within the rewind window', async () => {
		const [disk1, disk2] = [createMemoryBlobs(clock), createMemoryBlobs(clock)]
		await record(await startEngine(disk1))
		now += 20_000
		const node2 = await broadcast(disk2)
		await node2.archive?.keep('abc')
		const stream = node2.stream('abc')
		await node2.archive?.keep('abc')
		await node2.archive?.refresh()
		expect(node2.stream('abc')).toBe(stream)
		expect(await mediaIn(disk2)).not.toEqual([])

		const node1 = await startEngine(disk1)
		await node1.end('abc')
		await node1.archive?.keep('abc')
		await node2.archive?.keep('abc')
		await node2.archive?.refresh()
		expect(await namesIn(disk2)).toEqual([])
		expect(lengthMs(playlistOf(node2))).toBeGreaterThan(2 * filmMs - 4_000)
		expect(playlistOf(node2).match(/#EXT-X-MAP/g)).toHaveLength(2)
		await play(node2)
	})

	test('keeps the names of its files apart from those of the sections, because their content is cached for long', async () => {
		const { disk1, node2 } = await takeOver()
		const nameIn = (node: EmbeddedLiveEngine) => /[\w.-]+\.m4s/.exec(playlistOf(node))?.[0] ?? ''
		const node1 = await startEngine(disk1)
		await node1.end('abc')
		const names = [nameIn(node1), nameIn(node2)]
		await node1.archive?.keep('abc')
		await node2.archive?.refresh()
		expect(names).not.toContain('')
		for (const name of names) expect(playlistOf(node2)).not.toContain(name)
	})

	test('has no two files with one number, even if the clocks of its nodes differ', async () => {
		for (const at of [0, 1_000]) {
			now += at
			const engine = await broadcast(createMemoryBlobs(clock))
			await engine.archive?.keep('abc')
		}
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		const names = playlistOf(other).match(/[\w.-]+\.m4s/g) ?? []
		expect(new Set(names).size).toBe(names.length)
		expect(lengthMs(playlistOf(other))).toBeGreaterThan(2 * filmMs - 4_000)
		expect(playlistOf(other).match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
		await play(other)
	})
})

describe('[NODE-40] deleting the recording of a live', () => {
	test('deletes it in the object store, whether the node had it, has seen it, or not', async () => {
		for (const know of ['disk', 'store', 'never'] as const) {
			const disk = createMemoryBlobs(clock)
			const maker = await broadcast(disk)
			await maker.archive?.keep('abc')
			const other = await startEngine(createMemoryBlobs(clock))
			if (know === 'store') await other.archive?.refresh()
			await (know === 'disk' ? maker : other).remove('abc')
			expect(await namesIn(objects)).toEqual([])
			if (know !== 'disk') await maker.remove('abc')
			expect(await namesIn(disk)).toEqual([])
		}
	})

	test('does not delete that of another live', async () => {
		const engine = await broadcast(createMemoryBlobs(clock))
		await engine.archive?.keep('abc')
		await engine.remove('ab')
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		await play(other)
	})

	test('breaks its copy off, of which nothing is left', async () => {
		const disk = createMemoryBlobs(clock)
		let removed: Promise<void> | undefined
		const engine: EmbeddedLiveEngine = await broadcast(
			disk,
			behind({
				async write(name, content) {
					await objects.write(name, content)
					if (!name.endsWith('.m4s')) return
					removed ??= engine.remove('abc')
					await delay(20)
				},
			}),
		)
		await engine.archive?.keep('abc')
		await removed
		expect([await namesIn(objects), await namesIn(disk), engine.streamIds()]).toEqual([[], [], []])
	})

	test('that a node had copied in part deletes what is there', async () => {
		const engine = await broadcast(
			createMemoryBlobs(clock),
			behind({
				async write(name, content) {
					if (name.endsWith('.json')) throw new Error('the object store refuses')
					await objects.write(name, content)
				},
			}),
		)
		await expect(engine.archive?.keep('abc')).rejects.toThrow()
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		await other.remove('abc')
		expect(await namesIn(objects)).toEqual([])
	})

	test('is noticed by the other nodes', async () => {
		const engine = await broadcast(createMemoryBlobs(clock))
		await engine.archive?.keep('abc')
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		await engine.remove('abc')
		await other.archive?.refresh()
		expect([other.streamIds(), other.recordingSuffix('abc')]).toEqual([[], undefined])
	})

	test('goes on without the object store, where it is found again', async () => {
		const disk = createMemoryBlobs(clock)
		let isDown = false
		const refuse = async <T>(act: () => Promise<T>) => {
			if (isDown) throw new Error('the object store does not answer')
			return await act()
		}
		const engine = await broadcast(disk, behind({ list: prefix => refuse(() => objects.list(prefix)) }))
		await engine.archive?.keep('abc')
		isDown = true
		await engine.remove('abc')
		expect([await namesIn(disk), engine.streamIds()]).toEqual([[], []])
		isDown = false
		await engine.archive?.refresh()
		expect([engine.streamIds(), engine.archive?.isElsewhere('abc')]).toEqual([['abc'], true])
		await engine.remove('abc')
		expect(await namesIn(objects)).toEqual([])
	})
})

describe('[NODE-38] the command that moves recordings', () => {
	const move = (disk: AppendableBlobs, to: 's3' | 'disk', deletes = false) =>
		moveRecordings(to, { disk, objects, deletes, windowMs, now, report() {} })

	test('copies those of ended lives from the disk, and deletes them there when asked, but not those viewers rewind', async () => {
		const disk = createMemoryBlobs(clock)
		const engine = await broadcast(disk)
		await record(engine, 'running')
		const count = (await namesIn(disk, 'abc/source/')).length
		expect(await move(disk, 's3', true)).toEqual({ copied: count, present: 0 })
		expect((await namesIn(disk, 'abc/')).length).toBeGreaterThan(count)
		now += windowMs
		expect(await move(disk, 's3', true)).toEqual({ copied: 0, present: count })
		expect(await namesIn(disk, 'abc/')).toEqual([])
		expect((await namesIn(disk, 'running/')).length).toBeGreaterThan(3)
		expect((await namesIn(objects)).filter(name => name.includes('running'))).toEqual([])
		// The server that runs meanwhile reads them from where they are.
		await play(engine)
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		await play(other)
	})

	test('notices a copy that is different', async () => {
		const disk = createMemoryBlobs(clock)
		await broadcast(disk)
		await move(disk, 's3')
		const [name = ''] = (await namesIn(objects, 'abc/')).filter(each => each.endsWith('.m4s'))
		await objects.write(name, Buffer.alloc((await objects.find(name))?.bytes ?? 0))
		now += windowMs
		await expect(move(disk, 's3', true)).rejects.toThrow('not like the original')
		expect(await mediaIn(disk)).not.toEqual([])
	})

	test('copies them back, as one recording if several nodes had sections of it', async () => {
		for (const at of [0, 60_000]) {
			const disk = createMemoryBlobs(clock)
			now += at
			await broadcast(disk)
			await move(disk, 's3')
		}
		const other = await startEngine(createMemoryBlobs(clock))
		await other.archive?.refresh()
		const played = await play(other)
		const disk = createMemoryBlobs(clock)
		const { copied } = await move(disk, 'disk')
		expect(copied).toBe(played.length)
		expect(await move(disk, 'disk', true)).toEqual({ copied: 0, present: copied })
		expect(await namesIn(objects)).toEqual([])
		expect(await play(await startEngine(disk, createMemoryBlobs(clock)))).toEqual(played)
	})

	test('leaves those in the store of which this disk has another section, which is still to be copied', async () => {
		const disk1 = createMemoryBlobs(clock)
		await broadcast(disk1)
		await move(disk1, 's3')
		const disk2 = createMemoryBlobs(clock)
		await broadcast(disk2)
		const names = [await namesIn(disk2), await namesIn(objects)]
		expect(await move(disk2, 'disk', true)).toEqual({ copied: 0, present: 0 })
		expect([await namesIn(disk2), await namesIn(objects)]).toEqual(names)
	})
})

describe('[NODE-38] the doctor', () => {
	const examine = (disk: AppendableBlobs | undefined, ended: string[] = []) =>
		examineRecordings(disk, objects, new Set(ended), now)

	test('says how many recordings are in the store, and how many wait for their copy', async () => {
		const disk = createMemoryBlobs(clock)
		expect(await examine(undefined)).toEqual({ found: '0 recordings of lives in the object store' })
		const engine = await broadcast(disk)
		await record(engine, 'running')
		const waiting = '0 recordings of lives in the object store, 1 recording on this disk still to be copied there'
		expect(await examine(disk)).toEqual({ found: waiting })
		now += 3_700_000
		expect(await examine(disk)).toEqual({ found: waiting, remedy: expect.stringContaining('log') })
		expect((await examine(disk, ['running'])).found).toContain('2 recordings on this disk still to be copied')
		await engine.archive?.keep('abc')
		expect(await examine(disk)).toEqual({ found: '1 recording of lives in the object store' })
	})

	test('names those whose files are missing, and counts those that another server has not copied completely', async () => {
		const disk = createMemoryBlobs(clock)
		await broadcast(disk)
		const [name = ''] = (await namesIn(disk, 'abc/source/')).filter(each => each.endsWith('.m4s'))
		await disk.delete(name)
		expect(await examine(disk)).toEqual({
			found: expect.stringContaining('1 recording without some files (abc)'),
			remedy: expect.stringContaining('missing files'),
		})
		await objects.write(`recordings.index/other.${'0'.repeat(16)}.begun`, Buffer.alloc(0))
		expect((await examine(undefined)).found).toContain('1 recording that another server has not copied completely')
	})
})

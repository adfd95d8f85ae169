import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordTestLive } from '../modules/live/adapters/testing/recordedLive.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { createFileBlobs } from '../platform/fileBlobs.ts'
import { blobFolders, freeBlobBytes, openBlobs, openFolderInS3, openFolderOnDisk } from '../platform/openBlobs.ts'
import { startTemporaryObjectStore, type TemporaryObjectStore } from '../platform/testing/objectStore.ts'
import { moveBlobs } from './moveBlobs.ts'
import { checkObjectStore } from './productionChecks.ts'

const program = env.PARLEY_TEST_OBJECT_STORE
if (!program) console.warn('!!! moving blobs: NOT TESTED, PARLEY_TEST_OBJECT_STORE is not set !!!')

const content = (text: string) => Buffer.from(text)

describe.skipIf(!program)('blobs in the object store of the settings', () => {
	let store: TemporaryObjectStore
	let config: Parameters<typeof moveBlobs>[0] & { s3: TemporaryObjectStore['settings'] }
	const printed: string[] = []
	beforeAll(async () => {
		store = await startTemporaryObjectStore(program ?? '')
	}, 90_000)
	beforeEach(async () => {
		const dataFolder = mkdtempSync(join(store.folder, 'data-'))
		const live: Config['live'] = {
			rtmp: undefined,
			windowMs: 60_000,
			edgeSecret: undefined,
			origin: undefined,
			ffmpeg: 'off',
		}
		config = { dataFolder, liveFolder: join(dataFolder, 'live'), live, s3: store.settings }
		for (const name of [...blobFolders, 'lives'] as const)
			for (const top of await openFolderInS3(store.settings, name).listTop())
				await openFolderInS3(store.settings, name).delete(top)
	})
	afterAll(() => store?.dispose())
	const move = (to: string, deletes = false, place: Parameters<typeof moveBlobs>[0] = config) =>
		moveBlobs(place, to, { deletes, environment: { print: line => void printed.push(line) } })
	const linesOf = async (moving: ReturnType<typeof move>) => {
		const moved = await moving
		return moved.ok ? moved.value : moved.failure
	}
	const [disk, objects] = [
		() => openFolderOnDisk(config, 'pictures', systemClock),
		() => openFolderInS3(store.settings, 'pictures'),
	]

	test('[NODE-10] pictures and files are read from it, and written to it alone', async () => {
		await disk().write('p1.jpg', content('on the disk'))
		const blobs = openBlobs(config, 'pictures', systemClock)
		expect(await blobs.read('p1.jpg')).toBeUndefined()
		await blobs.write('p2.jpg', content('in the bucket'))
		expect(await disk().read('p2.jpg')).toBeUndefined()
		expect((await objects().read('p2.jpg'))?.toString()).toBe('in the bucket')
		expect(await freeBlobBytes(config, 'pictures')).toBe(Number.POSITIVE_INFINITY)
	})

	test('[NODE-11] blobs are copied there and back, again only what is missing or different, and deleted when asked', async () => {
		await disk().write('p1.jpg', content('one'))
		await disk().write('p2.jpg', content('two'))
		await openFolderOnDisk(config, 'chat-files', systemClock).write('meeting/file_1', content('file'))
		expect(await linesOf(move('s3'))).toContain('pictures: 2 copied, 0 there already')
		expect((await openFolderInS3(store.settings, 'chat-files').read('meeting/file_1'))?.toString()).toBe('file')

		await objects().write('p2.jpg', content('2wo'))
		expect(await linesOf(move('s3', true))).toContain('pictures: 1 copied, 1 there already')
		expect([await disk().list(), (await objects().read('p2.jpg'))?.toString()]).toEqual([[], 'two'])

		expect(await linesOf(move('disk', true))).toContain('chat-files: 1 copied, 0 there already')
		expect([(await disk().read('p1.jpg'))?.toString(), await objects().list()]).toEqual(['one', []])
	})

	test('[NODE-11] [NODE-22] finished recordings are copied with their large files, those that are being made are not', async () => {
		const onDisk = openFolderOnDisk(config, 'recordings', systemClock)
		const media = Buffer.alloc(9_000_000, 'media')
		for (const file of ['init.mp4', 'media', 'head.mp4', 'playlist.m3u8']) await onDisk.write(`done/${file}`, media)
		for (const file of ['init.mp4', 'media']) await onDisk.write(`running/${file}`, content('part'))
		expect(await linesOf(move('s3', true))).toContain('recordings: 4 copied, 0 there already')
		const inBucket = openFolderInS3(store.settings, 'recordings')
		expect((await inBucket.read('done/media'))?.equals(media)).toBe(true)
		expect((await onDisk.list()).map(({ name }) => name)).toEqual(['running/init.mp4', 'running/media'])
		expect(await linesOf(move('disk', true))).toContain('recordings: 4 copied, 0 there already')
		expect((await onDisk.read('done/media'))?.equals(media)).toBe(true)
		expect(await inBucket.list()).toEqual([])
	}, 60_000)

	test('[NODE-11] [NODE-38] recordings of lives are copied, played from there by any server, copied back, and deleted', async () => {
		const onDisk = createFileBlobs(config.liveFolder, systemClock)
		const inBucket = openFolderInS3(store.settings, 'lives')
		const made = await recordTestLive({ disk: onDisk, objects: inBucket })
		const played = await made.play()
		expect(await linesOf(move('s3', true))).toContain(`lives: ${played.length} copied, 0 there already`)
		expect(await onDisk.list()).toEqual([])
		expect(await made.play()).toEqual(played)
		const other = await made.another(createFileBlobs(join(config.dataFolder, 'other'), systemClock))
		expect(await other.play()).toEqual(played)

		expect(await linesOf(move('disk'))).toContain(`lives: ${played.length} copied, 0 there already`)
		expect(await linesOf(move('s3', true))).toContain(`lives: 0 copied, ${played.length} there already`)
		expect(await linesOf(move('disk', true))).toContain(`lives: ${played.length} copied, 0 there already`)
		expect(await inBucket.list()).toEqual([])
	}, 60_000)

	test('[NODE-38] [NODE-40] a server copies the recording of an ended live, plays it from there, and deletes it there', async () => {
		const onDisk = createFileBlobs(config.liveFolder, systemClock)
		const inBucket = openFolderInS3(store.settings, 'lives')
		const made = await recordTestLive({ disk: onDisk, objects: inBucket })
		const played = await made.play()
		made.passWindow()
		await made.engine.archive?.keep('abc')
		expect(await onDisk.list()).toEqual([])
		expect(await made.play()).toEqual(played)
		const other = await made.another(createFileBlobs(join(config.dataFolder, 'other'), systemClock))
		expect(await other.play()).toEqual(played)
		await other.engine.remove('abc')
		expect(await inBucket.list()).toEqual([])
	}, 60_000)

	test('[NODE-11] without an object store, or to another place, nothing is moved', async () => {
		await disk().write('p1.jpg', content('one'))
		expect(await move('s3', true, { ...config, s3: undefined })).toMatchObject({ ok: false })
		expect(await move('bucket', true)).toMatchObject({ ok: false })
		await expect(move('s3', true, { ...config, s3: { ...store.settings, bucket: 'none' } })).rejects.toThrow()
		expect((await disk().read('p1.jpg'))?.toString()).toBe('one')
	})

	test('[NODE-12] the doctor writes, reads and deletes an object, and says what is wrong', async () => {
		expect(await checkObjectStore({ s3: undefined })).toEqual({ found: expect.stringContaining('not used') })
		expect(await checkObjectStore(config)).toEqual({ found: 'bucket parley keeps what is written' })
		expect(await openFolderInS3(store.settings, 'doctor' as 'pictures').list()).toEqual([])
		for (const wrong of [
			{ bucket: 'none' },
			{ endpoint: 'http://127.0.0.1:1' },
			{ credentials: { accessKeyId: 'parley', secretAccessKey: 'wrong' } },
		])
			expect(await checkObjectStore({ s3: { ...store.settings, ...wrong } })).toMatchObject({
				found: expect.stringContaining('cannot be used'),
				remedy: expect.stringContaining('PARLEY_S3_'),
			})
	})
})

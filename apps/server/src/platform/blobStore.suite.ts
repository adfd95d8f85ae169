import { expect, test } from 'vitest'
import type { BlobStore } from './blobStore.ts'
import type { Clock } from './clock.ts'
import { createManualClock } from './testing/index.ts'

const text = (content: Buffer | undefined) => content?.toString()
const bytes = (content: string) => Buffer.from(content)

/** Tests that every blob store must pass. */
export function blobStoreSuite(create: (clock: Clock) => BlobStore | Promise<BlobStore>) {
	test('a blob is read as it was written, whole and in ranges, and replaced as a whole', async () => {
		const blobs = await create(createManualClock(1_000))
		await blobs.write('a/b-1.bin', bytes('0123456789'))
		expect(text(await blobs.read('a/b-1.bin'))).toBe('0123456789')
		expect(text(await blobs.read('a/b-1.bin', { from: 2, to: 4 }))).toBe('234')
		expect(text(await blobs.read('a/b-1.bin', { from: 8, to: 99 }))).toBe('89')
		expect(text(await blobs.read('a/b-1.bin', { from: 50, to: 99 }))).toBe('')
		await blobs.write('a/b-1.bin', bytes('new'))
		expect(text(await blobs.read('a/b-1.bin'))).toBe('new')
	})

	test('what is not there is undefined, and deleting it does nothing', async () => {
		const blobs = await create(createManualClock(1_000))
		await blobs.write('a/b', bytes('x'))
		for (const name of ['none', 'a', 'a/b/c', 'a/none']) {
			expect(await blobs.read(name)).toBeUndefined()
			expect(await blobs.read(name, { from: 0, to: 1 })).toBeUndefined()
			expect(await blobs.find(name)).toBeUndefined()
		}
		await blobs.delete('none')
		await blobs.delete('a/b')
		expect(await blobs.list()).toEqual([])
	})

	test('blobs are listed by prefix, with size and when they were last written', async () => {
		const clock = createManualClock(1_000)
		const blobs = await create(clock)
		await blobs.write('live/two', bytes('22'))
		await blobs.write('live/one', bytes('1'))
		await blobs.write('pictures/one', bytes(''))
		clock.advance(5_000)
		await blobs.write('live/one', bytes('1'))
		expect(await blobs.list('live/')).toEqual([
			{ name: 'live/one', bytes: 1, writtenAt: 6_000 },
			{ name: 'live/two', bytes: 2, writtenAt: 1_000 },
		])
		expect((await blobs.list()).map(({ name }) => name)).toEqual(['live/one', 'live/two', 'pictures/one'])
		expect(await blobs.find('live/two')).toEqual({ name: 'live/two', bytes: 2, writtenAt: 1_000 })
	})

	test.each(['../secret', 'a/../../secret', '/etc/passwd', 'a//b', '', '.hidden', 'a/.hidden', 'a\\b', 'ä', 'a/'])(
		'the name %j is refused by every function',
		async name => {
			const blobs = await create(createManualClock(1_000))
			await expect(blobs.write(name, bytes('x'))).rejects.toThrow('no name of a blob')
			await expect(blobs.read(name)).rejects.toThrow('no name of a blob')
			await expect(blobs.find(name)).rejects.toThrow('no name of a blob')
			await expect(async () => await blobs.delete(name)).rejects.toThrow('no name of a blob')
		},
	)
}

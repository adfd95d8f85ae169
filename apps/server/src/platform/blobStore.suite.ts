import { expect, test } from 'vitest'
import { type AppendableBlobs, type BlobStore, type LargeBlobs, readPieces } from './blobStore.ts'
import type { Clock } from './clock.ts'
import { createManualClock } from './testing/index.ts'

const text = (content: Buffer | undefined) => content?.toString()
const bytes = (content: string) => Buffer.from(content)

interface Kind {
	/** Blobs are written at the times of the server's clock, which a move keeps; otherwise times are those of the store. */
	keepsTimes: boolean
}

/** Tests that every blob store must pass. */
export function blobStoreSuite(
	create: (clock: Clock) => BlobStore | Promise<BlobStore>,
	{ keepsTimes }: Kind = { keepsTimes: true },
) {
	/** A time as the test expects it, where the store's own clock does not decide. */
	const at = (time: number) => (keepsTimes ? time : expect.any(Number))

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
		expect(await blobs.list('none/')).toEqual([])
		for (const name of ['none', 'a/b/c', 'a/b']) await blobs.delete(name)
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
			{ name: 'live/one', bytes: 1, writtenAt: at(6_000) },
			{ name: 'live/two', bytes: 2, writtenAt: at(1_000) },
		])
		expect((await blobs.list()).map(({ name }) => name)).toEqual(['live/one', 'live/two', 'pictures/one'])
		expect(await blobs.find('live/two')).toEqual({ name: 'live/two', bytes: 2, writtenAt: at(1_000) })
	})

	test('a blob that is not flushed is read like any other', async () => {
		const blobs = await create(createManualClock(1_000))
		await blobs.write('a/b', bytes('old'))
		await blobs.write('a/b', bytes('new'), { isFlushed: false })
		expect(text(await blobs.read('a/b'))).toBe('new')
		expect(await blobs.find('a/b')).toEqual({ name: 'a/b', bytes: 3, writtenAt: at(1_000) })
	})

	test('of blobs written at the same time each is complete, and of those with one name one is kept', async () => {
		const blobs = await create(createManualClock(1_000))
		const contents = Array.from({ length: 20 }, (_, n) => `${n}`.repeat(1_000))
		await Promise.all(contents.flatMap((content, n) => [`many/${n}`, 'one'].map(to => blobs.write(to, bytes(content)))))
		expect(contents).toContain(text(await blobs.read('one')))
		for (const [n, content] of contents.entries()) expect(text(await blobs.read(`many/${n}`))).toBe(content)
		expect(await blobs.list()).toHaveLength(21)
	})

	test('the top has the first parts of all names', async () => {
		const blobs = await create(createManualClock(1_000))
		expect(await blobs.listTop()).toEqual([])
		for (const name of ['live/two/1', 'live/one/1', 'alone', 'pictures/one']) await blobs.write(name, bytes('x'))
		expect(await blobs.listTop()).toEqual(['alone', 'live', 'pictures'])
	})

	test('a folder is deleted with all blobs in it, and no other is', async () => {
		const blobs = await create(createManualClock(1_000))
		for (const name of ['a/b', 'a/c/d', 'ab/c', 'b']) await blobs.write(name, bytes('x'))
		await blobs.delete('a')
		expect((await blobs.list()).map(({ name }) => name)).toEqual(['ab/c', 'b'])
		expect(await blobs.listTop()).toEqual(['ab', 'b'])
	})

	test('a blob and a folder are moved with their content and their times', async () => {
		const clock = createManualClock(1_000)
		const blobs = await create(clock)
		for (const name of ['a/b', 'a/c/d', 'ab/c', 'b']) await blobs.write(name, bytes(name))
		clock.advance(5_000)
		await blobs.move('a', 'aside/a.1')
		await blobs.move('b', 'aside/b')
		await blobs.move('none', 'aside/none')
		const names = ['ab/c', 'aside/a.1/b', 'aside/a.1/c/d', 'aside/b']
		expect((await blobs.list()).map(({ name, writtenAt }) => [name, writtenAt])).toEqual(
			names.map(name => [name, at(1_000)]),
		)
		expect(text(await blobs.read('aside/a.1/c/d'))).toBe('a/c/d')
		expect(await blobs.read('a/c/d')).toBeUndefined()
		await blobs.write('a/b', bytes('anew'))
		expect(text(await blobs.read('aside/a.1/b'))).toBe('a/b')
	})

	test.each(['../secret', 'a/../../secret', '/etc/passwd', 'a//b', '', '.hidden', 'a/.hidden', 'a\\b', 'ä', 'a/'])(
		'the name %j is refused by every function',
		async name => {
			const blobs = await create(createManualClock(1_000))
			await expect(blobs.write(name, bytes('x'))).rejects.toThrow('no name of a blob')
			await expect(blobs.read(name)).rejects.toThrow('no name of a blob')
			await expect(blobs.find(name)).rejects.toThrow('no name of a blob')
			await expect(blobs.delete(name)).rejects.toThrow('no name of a blob')
			await expect(blobs.move(name, 'b')).rejects.toThrow('no name of a blob')
			await expect(blobs.move('b', name)).rejects.toThrow('no name of a blob')
		},
	)
}

/** Tests that every appendable blob store must pass. */
export function appendableBlobsSuite(create: (clock: Clock) => AppendableBlobs | Promise<AppendableBlobs>) {
	blobStoreSuite(create)

	test('what is appended follows what was there, and makes a blob where there is none', async () => {
		const clock = createManualClock(1_000)
		const blobs = await create(clock)
		await blobs.append('a/journal', bytes('one\n'))
		clock.advance(5_000)
		await blobs.append('a/journal', bytes('two\n'))
		expect(text(await blobs.read('a/journal'))).toBe('one\ntwo\n')
		expect(await blobs.list('a/')).toEqual([{ name: 'a/journal', bytes: 8, writtenAt: 6_000 }])
		await blobs.delete('a/journal')
		await blobs.append('a/journal', bytes('three\n'))
		expect(text(await blobs.read('a/journal'))).toBe('three\n')
		await expect(blobs.append('../a', bytes('x'))).rejects.toThrow('no name of a blob')
	})
}

/** Tests that stores of large blobs must pass, besides. */
export function largeBlobsSuite(create: () => LargeBlobs | Promise<LargeBlobs>) {
	/** 21 MiB, which take several parts of an object store. */
	const count = 21
	async function* pieces(failAt?: number, act?: () => void) {
		for (let index = 0; index < count; index++) {
			if (index === failAt) {
				if (!act) throw new Error('the disk is gone')
				act()
			}
			yield Buffer.alloc(1024 * 1024, index)
		}
	}

	test('[NODE-22] a large blob is written piece by piece, read in ranges, and replaced as a whole', async () => {
		const blobs = await create()
		await blobs.write('a/large', bytes('before'))
		await blobs.writeLarge('a/large', pieces())
		expect((await blobs.find('a/large'))?.bytes).toBe(count * 1024 * 1024)
		expect([...((await blobs.read('a/large', { from: 9 * 1024 * 1024 - 1, to: 9 * 1024 * 1024 })) ?? [])]).toEqual([
			8, 9,
		])
		let index = 0
		for await (const piece of readPieces(blobs, 'a/large', { from: 0, to: count * 1024 * 1024 - 1 }))
			expect(piece.equals(Buffer.alloc(1024 * 1024, index++))).toBe(true)
		expect(index).toBe(count)
		await expect(async () => {
			for await (const _ of readPieces(blobs, 'a/large', { from: 0, to: count * 1024 * 1024 }));
		}).rejects.toThrow('is shorter')
	}, 60_000)

	test.each([1, 15])(
		'[NODE-22] a large blob that fails or is broken off at piece %i is not written',
		async at => {
			const blobs = await create()
			await blobs.write('a/large', bytes('before'))
			await expect(blobs.writeLarge('a/large', pieces(at))).rejects.toThrow('the disk is gone')
			const broken = new AbortController()
			await expect(
				blobs.writeLarge(
					'a/large',
					pieces(at, () => broken.abort()),
					broken.signal,
				),
			).rejects.toThrow()
			expect(text(await blobs.read('a/large'))).toBe('before')
			await expect(blobs.writeLarge('a/none', pieces(at))).rejects.toThrow()
			expect((await blobs.list()).map(({ name }) => name)).toEqual(['a/large'])
		},
		60_000,
	)

	test('small and empty blobs can be written like large ones', async () => {
		const blobs = await create()
		async function* of(...contents: string[]) {
			for (const content of contents) yield bytes(content)
		}
		await blobs.writeLarge('a/small', of('1', '2'))
		await blobs.writeLarge('a/empty', of())
		expect([text(await blobs.read('a/small')), text(await blobs.read('a/empty'))]).toEqual(['12', ''])
	})
}

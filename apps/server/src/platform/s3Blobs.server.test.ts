import { env } from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blobStoreSuite, largeBlobsSuite } from './blobStore.suite.ts'
import { createS3Blobs, openS3 } from './s3Blobs.ts'
import { startTemporaryObjectStore, type TemporaryObjectStore } from './testing/objectStore.ts'

const program = env.PARLEY_TEST_OBJECT_STORE
if (!program) console.warn('!!! blobs in an object store: NOT TESTED, PARLEY_TEST_OBJECT_STORE is not set !!!')

describe.skipIf(!program)('[NODE-10] blobs in an object store', () => {
	let store: TemporaryObjectStore
	let folders = 0
	beforeAll(async () => {
		store = await startTemporaryObjectStore(program ?? '')
	}, 90_000)
	afterAll(() => store?.dispose())
	const open = (settings = store.settings, name = `folder-${folders++}`) => createS3Blobs(openS3(settings), name)

	blobStoreSuite(() => open(), { keepsTimes: false })
	largeBlobsSuite(() => open())

	test('more blobs than one answer has are listed and deleted', async () => {
		const blobs = open()
		const names = Array.from({ length: 1_050 }, (_, n) => `many/${n}`)
		for (let at = 0; at < names.length; at += 50)
			await Promise.all(names.slice(at, at + 50).map(name => blobs.write(name, Buffer.from('x'))))
		expect(await blobs.list('many/')).toHaveLength(names.length)
		await blobs.delete('many')
		expect(await blobs.list()).toEqual([])
	}, 120_000)

	test('folders of one bucket do not see each other', async () => {
		const [pictures, others] = [open(store.settings, 'pictures'), open(store.settings, 'pictures-of-others')]
		await pictures.write('a', Buffer.from('a'))
		await others.write('b', Buffer.from('b'))
		expect([await pictures.listTop(), await others.listTop()]).toEqual([['a'], ['b']])
		await pictures.delete('a')
		expect((await others.read('b'))?.toString()).toBe('b')
	})

	test('nobody reads a blob without the credentials, and a wrong key, bucket or address is an error, not a missing blob', async () => {
		const { settings } = store
		await open(settings, 'secret').write('a', Buffer.from('a'))
		expect((await fetch(`${settings.endpoint}/${settings.bucket}/secret/a`)).status).toBe(403)
		const wrong = [
			{ ...settings, credentials: { accessKeyId: 'parley', secretAccessKey: 'wrong' } },
			{ ...settings, bucket: 'another' },
			{ ...settings, endpoint: 'http://127.0.0.1:1' },
		]
		for (const settings of wrong) {
			await expect(open(settings, 'secret').read('a')).rejects.toThrow()
			await expect(open(settings, 'secret').write('a', Buffer.from('b'))).rejects.toThrow()
			await expect(open(settings, 'secret').list()).rejects.toThrow()
		}
		expect((await open(settings, 'secret').read('a'))?.toString()).toBe('a')
	})
})

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { appendableBlobsSuite, largeBlobsSuite } from './blobStore.suite.ts'
import { createFileBlobs } from './fileBlobs.ts'
import { createManualClock } from './testing/index.ts'
import { createMemoryBlobs } from './testing/memoryBlobs.ts'

function aFolder() {
	const folder = mkdtempSync(join(tmpdir(), 'parley-blobs-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	return folder
}

describe('blobs in memory', () => appendableBlobsSuite(createMemoryBlobs))

describe('blobs in files', () => {
	appendableBlobsSuite(clock => createFileBlobs(aFolder(), clock))
	largeBlobsSuite(() => createFileBlobs(aFolder(), createManualClock(0)))

	test('only the user of the server reads them, and files that are no blobs are not listed', async () => {
		const folder = aFolder()
		const blobs = createFileBlobs(join(folder, 'new'), createManualClock(0))
		await blobs.write('a/b', Buffer.from('x'))
		writeFileSync(join(folder, 'new/a/.b.123'), 'half')
		writeFileSync(join(folder, 'new/a/put here by hand.txt'), 'x')
		expect((await blobs.list()).map(({ name }) => name)).toEqual(['a/b'])
		expect(statSync(join(folder, 'new/a')).mode & 0o077).toBe(0)
		expect(statSync(join(folder, 'new/a/b')).mode & 0o077).toBe(0)
	})
})

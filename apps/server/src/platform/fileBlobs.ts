import { mkdirSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { writeFileAtomically } from './atomicFile.ts'
import { type BlobInfo, type BlobStore, type ByteRange, isBlobName, requireBlobName } from './blobStore.ts'
import type { Clock } from './clock.ts'

/**
 * Blobs as files below a folder, which only the user of the server can read.
 * @param folder created where it is missing
 */
export function createFileBlobs(folder: string, clock: Clock): BlobStore {
	mkdirSync(folder, { recursive: true, mode: 0o700 })
	const pathOf = (name: string) => {
		requireBlobName(name)
		return join(folder, name)
	}
	async function find(name: string): Promise<BlobInfo | undefined> {
		const found = await unlessMissing(stat(pathOf(name)))
		return found?.isFile() ? { name, bytes: found.size, writtenAt: Math.round(found.mtimeMs) } : undefined
	}
	return {
		async write(name, content) {
			const path = pathOf(name)
			await mkdir(dirname(path), { recursive: true, mode: 0o700 })
			writeFileAtomically(path, content)
			const at = clock.now() / 1000
			await utimes(path, at, at)
		},
		async read(name, range) {
			return await unlessMissing(range ? readRange(pathOf(name), range) : readFile(pathOf(name)))
		},
		find,
		async list(prefix = '') {
			const entries = await readdir(folder, { recursive: true, withFileTypes: true })
			const names = entries
				.filter(entry => entry.isFile())
				.map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
				// Files of another origin may have any name; those being written begin with a dot.
				.filter(name => isBlobName(name) && name.startsWith(prefix))
				.sort()
			return (await Promise.all(names.map(find))).filter(info => info !== undefined)
		},
		delete: name => rm(pathOf(name), { force: true }),
	}
}

async function readRange(path: string, { from, to }: ByteRange): Promise<Buffer> {
	const file = await open(path)
	try {
		const { size } = await file.stat()
		const content = Buffer.alloc(Math.max(0, Math.min(to + 1, size) - from))
		const { bytesRead } = await file.read(content, 0, content.length, from)
		return content.subarray(0, bytesRead)
	} finally {
		await file.close()
	}
}

const missingCodes = ['ENOENT', 'ENOTDIR', 'EISDIR']

const unlessMissing = <T>(reading: Promise<T>): Promise<T | undefined> =>
	reading.catch((error: NodeJS.ErrnoException) => {
		if (missingCodes.includes(error.code ?? '')) return undefined
		throw error
	})

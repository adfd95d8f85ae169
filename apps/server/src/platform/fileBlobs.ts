import { mkdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import {
	type AppendableBlobs,
	type BlobInfo,
	type ByteRange,
	isBlobName,
	type LargeBlobs,
	requireBlobName,
} from './blobStore.ts'
import type { Clock } from './clock.ts'

/** Files of one process that are being written. */
let unfinished = 0

/**
 * Blobs as files below a folder, which only the user of the server can read.
 * @param folder created where it is missing
 */
export function createFileBlobs(folder: string, clock: Clock): AppendableBlobs & LargeBlobs {
	mkdirSync(folder, { recursive: true, mode: 0o700 })
	const pathOf = (name: string) => {
		requireBlobName(name)
		return join(folder, name)
	}
	const makeFolderOf = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 })
	async function find(name: string): Promise<BlobInfo | undefined> {
		const found = await unlessMissing(stat(pathOf(name)))
		return found?.isFile() ? { name, bytes: found.size, writtenAt: Math.round(found.mtimeMs) } : undefined
	}
	const setTime = (file: FileHandle) => file.utimes(clock.now() / 1000, clock.now() / 1000)

	/** Writes a file aside and gives it its name once it is complete. */
	async function replace(name: string, isFlushed: boolean, fill: (file: FileHandle) => Promise<void>): Promise<void> {
		const path = pathOf(name)
		await makeFolderOf(path)
		const aside = join(dirname(path), `.${basename(path)}.${process.pid}-${unfinished++}`)
		try {
			await withFile(aside, 'w', async file => {
				await fill(file)
				await setTime(file)
				if (isFlushed) await file.sync()
			})
			await rename(aside, path)
		} catch (error) {
			await rm(aside, { force: true }).catch(() => {})
			// The system names no file in a write that fails.
			throw Object.assign(error as Error, { path })
		}
		if (isFlushed) await flushFolder(dirname(path))
	}

	return {
		write: (name, content, { isFlushed = true } = {}) => replace(name, isFlushed, file => file.writeFile(content)),
		writeLarge: (name, pieces, signal) =>
			replace(name, true, async file => {
				for await (const piece of pieces) {
					signal?.throwIfAborted()
					await file.appendFile(piece)
				}
			}),
		async append(name, content) {
			const path = pathOf(name)
			await makeFolderOf(path)
			await withFile(path, 'a', async file => {
				await file.appendFile(content)
				await setTime(file)
			})
		},
		async read(name, range) {
			return await unlessMissing(range ? readRange(pathOf(name), range) : readFile(pathOf(name)))
		},
		find,
		async list(prefix = '') {
			const top = prefix.includes('/') ? pathOf(prefix.slice(0, prefix.lastIndexOf('/'))) : folder
			const entries = (await unlessMissing(readdir(top, { recursive: true, withFileTypes: true }))) ?? []
			const names = entries
				.filter(entry => entry.isFile())
				.map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
				// Files of another origin may have any name; those being written begin with a dot.
				.filter(name => isBlobName(name) && name.startsWith(prefix))
				.sort()
			return (await Promise.all(names.map(find))).filter(info => info !== undefined)
		},
		listTop: async () => (await readdir(folder)).filter(isBlobName).sort(),
		async delete(name) {
			// A blob below another one cannot exist.
			await unlessMissing(rm(pathOf(name), { recursive: true, force: true }))
		},
		async move(name, to) {
			const path = pathOf(to)
			await makeFolderOf(path)
			await unlessMissing(rename(pathOf(name), path))
		},
	}
}

async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
	const file = await open(path, flags, 0o600)
	try {
		return await work(file)
	} finally {
		await file.close()
	}
}

/** Makes a new name survive a power cut; Windows cannot open folders and does not need it. */
async function flushFolder(path: string) {
	if (process.platform !== 'win32') await withFile(path, 'r', file => file.sync())
}

const readRange = (path: string, { from, to }: ByteRange): Promise<Buffer> =>
	withFile(path, 'r', async file => {
		const { size } = await file.stat()
		const content = Buffer.alloc(Math.max(0, Math.min(to + 1, size) - from))
		const { bytesRead } = await file.read(content, 0, content.length, from)
		return content.subarray(0, bytesRead)
	})

const missingCodes = ['ENOENT', 'ENOTDIR', 'EISDIR']

const unlessMissing = <T>(reading: Promise<T>): Promise<T | undefined> =>
	reading.catch((error: NodeJS.ErrnoException) => {
		if (missingCodes.includes(error.code ?? '')) return undefined
		throw error
	})

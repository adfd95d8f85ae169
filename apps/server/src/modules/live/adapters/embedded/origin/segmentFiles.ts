import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Storage of one definition's media; the origin creates the names. Rejects when the disk fails. */
export interface SegmentFiles {
	write(name: string, data: Buffer): Promise<void>
	/** Undefined if the file does not exist (any more). */
	read(name: string): Promise<Buffer | undefined>
	remove(name: string): Promise<void>
}

/** @param onSize called with the growth of stored data in bytes; negative if it shrank */
export function createSegmentFiles(folder: string, onSize: (bytes: number) => void = () => {}): SegmentFiles {
	let made: Promise<unknown> | undefined
	const sizes = new Map<string, number>()
	const resize = (name: string, bytes: number) => {
		onSize(bytes - (sizes.get(name) ?? 0))
		if (bytes === 0) sizes.delete(name)
		else sizes.set(name, bytes)
	}
	return {
		async write(name, data) {
			made ??= mkdir(folder, { recursive: true, mode: 0o700 })
			await made.catch(error => {
				made = undefined
				throw error
			})
			// An open segment is rewritten repeatedly: the old file stays until the new one is complete.
			const aside = join(folder, `.${name}`)
			try {
				await writeFile(aside, data, { mode: 0o600 })
				await rename(aside, join(folder, name))
			} catch (error) {
				await rm(aside, { force: true }).catch(() => {})
				throw error
			}
			resize(name, data.length)
		},
		async read(name) {
			try {
				return await readFile(join(folder, name))
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
				throw error
			}
		},
		async remove(name) {
			await rm(join(folder, name), { force: true })
			resize(name, 0)
		},
	}
}

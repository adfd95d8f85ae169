import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the media of one definition is kept; names are made by the origin. Rejects as the disk does. */
export interface SegmentFiles {
	write(name: string, data: Buffer): Promise<void>
	/** Undefined where it is not there (any more). */
	read(name: string): Promise<Buffer | undefined>
	remove(name: string): Promise<void>
}

export function createSegmentFiles(folder: string): SegmentFiles {
	let made: Promise<unknown> | undefined
	return {
		async write(name, data) {
			made ??= mkdir(folder, { recursive: true, mode: 0o700 })
			await made.catch(error => {
				made = undefined
				throw error
			})
			await writeFile(join(folder, name), data, { mode: 0o600 })
		},
		async read(name) {
			try {
				return await readFile(join(folder, name))
			} catch {
				return undefined
			}
		},
		async remove(name) {
			await rm(join(folder, name), { force: true })
		},
	}
}

import { existsSync, mkdirSync } from 'node:fs'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '@parley/core'
import { writeFileAtomically } from '../../platform/atomicFile.ts'

/** Where uploaded pictures are kept, by name. */
export interface PictureFolder {
	/** Writes a picture, or notes that one that is there was written again. */
	write(name: string, bytes: Uint8Array, at: Instant): Promise<void>
	exists(name: string): Promise<boolean>
	remove(name: string): Promise<void>
	list(): Promise<{ name: string; writtenAt: Instant }[]>
}

/** @param path made where it is missing; part of the data folder, so that a backup has it */
export function openPictureFolder(path: string): PictureFolder {
	mkdirSync(path, { recursive: true, mode: 0o700 })
	return {
		async write(name, bytes, at) {
			const file = join(path, name)
			if (!existsSync(file)) writeFileAtomically(file, bytes)
			await utimes(file, at / 1000, at / 1000)
		},
		exists: async name => existsSync(join(path, name)),
		remove: name => rm(join(path, name), { force: true }),
		async list() {
			const names = (await readdir(path)).filter(name => !name.startsWith('.'))
			return await Promise.all(
				names.map(async name => ({ name, writtenAt: Math.round((await stat(join(path, name))).mtimeMs) })),
			)
		},
	}
}

import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from './clock.ts'

/** Prefix of temporary files in the data folder, which backups leave out. */
const probeFile = '.disk-probe'
/** Space SQLite may need for one write: some pages of the database and of its log. */
const probeBytes = 64 * 1024
/** `/readyz` is public, so frequent requests must not cause frequent writes. */
const probeEveryMs = 5_000

/** Returns the free bytes this process may use on a folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder)
	return bavail * bsize
}

/**
 * Returns whether the folder accepts a write; actually writes, because full quotas and read-only disks report free space too.
 */
async function isWritable(folder: string): Promise<boolean> {
	const path = join(folder, probeFile)
	try {
		const file = await open(path, 'w', 0o600)
		try {
			await file.writeFile(Buffer.alloc(probeBytes, 1))
			await file.sync()
		} finally {
			await file.close()
		}
		return true
	} catch {
		return false
	} finally {
		await rm(path, { force: true }).catch(() => {})
	}
}

/** Returns a function that tells whether the data folder is writable, checked at most every five seconds. */
export function createDiskProbe(folder: string, clock: Clock): () => Promise<boolean> {
	let last: { at: number; result: Promise<boolean> } | undefined
	return () => {
		const now = clock.now()
		if (!last || now - last.at >= probeEveryMs || now < last.at) last = { at: now, result: isWritable(folder) }
		return last.result
	}
}

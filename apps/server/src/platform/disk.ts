import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from './clock.ts'

/** Files in the data folder that begin so are of the moment and not part of a backup. */
const probeFile = '.disk-probe'
/** What SQLite may need for one write: some pages of the database and of its log. */
const probeBytes = 64 * 1024
/** `/readyz` is open to everybody, so that asking it often must not write often. */
const probeEveryMs = 5_000

/** Bytes of the disk of a folder that this process may still use. */
export async function freeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder)
	return bavail * bsize
}

/** Whether the folder takes what a write needs; written for real, because quotas and read-only disks have free space too. */
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

/** Returns a function that tells whether the data folder takes writes, asked anew at most every five seconds. */
export function createDiskProbe(folder: string, clock: Clock): () => Promise<boolean> {
	let last: { at: number; result: Promise<boolean> } | undefined
	return () => {
		const now = clock.now()
		if (!last || now - last.at >= probeEveryMs || now < last.at) last = { at: now, result: isWritable(folder) }
		return last.result
	}
}

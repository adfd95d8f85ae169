import { existsSync, rmSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLock, tryFileLock } from '../platform/fileLock.ts'

const prefix = '.parley-backup-'
/** Inside a staging folder, locked while its backup runs. */
const lockName = '.lock'

export interface Staging {
	folder: string
	/** With all that is in it. */
	remove(): void
}

/** Makes a folder for what becomes a backup beside it, and removes those that killed backups have left there. */
export async function createStaging(target: string): Promise<Staging> {
	await removeAbandoned(target)
	const folder = await mkdtemp(join(target, prefix))
	const lock = lockStaging(folder)
	return {
		folder,
		remove() {
			lock?.release()
			// A thread may be writing there yet.
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}

/** Some network disks have no locks: without one the folder counts as in use for ever. */
function lockStaging(folder: string): FileLock | undefined {
	const path = join(folder, lockName)
	try {
		return tryFileLock(path)
	} catch {
		rmSync(path, { force: true })
		return undefined
	}
}

async function removeAbandoned(target: string) {
	const names = (await readdir(target)).filter(name => name.startsWith(prefix))
	for (const folder of names.map(name => join(target, name)))
		if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true })
}

/** Returns whether a backup of this user made the folder and is no more. */
async function isAbandoned(folder: string): Promise<boolean> {
	const found = await lstat(folder).catch(() => undefined)
	if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return false
	const path = join(folder, lockName)
	if (!existsSync(path)) return false
	try {
		const lock = tryFileLock(path)
		lock?.release()
		return lock !== undefined
	} catch {
		return false
	}
}

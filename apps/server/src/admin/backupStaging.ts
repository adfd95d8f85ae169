import { existsSync, rmSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLock, tryFileLock } from '../platform/fileLock.ts'

const prefix = '.parley-backup-'
/** Inside a staging folder, locked while its backup runs. */
const lockName = '.lock'

export interface Staging {
	folder: string
	/** Removes the folder with its content. */
	remove(): void
}

/** Creates a staging folder beside the future backup, and removes those left by killed backups. */
export async function createStaging(target: string): Promise<Staging> {
	await removeAbandoned(target)
	const folder = await mkdtemp(join(target, prefix))
	const lock = lockStaging(folder)
	return {
		folder,
		remove() {
			lock?.release()
			// A thread may still be writing there.
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}

/** Some network disks don't support locks: a folder without one counts as in use. */
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

/** Returns whether the folder belongs to a backup of this user that has ended. */
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

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Writes a file atomically: written to a temporary file, flushed to disk, then renamed. Only its owner can read it. */
export function writeFileAtomically(path: string, content: string | Uint8Array): void {
	const aside = join(dirname(path), `.${basename(path)}.${process.pid}`)
	try {
		const file = openSync(aside, 'w', 0o600)
		try {
			writeAll(file, Buffer.from(content))
			fsyncSync(file)
		} finally {
			closeSync(file)
		}
		renameSync(aside, path)
	} catch (error) {
		rmSync(aside, { force: true })
		throw Object.assign(error as Error, { path })
	}
	syncFolder(dirname(path))
}

/** A write may be partial, for example on a disk with few bytes left. */
function writeAll(file: number, bytes: Buffer) {
	for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}

/** Makes the new name survive a power cut; Windows cannot open folders and does not need it. */
function syncFolder(folder: string) {
	if (process.platform === 'win32') return
	const handle = openSync(folder, 'r')
	try {
		fsyncSync(handle)
	} finally {
		closeSync(handle)
	}
}

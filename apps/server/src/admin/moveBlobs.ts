import { createHash } from 'node:crypto'
import { moveRecordings } from '../modules/live/adapters/index.ts'
import { type BlobInfo, type LargeBlobs, readPieces } from '../platform/blobStore.ts'
import { systemClock } from '../platform/clock.ts'
import { type CommandEnvironment, type CommandResult, failure, success } from '../platform/command.ts'
import type { Config } from '../platform/config.ts'
import { createFileBlobs } from '../platform/fileBlobs.ts'
import { type BlobFolder, blobFolders, openFolderInS3, openFolderOnDisk } from '../platform/openBlobs.ts'

interface Move {
	folder: BlobFolder
	deletes: boolean
	report(count: number): void
}

/** Lines about the progress of a folder come after so many blobs. */
const perLine = 500

/**
 * Copies pictures, files, finished recordings and those of ended lives between the data folder and the object store of the settings, and reads each copy again. What the
 * target has already is not copied again, so that an interrupted run continues; the server may be running.
 *
 * @param to `s3` or `disk`
 * @param deletes each blob from where it was, once its copy has been read
 */
export async function moveBlobs(
	config: Pick<Config, 'dataFolder' | 'liveFolder' | 's3' | 'live'>,
	to: string,
	{ deletes, environment }: { deletes: boolean; environment: Pick<CommandEnvironment, 'print'> },
): Promise<CommandResult> {
	const { s3 } = config
	if (to !== 's3' && to !== 'disk') return failure('The target is s3 or disk.')
	if (!s3) return failure('PARLEY_S3_BUCKET is not set: there is no object store to copy to or from.')
	const lines: string[] = []
	for (const folder of blobFolders) {
		const disk = openFolderOnDisk(config, folder, systemClock)
		const objects = openFolderInS3(s3, folder)
		const [from, into] = to === 's3' ? [disk, objects] : [objects, disk]
		const report = (count: number) => environment.print(`${folder}: ${count}`)
		const { copied, present } = await moveFolder(from, into, { folder, deletes, report })
		lines.push(`${folder}: ${copied} copied, ${present} there already`)
	}
	const { copied, present } = await moveRecordings(to, {
		disk: createFileBlobs(config.liveFolder, systemClock),
		objects: openFolderInS3(s3, 'lives'),
		deletes,
		windowMs: config.live.windowMs,
		now: systemClock.now(),
		report: count => environment.print(`lives: ${count}`),
	})
	lines.push(`lives: ${copied} copied, ${present} there already`)
	return success(...lines, deletes ? 'Nothing is left where they were.' : 'The originals are still where they were.')
}

/** Recordings are complete once they have a playlist; the server writes to the others. */
const completeMark = '/playlist.m3u8'

/** Lists the blobs that the server does not write to any more. */
async function listComplete(from: LargeBlobs, folder: BlobFolder): Promise<BlobInfo[]> {
	const blobs = await from.list()
	if (folder !== 'recordings') return blobs
	const complete = blobs.map(({ name }) => name).filter(name => name.endsWith(completeMark))
	const folders = new Set(complete.map(name => name.slice(0, -completeMark.length)))
	return blobs.filter(({ name }) => folders.has(name.split('/')[0] ?? ''))
}

async function moveFolder(from: LargeBlobs, into: LargeBlobs, { folder, deletes, report }: Move) {
	const counts = { copied: 0, present: 0 }
	for (const { name } of await listComplete(from, folder)) {
		const original = await from.find(name)
		// It was deleted meanwhile.
		if (!original) continue
		if (await isSame(from, into, original)) counts.present++
		else {
			await into.writeLarge(name, piecesOf(from, original))
			if (!(await isSame(from, into, original))) throw new Error(`the copy of ${name} is not like the original`)
			counts.copied++
		}
		if (deletes) await from.delete(name)
		const done = counts.copied + counts.present
		if (done % perLine === 0) report(done)
	}
	return counts
}

const piecesOf = (store: LargeBlobs, { name, bytes }: BlobInfo) => readPieces(store, name, { from: 0, to: bytes - 1 })

async function isSame(from: LargeBlobs, into: LargeBlobs, original: BlobInfo): Promise<boolean> {
	const copy = await into.find(original.name)
	if (copy?.bytes !== original.bytes) return false
	return (await hashOf(piecesOf(from, original))) === (await hashOf(piecesOf(into, copy)))
}

async function hashOf(pieces: AsyncIterable<Buffer>): Promise<string> {
	const hash = createHash('sha256')
	for await (const piece of pieces) hash.update(piece)
	return hash.digest('hex')
}

import { createHash } from 'node:crypto'
import type { BlobStore } from '../platform/blobStore.ts'
import { systemClock } from '../platform/clock.ts'
import { type CommandEnvironment, type CommandResult, failure, success } from '../platform/command.ts'
import type { Config } from '../platform/config.ts'
import { blobFolders, openFolderInS3, openFolderOnDisk } from '../platform/openBlobs.ts'

/** Lines about the progress of a folder come after so many blobs. */
const perLine = 500

/**
 * Copies pictures and files between the data folder and the object store of the settings, and reads each copy again. What the
 * target has already is not copied again, so that an interrupted run continues; the server may be running.
 *
 * @param to `s3` or `disk`
 * @param deletes each blob from where it was, once its copy has been read
 */
export async function moveBlobs(
	config: Pick<Config, 'dataFolder' | 's3'>,
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
		const { copied, present } = await moveFolder(from, into, deletes, count => environment.print(`${folder}: ${count}`))
		lines.push(`${folder}: ${copied} copied, ${present} there already`)
	}
	return success(...lines, deletes ? 'Nothing is left where they were.' : 'The originals are still where they were.')
}

async function moveFolder(from: BlobStore, into: BlobStore, deletes: boolean, report: (count: number) => void) {
	const counts = { copied: 0, present: 0 }
	for (const { name } of await from.list()) {
		const content = await from.read(name)
		// Somebody has deleted it meanwhile.
		if (!content) continue
		if (await isSame(into, name, content)) counts.present++
		else {
			await into.write(name, content)
			if (!(await isSame(into, name, content))) throw new Error(`the copy of ${name} is not like the original`)
			counts.copied++
		}
		if (deletes) await from.delete(name)
		const done = counts.copied + counts.present
		if (done % perLine === 0) report(done)
	}
	return counts
}

async function isSame(store: BlobStore, name: string, content: Buffer): Promise<boolean> {
	const found = await store.find(name)
	if (found?.bytes !== content.length) return false
	const read = await store.read(name)
	return read !== undefined && hashOf(read) === hashOf(content)
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

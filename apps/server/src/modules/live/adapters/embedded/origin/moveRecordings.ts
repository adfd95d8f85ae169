import { type Instant, streamIdPattern } from '@parley/core'
import type { AppendableBlobs, BlobStore } from '../../../../../platform/blobStore.ts'
import type { LiveStreamId } from '../../../index.ts'
import { type Copied, filesOf, RecordingArchive } from './recordingArchive.ts'
import type { SegmentFiles } from './segmentFiles.ts'
import { StoredStreams } from './storedStreams.ts'
import type { StreamIndex } from './streamIndex.ts'

export interface MoveRecordings {
	/** Folder of lives in the data folder. */
	disk: AppendableBlobs
	objects: BlobStore
	/** Deletes each recording from where it was, once every copy has been read. */
	deletes: boolean
	/** Length of the rewind window, in ms: an ended live stays on the disk for as long. */
	windowMs: number
	now: Instant
	report(count: number): void
}

/** Progress is reported after so many files. */
const perReport = 500

/**
 * Copies the recordings of ended lives to the object store, or from there to the disk, and reads each copy again. What is
 * there already is not copied again.
 */
export async function moveRecordings(to: 's3' | 'disk', move: MoveRecordings): Promise<Copied> {
	const counts = { copied: 0, present: 0 }
	const stored = new StoredStreams({ media: move.disk, journals: move.disk })
	const archive = new RecordingArchive(move.objects)
	let reported = 0
	const add = ({ copied, present }: Copied) => {
		counts.copied += copied
		counts.present += present
		const done = counts.copied + counts.present
		if (Math.floor(done / perReport) > Math.floor(reported / perReport)) move.report(done)
		reported = done
	}
	if (to === 's3') await moveToObjects(stored, archive, move, add)
	else await moveToDisk(stored, archive, move, add)
	return counts
}

/** Yields recordings on the disk whose index can be read, of ended and of running lives. */
export async function* recordingsOnDisk(
	disk: AppendableBlobs,
): AsyncGenerator<{ id: LiveStreamId; index: StreamIndex }> {
	const stored = new StoredStreams({ media: disk, journals: disk })
	for (const id of await stored.names()) {
		const index = streamIdPattern.test(id) ? await stored.readIndex(id).catch(() => undefined) : undefined
		if (index?.isRecorded) yield { id, index }
	}
}

async function moveToObjects(
	stored: StoredStreams,
	archive: RecordingArchive,
	{ disk, deletes, windowMs, now }: MoveRecordings,
	add: (copied: Copied) => void,
) {
	for await (const { id, index } of recordingsOnDisk(disk)) {
		// The server writes to it.
		if (index.endedAt === null) continue
		add(await stored.copyTo(archive, id, index))
		for (const file of filesOf(index)) {
			const original = await disk.read(`${id}/source/${file}`)
			const copy = original && (await archive.read(id, index, file))
			if (original && !copy?.equals(original))
				throw new Error(`the copy of ${id}/source/${file} is not like the original`)
		}
		if (deletes && now >= index.endedAt + windowMs) await stored.removeCopied(id)
	}
}

async function moveToDisk(
	stored: StoredStreams,
	archive: RecordingArchive,
	{ deletes }: MoveRecordings,
	add: (copied: Copied) => void,
) {
	for (const [id, { sections }] of await archive.list()) {
		const opened = sections.length > 0 ? await archive.open(id, sections) : undefined
		if (!opened) continue
		const here = await stored.readIndex(id).catch(() => undefined)
		// A section that is here alone is copied to the others first, by the server.
		if (here && here.secret !== opened.index.secret) continue
		const files = stored.segments(id, 'source', () => {})
		for (const file of filesOf(opened.index)) add(await copyToDisk(opened.files, files, file))
		// Comes last: without it, the files are none of a recording.
		if (!here) await stored.writeIndex(id, opened.index)
		if (deletes) await archive.remove(id)
	}

	async function copyToDisk(from: SegmentFiles, into: SegmentFiles, file: string): Promise<Copied> {
		const original = await from.read(file)
		// It was missing before.
		if (!original) return { copied: 0, present: 0 }
		if ((await into.read(file))?.equals(original)) return { copied: 0, present: 1 }
		await into.write(file, original)
		if (!(await into.read(file))?.equals(original)) throw new Error(`the copy of ${file} is not like the original`)
		return { copied: 1, present: 0 }
	}
}

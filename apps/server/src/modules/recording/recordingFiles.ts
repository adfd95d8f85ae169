import type { RecordingId } from '@parley/api'
import type { Instant } from '@parley/core'
import type { AppendableBlobs, ByteRange } from '../../platform/blobStore.ts'
import { recordingHead } from './mp4/recordingHead.ts'
import { indexRecording } from './mp4/recordingIndex.ts'
import { recordingPlaylist } from './playlist.ts'
import type { FinishedRecording } from './store.ts'

/** Size of one read while a file is sent. */
const pieceBytes = 1024 * 1024

/**
 * The files of recordings, a folder for each: `init.mp4` and `media`, which grows fragment by fragment, and for a finished one
 * `head.mp4`, which stands before the media of the whole file, and `playlist.m3u8`.
 */
export function createRecordingFiles(blobs: AppendableBlobs) {
	const nameOf = (id: RecordingId, file: 'init.mp4' | 'media' | 'head.mp4' | 'playlist.m3u8') => `${id}/${file}`

	/** Yields a range of the head and the media behind it. */
	async function* wholePieces(id: RecordingId, head: Buffer, { from, to }: ByteRange): AsyncGenerator<Buffer> {
		if (from < head.length) yield head.subarray(from, to + 1)
		for (let at = Math.max(from, head.length); at <= to; ) {
			const end = Math.min(to, at + pieceBytes - 1)
			const piece = await blobs.read(nameOf(id, 'media'), { from: at - head.length, to: end - head.length })
			if (!piece || piece.length === 0) throw new Error(`recording ${id} is shorter than it was`)
			yield piece
			at += piece.length
		}
	}

	return {
		writeInit: (id: RecordingId, bytes: Buffer) => blobs.write(nameOf(id, 'init.mp4'), bytes),
		append: (id: RecordingId, bytes: Buffer) => blobs.append(nameOf(id, 'media'), bytes),
		/** Writes what makes a recording playable; undefined if there is nothing to play. */
		async finish(id: RecordingId, startedAt: Instant): Promise<FinishedRecording | undefined> {
			const init = await blobs.read(nameOf(id, 'init.mp4'))
			const media = await blobs.find(nameOf(id, 'media'))
			if (!init || !media) return undefined
			const index = await indexRecording((from, to) => blobs.read(nameOf(id, 'media'), { from, to }), media.bytes)
			if (!index) return undefined
			const head = recordingHead(init, index)
			await blobs.write(nameOf(id, 'head.mp4'), head)
			await blobs.write(nameOf(id, 'playlist.m3u8'), Buffer.from(recordingPlaylist(index, startedAt)))
			return { durationMs: Math.round(index.durationS * 1000), bytes: head.length + index.bytes }
		},
		readPlaylist: (id: RecordingId) => blobs.read(nameOf(id, 'playlist.m3u8')),
		readInit: (id: RecordingId) => blobs.read(nameOf(id, 'init.mp4')),
		readMedia: (id: RecordingId, range: ByteRange) => blobs.read(nameOf(id, 'media'), range),
		/** Returns a function that yields ranges of the whole file; undefined where it is gone. */
		async openWhole(id: RecordingId): Promise<((range: ByteRange) => AsyncGenerator<Buffer>) | undefined> {
			const head = await blobs.read(nameOf(id, 'head.mp4'))
			return head && (range => wholePieces(id, head, range))
		},
		remove: (id: RecordingId) => blobs.delete(id),
		/** Names of the folders, of recordings that exist or not. */
		listFolders: () => blobs.listTop(),
		/** When a folder was last written to; undefined if it is empty. */
		async findWrittenAt(name: string): Promise<Instant | undefined> {
			const times = (await blobs.list(`${name}/`)).map(({ writtenAt }) => writtenAt)
			return times.length > 0 ? Math.max(...times) : undefined
		},
		removeFolder: (name: string) => blobs.delete(name),
	}
}
export type RecordingFiles = ReturnType<typeof createRecordingFiles>

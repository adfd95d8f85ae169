import type { RecordingId } from '@parley/api'
import type { Instant } from '@parley/core'
import { type AppendableBlobs, type ByteRange, type LargeBlobs, readPieces } from '../../platform/blobStore.ts'
import { recordingHead } from './mp4/recordingHead.ts'
import { indexRecording } from './mp4/recordingIndex.ts'
import { recordingPlaylist } from './playlist.ts'
import type { FinishedRecording } from './store.ts'

const fileNames = ['init.mp4', 'media', 'head.mp4', 'playlist.m3u8'] as const

/**
 * The files of recordings, a folder for each: `init.mp4` and `media`, which grows fragment by fragment, and for a finished one
 * `head.mp4`, which stands before the media of the whole file, and `playlist.m3u8`. They are written to the disk, because an
 * object store cannot append. Finished ones are uploaded to the object store, and read from where they are.
 * @param objects undefined: they stay on the disk
 */
export function createRecordingFiles(disk: AppendableBlobs, objects?: LargeBlobs) {
	const nameOf = (id: RecordingId, file: (typeof fileNames)[number]) => `${id}/${file}`

	const read = async (name: string, range?: ByteRange): Promise<Buffer | undefined> =>
		(await disk.read(name, range)) ?? (await objects?.read(name, range))

	/** Yields a range of the head and the media behind it. */
	async function* wholePieces(id: RecordingId, head: Buffer, { from, to }: ByteRange): AsyncGenerator<Buffer> {
		if (from < head.length) yield head.subarray(from, to + 1)
		const media = { from: Math.max(from, head.length) - head.length, to: to - head.length }
		yield* readPieces({ read }, nameOf(id, 'media'), media)
	}

	/** Uploads a file unless the object store has it already. @throws where it has not arrived whole */
	async function upload(store: LargeBlobs, name: string, signal: AbortSignal): Promise<void> {
		const file = await disk.find(name)
		if (!file) throw new Error(`${name} is not on the disk`)
		if ((await store.find(name))?.bytes === file.bytes) return
		await store.writeLarge(name, readPieces(disk, name, { from: 0, to: file.bytes - 1 }), signal)
		const uploaded = await store.find(name)
		if (uploaded?.bytes !== file.bytes) throw new Error(`${name} has ${file.bytes} bytes, uploaded ${uploaded?.bytes}`)
	}

	return {
		writeInit: (id: RecordingId, bytes: Buffer) => disk.write(nameOf(id, 'init.mp4'), bytes),
		append: (id: RecordingId, bytes: Buffer) => disk.append(nameOf(id, 'media'), bytes),
		/** Writes what makes a recording playable; undefined if there is nothing to play. */
		async finish(id: RecordingId, startedAt: Instant): Promise<FinishedRecording | undefined> {
			const init = await disk.read(nameOf(id, 'init.mp4'))
			const media = await disk.find(nameOf(id, 'media'))
			if (!init || !media) return undefined
			const index = await indexRecording((from, to) => disk.read(nameOf(id, 'media'), { from, to }), media.bytes)
			if (!index) return undefined
			const head = recordingHead(init, index)
			await disk.write(nameOf(id, 'head.mp4'), head)
			await disk.write(nameOf(id, 'playlist.m3u8'), Buffer.from(recordingPlaylist(index, startedAt)))
			return { durationMs: Math.round(index.durationS * 1000), bytes: head.length + index.bytes }
		},
		/** Finished recordings are in an object store. */
		areUploaded: objects !== undefined,
		/** Whether the files of a recording are on the disk of this server. */
		isHere: async (id: RecordingId) => (await disk.list(`${id}/`)).length > 0,
		/**
		 * Uploads a finished recording, and continues where it was interrupted. Does nothing without an object store.
		 * @throws where it did not succeed; the files on the disk are as before
		 */
		async upload(id: RecordingId, signal: AbortSignal): Promise<void> {
			// The playlist comes last: who finds it finds everything.
			if (objects) for (const file of fileNames) await upload(objects, nameOf(id, file), signal)
		},
		/** Removes the files of an uploaded recording from the disk. */
		async removeUploaded(id: RecordingId): Promise<void> {
			if (objects) await disk.delete(id)
		},
		readPlaylist: (id: RecordingId) => read(nameOf(id, 'playlist.m3u8')),
		readInit: (id: RecordingId) => read(nameOf(id, 'init.mp4')),
		readMedia: (id: RecordingId, range: ByteRange) => read(nameOf(id, 'media'), range),
		/** Returns a function that yields ranges of the whole file; undefined where it is gone. */
		async openWhole(id: RecordingId): Promise<((range: ByteRange) => AsyncGenerator<Buffer>) | undefined> {
			const head = await read(nameOf(id, 'head.mp4'))
			return head && (range => wholePieces(id, head, range))
		},
		async remove(id: RecordingId): Promise<void> {
			await disk.delete(id)
			await objects?.delete(id)
		},
		/** Names of the folders on this disk, of recordings that exist or not. */
		listFoldersHere: () => disk.listTop(),
		/** Names of the folders everywhere. */
		listFolders: async () => [...new Set([...(await disk.listTop()), ...((await objects?.listTop()) ?? [])])],
		/** When a folder was last written to; undefined if it is empty. */
		async findWrittenAt(name: string): Promise<Instant | undefined> {
			const files = [...(await disk.list(`${name}/`)), ...((await objects?.list(`${name}/`)) ?? [])]
			return files.length > 0 ? Math.max(...files.map(({ writtenAt }) => writtenAt)) : undefined
		},
		async removeFolder(name: string): Promise<void> {
			await disk.delete(name)
			await objects?.delete(name)
		},
	}
}
export type RecordingFiles = ReturnType<typeof createRecordingFiles>

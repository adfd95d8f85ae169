import { definitionNames } from '@parley/core'
import * as v from 'valibot'
import type { AppendableBlobs, BlobStore } from '../../../../../platform/blobStore.ts'
import type { DefinitionName, LiveStreamId } from '../../../index.ts'
import type { Copied, RecordingArchive } from './recordingArchive.ts'
import { createSegmentFiles, type SegmentFiles } from './segmentFiles.ts'
import { SegmentJournal } from './segmentJournal.ts'
import { StreamIndex } from './streamIndex.ts'

export interface StreamStores {
	/** Segments and indexes of streams, one folder each. */
	media: BlobStore
	/** Journals of recordings; may be the same store. */
	journals: AppendableBlobs
}

const indexOf = (streamId: LiveStreamId): string => `${streamId}/stream.json`

/** Everything that outlives the process: of each stream the index, the journal and the segments of its definitions. */
export class StoredStreams {
	readonly #media: BlobStore
	readonly #journals: AppendableBlobs
	readonly #openJournals = new Map<LiveStreamId, SegmentJournal>()

	constructor({ media, journals }: StreamStores) {
		this.#media = media
		this.#journals = journals
	}

	/** Ids of streams, names of media set aside, and names that are not ours. */
	names(): Promise<string[]> {
		return this.#media.listTop()
	}

	/**
	 * @param onSize called with the growth of stored data in bytes; negative if it shrank
	 * @param readElsewhere reads files that have left the disk
	 */
	segments(
		streamId: LiveStreamId,
		definition: DefinitionName,
		onSize: (bytes: number) => void,
		readElsewhere?: SegmentFiles['read'],
	): SegmentFiles {
		return createSegmentFiles(this.#media, `${streamId}/${definition}`, onSize, readElsewhere)
	}

	journal(streamId: LiveStreamId): SegmentJournal {
		const open = this.#openJournals.get(streamId) ?? new SegmentJournal(this.#journals, streamId)
		this.#openJournals.set(streamId, open)
		return open
	}

	/** @throws also if it is missing: the store refused it, and the blobs next to it may be a recording. */
	async readIndex(streamId: LiveStreamId): Promise<StreamIndex> {
		const text = (await this.#media.read(indexOf(streamId)))?.toString()
		if (text === undefined) throw new Error(`the stream ${streamId} has no index`)
		return v.parse(StreamIndex, JSON.parse(text))
	}

	/** Replaces the index. That of an ended stream is complete without the journal, which is removed. */
	async writeIndex(streamId: LiveStreamId, index: StreamIndex): Promise<void> {
		await this.#media.write(indexOf(streamId), Buffer.from(JSON.stringify(index)))
		if (index.endedAt !== null) await this.journal(streamId).remove()
	}

	/** @param name of a stream, or of media set aside */
	async bytesOf(name: string): Promise<number> {
		const blobs = await this.#media.list(`${name}/`)
		return blobs.reduce((sum, { bytes }) => sum + bytes, 0)
	}

	async rename(streamId: LiveStreamId, name: string): Promise<void> {
		for (const store of this.#stores()) await store.move(streamId, name)
		this.#openJournals.delete(streamId)
	}

	/** Copies the recording of an ended stream. @throws where it is not complete afterwards */
	copyTo(archive: RecordingArchive, streamId: LiveStreamId, index: StreamIndex, signal?: AbortSignal): Promise<Copied> {
		return archive.copy(this.#media, streamId, index, signal)
	}

	/** Removes a stream that was copied; the index goes last, because media without one look like a damaged recording. */
	async removeCopied(streamId: LiveStreamId): Promise<void> {
		for (const definition of definitionNames) await this.#media.delete(`${streamId}/${definition}`)
		await this.remove(streamId)
	}

	/** @param name of a stream, or of media set aside */
	async remove(name: string): Promise<void> {
		await this.#openJournals.get(name)?.settle()
		this.#openJournals.delete(name)
		for (const store of this.#stores()) await store.delete(name)
	}

	#stores(): Iterable<BlobStore> {
		return new Set<BlobStore>([this.#media, this.#journals])
	}
}

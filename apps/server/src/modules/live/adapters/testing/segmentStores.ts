import type { FlvTag } from '../../ingest.ts'
import { readMediaPacket } from '../embedded/flv/mediaPacket.ts'
import { createFileNames } from '../embedded/origin/fileNames.ts'
import { ProgramDates } from '../embedded/origin/programDates.ts'
import type { SegmentFiles } from '../embedded/origin/segmentFiles.ts'
import { SegmentStore, type SegmentStoreOptions } from '../embedded/origin/segmentStore.ts'
import { createPackager } from '../embedded/packager/packager.ts'

/** In-memory disk that can be full. */
export function createMemoryFiles() {
	const kept = new Map<string, Buffer>()
	let room = Number.POSITIVE_INFINITY
	let writes = 0
	const files: SegmentFiles = {
		async write(name, data) {
			writes++
			if (kept.size >= room) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
			kept.set(name, data)
		},
		read: async name => kept.get(name),
		async remove(name) {
			kept.delete(name)
		},
	}
	return {
		...files,
		names: () => [...kept.keys()],
		/** Number of writes so far, refused ones included. */
		writes: () => writes,
		/** Limits the number of files that fit from now on. */
		limit(count: number) {
			room = count
		},
	}
}

export const testNames = createFileNames(Buffer.from('not secret'), 'source')

/** In-memory segment store, and a packager that feeds it. */
export function createTestSegmentStore(options: Partial<SegmentStoreOptions> = {}) {
	const files = createMemoryFiles()
	const disk: boolean[] = []
	const clock = { now: 1_773_108_000_000 }
	const dates = new ProgramDates()
	const segmentStore = new SegmentStore({
		names: testNames,
		files,
		windowMs: 1_800_000,
		isRecorded: false,
		dateOf: at => dates.of(at) ?? clock.now,
		firstMsn: 0,
		onDisk: isFull => disk.push(isFull),
		...options,
	})
	const packager = createPackager({
		onInit: ({ data }) => segmentStore.setInit(data),
		onDiscontinuity: () => segmentStore.discontinue(),
		onPart: part => segmentStore.addPart(part, packager.partTarget() ?? part.duration),
		onDropped: () => {},
	})
	return {
		segmentStore,
		packager,
		files,
		disk,
		clock,
		/** Feeds each tag at its time; resolves when everything is on the disk. */
		async push(tags: readonly FlvTag[], onEach?: () => void) {
			const start = clock.now - (tags[0]?.timestampMs ?? 0)
			for (const tag of tags) {
				clock.now = start + tag.timestampMs
				const packet = readMediaPacket(tag)
				if (packet) dates.note(tag.timestampMs, clock.now)
				if (packet) packager.push(packet, tag.timestampMs)
				onEach?.()
				// The disk has caught up.
				if (tag.timestampMs % 500 < 10) await segmentStore.settle()
			}
			await segmentStore.settle()
		},
		async playlist(request: { msn?: number; part?: number; isDelta?: boolean } = {}) {
			const answer = await segmentStore.playlist({ ...request, reports: () => [] })
			return answer.status === 200 ? answer.text : `${answer.status}`
		},
	}
}

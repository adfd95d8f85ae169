import { type BlobStore, requireBlobName } from '../blobStore.ts'
import type { Clock } from '../clock.ts'

/** A blob store that keeps nothing beyond the process; it stands for one that is not on this machine's disk. */
export function createMemoryBlobs(clock: Clock): BlobStore {
	const blobs = new Map<string, { content: Buffer; writtenAt: number }>()
	const infoOf = (name: string) => {
		const blob = blobs.get(name)
		return blob && { name, bytes: blob.content.length, writtenAt: blob.writtenAt }
	}
	return {
		async write(name, content) {
			requireBlobName(name)
			blobs.set(name, { content: Buffer.from(content), writtenAt: clock.now() })
		},
		async read(name, range) {
			requireBlobName(name)
			const content = blobs.get(name)?.content
			return content && (range ? content.subarray(range.from, range.to + 1) : content)
		},
		async find(name) {
			requireBlobName(name)
			return infoOf(name)
		},
		list: async (prefix = '') =>
			[...blobs.keys()]
				.filter(name => name.startsWith(prefix))
				.sort()
				.flatMap(name => infoOf(name) ?? []),
		async delete(name) {
			requireBlobName(name)
			blobs.delete(name)
		},
	}
}

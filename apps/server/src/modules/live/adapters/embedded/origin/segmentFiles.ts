import type { BlobStore } from '../../../../../platform/blobStore.ts'

export const initFile = (number: number): string => `init${number}.mp4`
export const segmentFile = (msn: number): string => `${msn}.m4s`

/** Storage of one definition's media; the origin creates the names. Rejects when the store fails. */
export interface SegmentFiles {
	write(name: string, data: Buffer): Promise<void>
	/** Undefined if the file does not exist (any more). */
	read(name: string): Promise<Buffer | undefined>
	remove(name: string): Promise<void>
}

/**
 * @param folder of the definition in the store
 * @param onSize called with the growth of stored data in bytes; negative if it shrank
 * @param readElsewhere reads files that are not in the store (any more)
 */
export function createSegmentFiles(
	blobs: BlobStore,
	folder: string,
	onSize: (bytes: number) => void = () => {},
	readElsewhere: SegmentFiles['read'] = async () => undefined,
): SegmentFiles {
	const sizes = new Map<string, number>()
	const resize = (name: string, bytes: number) => {
		onSize(bytes - (sizes.get(name) ?? 0))
		if (bytes === 0) sizes.delete(name)
		else sizes.set(name, bytes)
	}
	return {
		async write(name, data) {
			// An open segment is rewritten every second; a power cut may take the newest ones.
			await blobs.write(`${folder}/${name}`, data, { isFlushed: false })
			resize(name, data.length)
		},
		read: async name => (await blobs.read(`${folder}/${name}`)) ?? (await readElsewhere(name)),
		async remove(name) {
			await blobs.delete(`${folder}/${name}`)
			resize(name, 0)
		},
	}
}

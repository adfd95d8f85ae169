import { type AppendableBlobs, requireBlobName } from '../blobStore.ts'
import type { Clock } from '../clock.ts'

/** A blob store that keeps nothing beyond the process; it stands for one that is not on this machine's disk. */
export function createMemoryBlobs(clock: Clock): AppendableBlobs {
	const blobs = new Map<string, { content: Buffer; writtenAt: number }>()
	const infoOf = (name: string) => {
		const blob = blobs.get(name)
		return blob && { name, bytes: blob.content.length, writtenAt: blob.writtenAt }
	}
	const keep = (name: string, content: Buffer) => void blobs.set(name, { content, writtenAt: clock.now() })
	/** The blob and those in the folder of that name. */
	const below = (name: string) => [...blobs.keys()].filter(each => each === name || each.startsWith(`${name}/`))
	return {
		async write(name, content) {
			requireBlobName(name)
			keep(name, Buffer.from(content))
		},
		async append(name, content) {
			requireBlobName(name)
			keep(name, Buffer.concat([blobs.get(name)?.content ?? Buffer.alloc(0), content]))
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
		listTop: async () => [...new Set([...blobs.keys()].map(name => name.split('/')[0] ?? ''))].sort(),
		async delete(name) {
			requireBlobName(name)
			for (const each of below(name)) blobs.delete(each)
		},
		async move(name, to) {
			requireBlobName(name)
			requireBlobName(to)
			for (const each of below(name)) {
				const blob = blobs.get(each)
				blobs.delete(each)
				if (blob) blobs.set(`${to}${each.slice(name.length)}`, blob)
			}
		},
	}
}

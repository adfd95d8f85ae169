import type { Instant } from '@parley/core'

/** A range of bytes, both ends included, as in HTTP. */
export interface ByteRange {
	from: number
	to: number
}

export interface BlobInfo {
	name: string
	bytes: number
	writtenAt: Instant
}

/**
 * The port to where files are kept: on the disk of this machine, or in an object store. Names are paths with `/` between
 * their parts; each part is letters, digits, `-`, `_` and `.`, and does not begin with `.`. Every function rejects where the
 * store cannot be reached or refuses.
 */
export interface BlobStore {
	/** Writes a blob, or replaces it: readers find the old one or the new one, never a part. */
	write(name: string, content: Uint8Array): Promise<void>
	/** The content or the range of it; undefined where there is no such blob. */
	read(name: string, range?: ByteRange): Promise<Buffer | undefined>
	find(name: string): Promise<BlobInfo | undefined>
	/** Blobs whose names begin with the prefix, sorted by name. */
	list(prefix?: string): Promise<BlobInfo[]>
	/** Does nothing where there is no such blob. */
	delete(name: string): Promise<void>
}

const part = String.raw`[\w-][\w.-]{0,199}`
const namePattern = new RegExp(`^${part}(?:/${part}){0,7}$`)

export const isBlobName = (name: string): boolean => namePattern.test(name)

/** Throws for a name that could leave the store or that another store would not accept. */
export function requireBlobName(name: string): void {
	if (!isBlobName(name)) throw new Error(`no name of a blob: ${JSON.stringify(name.slice(0, 80))}`)
}

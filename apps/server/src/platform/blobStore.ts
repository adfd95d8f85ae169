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

export interface WriteOptions {
	/**
	 * False: the blob survives the end of the process, but not always a power cut, which spares a wait for the disk. True
	 * unless given; stores for which this makes no difference ignore it.
	 */
	isFlushed?: boolean
}

/**
 * The port to where files are kept: on the disk of this machine, or in an object store. Names are paths with `/` between
 * their parts; each part is letters, digits, `-`, `_` and `.`, and does not begin with `.`. All blobs whose names begin with
 * `a/` are the folder `a`, which exists as long as one of them does. Blobs are at most a few megabytes, unless they are large
 * (`LargeBlobs`): they are read and written as a whole. Every function rejects where the store cannot be reached or refuses.
 */
export interface BlobStore {
	/** Writes a blob, or replaces it: readers find the old one or the new one, never a part. */
	write(name: string, content: Uint8Array, options?: WriteOptions): Promise<void>
	/** The content or the range of it; undefined where there is no such blob. */
	read(name: string, range?: ByteRange): Promise<Buffer | undefined>
	find(name: string): Promise<BlobInfo | undefined>
	/** Blobs whose names begin with the prefix, sorted by name. */
	list(prefix?: string): Promise<BlobInfo[]>
	/** Sorted first parts of all names: blobs and folders at the top. */
	listTop(): Promise<string[]>
	/** Deletes a blob, or a folder with all blobs in it; does nothing where there is neither. */
	delete(name: string): Promise<void>
	/**
	 * Renames a blob, or a folder with all blobs in it; does nothing where there is neither. Nothing may have the new name.
	 * A store that copies and deletes may leave some blobs under both names if the process ends meanwhile.
	 */
	move(name: string, to: string): Promise<void>
}

/** A capability of stores on the disk and of object stores alike: blobs of any size, which are read in ranges. */
export interface LargeBlobs extends BlobStore {
	/**
	 * Writes a blob piece by piece, or replaces it, without keeping it in memory. Readers find the old one or the whole new one.
	 * @throws where the pieces fail, the store refuses, or `signal` is aborted; nothing is written then
	 */
	writeLarge(name: string, pieces: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void>
}

/** Bytes of one piece of a large blob in memory. */
const pieceBytes = 1024 * 1024

/** Yields a range of a blob. @throws where the blob is shorter */
export async function* readPieces(
	store: Pick<BlobStore, 'read'>,
	name: string,
	{ from, to }: ByteRange,
): AsyncGenerator<Buffer> {
	for (let at = from; at <= to; ) {
		const piece = await store.read(name, { from: at, to: Math.min(to, at + pieceBytes - 1) })
		if (!piece || piece.length === 0) throw new Error(`the blob ${name} is shorter than it was`)
		yield piece
		at += piece.length
	}
}

/**
 * A capability that files have and object stores do not: a blob grows at its end, without being written again. What was
 * appended survives the end of the process. Small journals need it, and are therefore kept on the disk of the server that
 * writes them, wherever other blobs are (docs/decisions/live-media-in-blobs.md).
 */
export interface AppendableBlobs extends BlobStore {
	/** Creates the blob where there is none. A process that ends meanwhile may leave a part of the content. */
	append(name: string, content: Uint8Array): Promise<void>
}

const part = String.raw`[\w-][\w.-]{0,199}`
const namePattern = new RegExp(`^${part}(?:/${part}){0,7}$`)

export const isBlobName = (name: string): boolean => namePattern.test(name)

/** Throws for a name that could leave the store or that another store would not accept. */
export function requireBlobName(name: string): void {
	if (!isBlobName(name)) throw new Error(`no name of a blob: ${JSON.stringify(name.slice(0, 80))}`)
}

import { createHash } from 'node:crypto'
import { type Instant, limits, ok, pictureNameOf, picturePathOf, refused } from '@parley/core'
import type { BlobStore } from '../../platform/blobStore.ts'
import type { Clock } from '../../platform/clock.ts'
import { createKeyedLock } from '../../platform/keyedLock.ts'
import { encodeChatPicture, encodePicture } from './encodePicture.ts'
import type { PictureAttachments } from './store.ts'

/** An uploaded picture that no meeting uses is kept for as long as its form may still be open. */
const unusedForMs = 24 * 3_600_000
const sweepEveryMs = 3_600_000
/** A form that names a picture is stored within this time. */
const attachingMs = 60_000

interface PictureDeps {
	/** By name, without a path. */
	blobs: BlobStore
	attachments: PictureAttachments
	/** Which of these paths meetings have, as background or in their introduction. */
	findInUse(paths: readonly string[]): Promise<ReadonlySet<string>>
	clock: Clock
}

/** Pictures of meetings: uploaded, re-encoded, and removed when no meeting has them. A name is the hash of the content. */
export function createPictureService({ blobs, attachments, findInUse, clock }: PictureDeps) {
	/** One at a time: decoded, a picture takes many times its size. */
	const oneAtATime = createKeyedLock()
	let sweptAt: Instant | undefined

	async function upload(bytes: Uint8Array) {
		if (bytes.length > limits.pictureMaxBytes) return refused('tooLarge')
		const encoded = await oneAtATime('encode', () => encodePicture(bytes))
		if (!encoded.ok) return encoded
		const name = `${createHash('sha256').update(encoded.value).digest('hex')}.jpg`
		await blobs.write(name, encoded.value)
		return ok({ path: picturePathOf(name) })
	}

	/** Returns whether a meeting may have the picture; one that is just being removed from another meeting then stays. */
	async function attach(path: string): Promise<boolean> {
		const name = pictureNameOf(path)
		if (name === undefined) return false
		await attachments.note(name, clock.now())
		return (await blobs.find(name)) !== undefined
	}

	/** Deletes the pictures that no meeting uses any longer, unless one is just being stored with it. */
	async function release(paths: readonly string[]): Promise<void> {
		if (paths.length === 0) return
		// Read before the attachments: a meeting that was stored later has attached its picture since.
		const since = clock.now() - attachingMs
		const inUse = await findInUse(paths)
		for (const path of paths) {
			const name = pictureNameOf(path)
			if (name && !inUse.has(path)) await attachments.removeUnlessAttached(name, since, () => blobs.delete(name))
		}
	}

	/** Deletes pictures uploaded at least a day ago that no meeting uses. */
	async function removeUnused(): Promise<void> {
		const now = clock.now()
		if (sweptAt !== undefined && now - sweptAt < sweepEveryMs) return
		sweptAt = now
		await attachments.forgetBefore(now - attachingMs)
		const old = (await blobs.list()).filter(({ writtenAt }) => writtenAt <= now - unusedForMs)
		await release(old.map(({ name }) => picturePathOf(name)))
	}

	/** The picture of this name, which is a hash of what it is; undefined where there is none. */
	const read = (name: string) => blobs.read(name)

	/** Encodes a picture of a chat, which its chat keeps. */
	const encodeForChat = (bytes: Uint8Array) => oneAtATime('encode', () => encodeChatPicture(bytes))

	return { encodeForChat, upload, attach, release, removeUnused, read }
}
export type PictureService = ReturnType<typeof createPictureService>

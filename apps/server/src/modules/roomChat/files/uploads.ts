import {
	bytesOfMb,
	type ChatFile,
	ChatFileId,
	chatFileExtension,
	chatFileLimits,
	type FileExtension,
	type Instant,
	isPictureExtension,
	ok,
	type PictureExtension,
	type Result,
	refused,
	type SiteId,
} from '@parley/core'
import type { GroupId, ImUserId } from '@parley/im'
import { type ParticipantId, toChatUserId } from '@parley/room'
import * as v from 'valibot'
import type { BlobStore } from '../../../platform/blobStore.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import { createKeyedLock } from '../../../platform/keyedLock.ts'
import type { RateLimit } from '../../../platform/rateLimit.ts'
import type { PictureService } from '../../picture/index.ts'
import { isContentOf } from './content.ts'
import { cleanFileName } from './name.ts'
import type { ChatPerson, FindChatPerson } from './people.ts'
import type { ChatFileStore, StoredFile } from './store.ts'
import type { FileTokens } from './tokens.ts'

/** The disk keeps as much for everything else. */
const minFreeBytes = 512 * 1024 ** 2
/** Complete files that wait for their check, which takes seconds at most times and 20 seconds at worst. */
const maxChecks = { total: 16, perMeeting: 4 }
const busyForMs = 5_000

export interface UploadDeps {
	store: ChatFileStore
	/** By `<file>/<part>`, and `<file>/picture` and `<file>/thumbnail` of pictures. */
	blobs: BlobStore
	tokens: Pick<FileTokens, 'verifyParticipant'>
	people: FindChatPerson
	findSettings(siteId: SiteId): Promise<{ chatFiles: boolean; chatFileMb: number }>
	encodePicture: PictureService['encodeForChat']
	/** Files that one person announces. */
	perPerson: Pick<RateLimit, 'consume'>
	freeBytes(): Promise<number>
	clock: Clock
	ids: Pick<Ids, 'row'>
}

/** A file that is being sent: at most one of a participant. */
interface Upload {
	id: ChatFileId
	extension: PictureExtension | FileExtension
	bytes: number
	/** Number of parts that have arrived. */
	received: number
	/** Time of its announcement or latest part. */
	activeAt: Instant
}

export interface Announcement {
	token: string
	/** `everyone`, or the id of the other person in messaging. */
	to: string
	name: string
	bytes: number
}

/** A person who may send files, of at most `maxBytes`. */
type Sender = ChatPerson & { maxBytes: number }
type AccessRefusal = 'absent' | 'offBySite' | 'offByHost'

export const partsOf = (bytes: number): number => Math.ceil(bytes / chatFileLimits.partBytes)

/** Takes pictures and files of chats in parts, and checks each once it is complete (ROOM-221). */
export function createUploads(deps: UploadDeps) {
	const { store, blobs, tokens, people, findSettings, encodePicture, perPerson, freeBytes, clock, ids } = deps
	const uploads = new Map<ImUserId, Upload>()
	const oneByOne = createKeyedLock()
	/** Chats of the files that are checked or wait for it. */
	const checking: GroupId[] = []

	/** Returns the sender, as long as they are in the room and may send files. */
	async function admit(participantId: ParticipantId, siteId: SiteId): Promise<Result<Sender, AccessRefusal>> {
		const { chatFiles, chatFileMb } = await findSettings(siteId)
		const person = people.find(participantId, siteId)
		if (!person) return refused('absent')
		if (!chatFiles) return refused('offBySite')
		if (!person.member.maySendFiles) return refused('offByHost')
		return ok({ ...person, maxBytes: bytesOfMb(chatFileMb) })
	}

	/** Runs `act` for the sender, after what the same person requested before. */
	async function withSender<R>(token: string, siteId: SiteId, act: (sender: Sender) => Promise<R>) {
		const participantId = await tokens.verifyParticipant(token, clock.now())
		if (!participantId) return refused('absent')
		return await oneByOne(toChatUserId(participantId), async () => {
			const sender = await admit(participantId, siteId)
			return sender.ok ? await act(sender.value) : sender
		})
	}

	async function discard(uid: ImUserId): Promise<void> {
		const upload = uploads.get(uid)
		if (!upload) return
		uploads.delete(uid)
		await blobs.delete(upload.id)
		await store.remove(upload.id)
	}

	/** Returns whether a file of so many bytes fits in its chat and on the disk, with all that is announced. */
	async function hasSpace(gid: GroupId, bytes: number): Promise<boolean> {
		if ((await store.countBytes(gid)) + bytes > chatFileLimits.maxBytesPerMeeting) return false
		let expected = bytes
		for (const upload of uploads.values())
			expected += Math.max(0, upload.bytes - upload.received * chatFileLimits.partBytes)
		return (await freeBytes()) - expected >= minFreeBytes
	}

	async function announce({ uid, gid, member, maxBytes }: Sender, file: Announcement, siteId: SiteId) {
		const { to, name, bytes } = file
		const receiver = to === 'everyone' ? null : people.findUser(to, siteId)
		if (receiver === undefined || receiver?.uid === uid || (receiver && receiver.gid !== gid))
			return refused('receiverAbsent')
		const extension = chatFileExtension(name)
		if (!extension) return refused('extensionInvalid')
		if (bytes <= 0) return refused('isEmpty')
		if (bytes > maxBytes) return refused('tooLarge')
		const { meetingId, personKey } = member.identity
		// By person: a new visit is no new allowance.
		const counted = await perPerson.consume(`${meetingId} ${personKey}`)
		if (!counted.ok) return { ...refused('tooOften'), retryAfterMs: counted.retryAfterMs }
		await discard(uid)
		// Two announcements at once do not both get the last space.
		return await oneByOne('space', async () => {
			if (!(await hasSpace(gid, bytes))) return refused('full')
			const id = v.parse(ChatFileId, ids.row('file'))
			const now = clock.now()
			await store.insert({
				id,
				meetingId,
				gid,
				author: uid,
				receiver: receiver?.uid ?? null,
				name: cleanFileName(name, extension),
				bytes,
				createdAt: now,
			})
			uploads.set(uid, { id, extension, bytes, received: 0, activeAt: now })
			return ok({ id })
		})
	}

	async function takePart(uid: ImUserId, { id, index, part }: { id: ChatFileId; index: number; part: Uint8Array }) {
		const upload = uploads.get(uid)
		if (upload?.id !== id) return refused('unknownFile')
		// The answer to it was lost.
		if (index >= 0 && index < upload.received) return ok({})
		const { partBytes } = chatFileLimits
		const expected = Math.min(partBytes, upload.bytes - upload.received * partBytes)
		if (index !== upload.received || expected <= 0 || part.length !== expected) return refused('partInvalid')
		await blobs.write(`${id}/${index}`, part)
		upload.received++
		upload.activeAt = clock.now()
		return ok({})
	}

	async function finish(uid: ImUserId, id: ChatFileId) {
		const stored = await store.find(id)
		if (!stored || stored.author !== uid) return refused('unknownFile')
		if (stored.finishedAt !== null) return ok(toChatFile(stored))
		const upload = uploads.get(uid)
		if (upload?.id !== id || upload.received < partsOf(upload.bytes)) return refused('unknownFile')
		const checked = await inTurn(stored.gid, () => check(upload, stored))
		if (!checked) return { ...refused('busy'), retryAfterMs: busyForMs }
		if (!checked.ok) {
			await discard(uid)
			return checked
		}
		await store.finish(id, { ...checked.value, finishedAt: clock.now() })
		uploads.delete(uid)
		// The uploaded picture itself is not kept: it may say where it was taken.
		if (checked.value.picture) await deleteParts(upload)
		return ok(toChatFile({ ...stored, ...checked.value }))
	}

	async function deleteParts({ id, bytes }: Upload): Promise<void> {
		for (let index = 0; index < partsOf(bytes); index++) await blobs.delete(`${id}/${index}`)
	}

	/** Removes a file that no message has, unless it was continued since. */
	async function removeUnsent({ id, author }: Pick<StoredFile, 'id' | 'author'>, before: Instant): Promise<void> {
		const upload = uploads.get(author)
		if (upload?.id === id && upload.activeAt >= before) return
		const stored = await store.find(id)
		if (!stored || stored.sentAt !== null) return
		if (upload?.id === id) uploads.delete(author)
		await blobs.delete(id)
		await store.remove(id)
	}

	/** Runs checks one after the other: contents are in memory. Returns undefined if too many wait. */
	async function inTurn<R>(gid: GroupId, run: () => Promise<R>): Promise<R | undefined> {
		const ofMeeting = checking.filter(other => other === gid)
		if (checking.length >= maxChecks.total || ofMeeting.length >= maxChecks.perMeeting) return undefined
		checking.push(gid)
		try {
			return await oneByOne('content', run)
		} finally {
			checking.splice(checking.indexOf(gid), 1)
		}
	}

	type Finished = Pick<StoredFile, 'name' | 'bytes' | 'picture'>

	async function check(
		{ id, extension, bytes }: Upload,
		{ name }: StoredFile,
	): Promise<Result<Finished, 'unknownFile' | 'contentInvalid' | 'dimensionsInvalid' | 'unreadable'>> {
		const parts: Uint8Array[] = []
		for (let index = 0; index < partsOf(bytes); index++) {
			const part = await blobs.read(`${id}/${index}`)
			if (!part) return refused('unknownFile')
			parts.push(part)
		}
		const content = Buffer.concat(parts)
		if (!isPictureExtension(extension)) {
			const isRight = await isContentOf(extension, content)
			return isRight ? ok({ name, bytes, picture: null }) : refused('contentInvalid')
		}
		const encoded = await encodePicture(content)
		if (!encoded.ok) return refused(encoded.failure === 'kindInvalid' ? 'contentInvalid' : encoded.failure)
		const { picture, thumbnail, width, height } = encoded.value
		await blobs.write(`${id}/picture`, picture)
		await blobs.write(`${id}/thumbnail`, thumbnail)
		return ok({ name: cleanFileName(name, 'webp'), bytes: picture.length, picture: { width, height } })
	}

	return {
		start: (file: Announcement, siteId: SiteId) =>
			withSender(file.token, siteId, sender => announce(sender, file, siteId)),
		takePart: (
			{ token, ...part }: { token: string; id: ChatFileId; index: number; part: Uint8Array },
			siteId: SiteId,
		) => withSender(token, siteId, ({ uid }) => takePart(uid, part)),
		finish: ({ token, id }: { token: string; id: ChatFileId }, siteId: SiteId) =>
			withSender(token, siteId, ({ uid }) => finish(uid, id)),
		/** A participant has left: what they had not finished goes. */
		discard: (uid: ImUserId) => oneByOne(uid, () => discard(uid)),
		/** Removes a file that no message has, unless its upload was continued since. */
		removeUnsent: (file: Pick<StoredFile, 'id' | 'author'>, before: Instant) =>
			oneByOne(file.author, () => removeUnsent(file, before)),
	}
}

export const toChatFile = ({
	id,
	name,
	bytes,
	picture,
}: Pick<StoredFile, 'id' | 'name' | 'bytes' | 'picture'>): ChatFile => ({
	id,
	name,
	bytes,
	...(picture && { picture }),
})

export type Uploads = ReturnType<typeof createUploads>

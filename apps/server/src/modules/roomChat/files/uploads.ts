import {
	bytesOfMb,
	type ChatFile,
	ChatFileId,
	chatFileEnding,
	chatFileLimits,
	type FileEnding,
	isPictureEnding,
	ok,
	type PictureEnding,
	type Result,
	refused,
	type SiteId,
} from '@parley/core'
import type { ImUserId } from '@parley/im'
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
	ending: PictureEnding | FileEnding
	bytes: number
	/** Number of parts that have arrived. */
	received: number
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

	/** Returns the sender, as long as they are in the room and may send files. */
	async function admit(token: string, siteId: SiteId): Promise<Result<Sender, AccessRefusal>> {
		const participantId = await tokens.verifyParticipant(token, clock.now())
		const { chatFiles, chatFileMb } = await findSettings(siteId)
		const person = participantId && people.find(participantId, siteId)
		if (!person) return refused('absent')
		if (!chatFiles) return refused('offBySite')
		if (!person.member.maySendFiles) return refused('offByHost')
		return ok({ ...person, maxBytes: bytesOfMb(chatFileMb) })
	}

	/** Runs `act` for the sender, after what the same person requested before. */
	async function withSender<R>(token: string, siteId: SiteId, act: (sender: Sender) => Promise<R>) {
		const sender = await admit(token, siteId)
		return sender.ok ? await oneByOne(sender.value.uid, () => act(sender.value)) : sender
	}

	async function discard(uid: ImUserId): Promise<void> {
		const upload = uploads.get(uid)
		if (!upload) return
		uploads.delete(uid)
		await blobs.delete(upload.id)
		await store.remove(upload.id)
	}

	async function announce({ uid, gid, member, maxBytes }: Sender, file: Announcement, siteId: SiteId) {
		const { to, name, bytes } = file
		const receiver = to === 'everyone' ? null : people.findUser(to, siteId)
		if (receiver === undefined || receiver?.uid === uid || (receiver && receiver.gid !== gid))
			return refused('receiverAbsent')
		const ending = chatFileEnding(name)
		if (!ending) return refused('kindInvalid')
		if (bytes <= 0) return refused('isEmpty')
		if (bytes > maxBytes) return refused('tooLarge')
		const { meetingId, personKey } = member.identity
		// By person: a new visit is no new allowance.
		const counted = await perPerson.consume(`${meetingId} ${personKey}`)
		if (!counted.ok) return { ...refused('tooOften'), retryAfterMs: counted.retryAfterMs }
		await discard(uid)
		const isFull = (await store.countBytes(gid)) + bytes > chatFileLimits.maxBytesPerMeeting
		if (isFull || (await freeBytes()) - bytes < minFreeBytes) return refused('full')
		const id = v.parse(ChatFileId, ids.row('file'))
		await store.insert({
			id,
			meetingId,
			gid,
			author: uid,
			receiver: receiver?.uid ?? null,
			name: cleanFileName(name, ending),
			bytes,
			createdAt: clock.now(),
		})
		uploads.set(uid, { id, ending, bytes, received: 0 })
		return ok({ id })
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
		return ok({})
	}

	async function finish(uid: ImUserId, id: ChatFileId) {
		const stored = await store.find(id)
		if (!stored || stored.author !== uid) return refused('unknownFile')
		if (stored.finishedAt !== null) return ok(toChatFile(stored))
		const upload = uploads.get(uid)
		if (upload?.id !== id || upload.received < partsOf(upload.bytes)) return refused('unknownFile')
		// Contents are in memory one at a time.
		const checked = await oneByOne('content', () => check(upload, stored))
		if (!checked.ok) {
			await discard(uid)
			return checked
		}
		await store.finish(id, { ...checked.value, finishedAt: clock.now() })
		uploads.delete(uid)
		return ok(toChatFile({ ...stored, ...checked.value }))
	}

	type Finished = Pick<StoredFile, 'name' | 'bytes' | 'picture'>

	async function check(
		{ id, ending, bytes }: Upload,
		{ name }: StoredFile,
	): Promise<Result<Finished, 'contentInvalid' | 'dimensionsInvalid' | 'unreadable'>> {
		const parts: Uint8Array[] = []
		for (let index = 0; index < partsOf(bytes); index++)
			parts.push((await blobs.read(`${id}/${index}`)) ?? new Uint8Array())
		const content = Buffer.concat(parts)
		if (!isPictureEnding(ending)) {
			const isRight = await isContentOf(ending, content)
			return isRight ? ok({ name, bytes, picture: null }) : refused('contentInvalid')
		}
		const encoded = await encodePicture(content)
		if (!encoded.ok) return refused(encoded.failure === 'kindInvalid' ? 'contentInvalid' : encoded.failure)
		const { picture, thumbnail, width, height } = encoded.value
		// The uploaded file itself is not kept: it may say where a picture was taken.
		for (let index = 0; index < parts.length; index++) await blobs.delete(`${id}/${index}`)
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

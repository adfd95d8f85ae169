import type { ChatFileVariant } from '@parley/api'
import {
	type ChatFileId,
	chatFileLimits,
	type Instant,
	type MeetingId,
	ok,
	refused,
	SiteId,
	type UserId,
} from '@parley/core'
import type { ImUserId } from '@parley/im'
import type { ParticipantId } from '@parley/room'
import * as v from 'valibot'
import type { BlobStore } from '../../../platform/blobStore.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Participation } from '../../messaging/index.ts'
import type { AttendedChat } from '../store.ts'
import type { FindChatPerson } from './people.ts'
import type { ChatFileStore, StoredFile } from './store.ts'
import type { FileTokens } from './tokens.ts'
import { partsOf, toChatFile, type Uploads } from './uploads.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** As long as the messages of chats. */
export const keptForMs = 30 * dayMs
/**
 * A file that was uploaded and not sent is kept for as long as its message may wait for a connection, and an upload for as long
 * as it may be interrupted.
 */
const unsentForMs = hourMs
/** Old files that one run removes. */
const perRun = 200
/** Names that one statement looks up. */
const perLookUp = 500

export interface ChatFilesDeps {
	store: ChatFileStore
	blobs: BlobStore
	tokens: FileTokens
	people: FindChatPerson
	findSettings(siteId: SiteId): Promise<{ chatFiles: boolean }>
	/** Returns the chats of a meeting as one member saw them. */
	listAttended(meetingId: MeetingId, userId: UserId): Promise<AttendedChat[]>
	isSignedIn(sessionId: string): Promise<boolean>
	removeUnsent: Uploads['removeUnsent']
	clock: Clock
	log: Log
}

/** A variant of a file, in parts that are read one after the other. */
export interface ServedFile {
	name: string
	bytes: number
	parts(): AsyncIterable<Uint8Array>
}

/** The pictures and files of chats: attached to messages, loaded by their readers, and removed with the messages. */
export function createChatFiles(deps: ChatFilesDeps) {
	const { store, blobs, tokens, people, findSettings, listAttended, isSignedIn, removeUnsent, clock, log } = deps
	/** Folders of no file, and when this process first saw them. */
	const unknownSince = new Map<string, Instant>()
	let sweptAt: Instant | undefined

	const attachFile: Participation['attachFile'] = async (appId, uid, audience, fileId) => {
		const siteId = v.parse(SiteId, appId)
		const person = people.findUser(uid, siteId)
		if (!person?.member.maySendFiles || !(await findSettings(siteId)).chatFiles) return refused('off')
		const file = await store.find(fileId as ChatFileId)
		if (!file || file.finishedAt === null || file.author !== uid || file.gid !== person.gid) return refused('missing')
		const isFor =
			'gid' in audience ? file.receiver === null && audience.gid === file.gid : file.receiver === audience.userId
		if (!isFor) return refused('missing')
		return ok({ name: file.name, details: JSON.stringify(toChatFile(file)) })
	}

	/** Returns whether a person in the room reads the message of a file, or has uploaded it (ROOM-222). */
	function isReadBy(file: StoredFile, { uid, seesFrom }: { uid: ImUserId; seesFrom: Instant }): boolean {
		if (file.author === uid) return true
		if (file.sentAt === null) return false
		return file.receiver === null ? file.sentAt >= seesFrom : file.receiver === uid
	}

	async function read(
		{ id, name, bytes, picture }: StoredFile,
		variant: ChatFileVariant,
	): Promise<ServedFile | undefined> {
		if (!picture) {
			if (variant !== 'download') return undefined
			const [firstName = '', ...others] = Array.from({ length: partsOf(bytes) }, (_, index) => `${id}/${index}`)
			// The file may be removed meanwhile. Once the first part is here, the answer has begun.
			const [first, ...found] = await Promise.all([blobs.read(firstName), ...others.map(part => blobs.find(part))])
			if (!first || found.some(part => !part)) return undefined
			return { name, bytes, parts: () => readParts(first, others) }
		}
		const content = await blobs.read(`${id}/${variant === 'thumbnail' ? 'thumbnail' : 'picture'}`)
		return (
			content && {
				name,
				bytes: content.length,
				parts: async function* () {
					yield content
				},
			}
		)
	}

	async function* readParts(first: Uint8Array, others: readonly string[]) {
		yield first
		for (const name of others) {
			const part = await blobs.read(name)
			if (!part) throw new Error(`a part of a file is missing: ${name}`)
			yield part
		}
	}

	async function remove(id: ChatFileId): Promise<void> {
		await blobs.delete(id)
		await store.remove(id)
	}

	/** One that cannot be removed does not keep the others. */
	async function removeAll<F>(files: Iterable<F>, removeOne: (file: F) => Promise<void>): Promise<void> {
		for (const file of files)
			try {
				await removeOne(file)
			} catch (error) {
				log.error({ err: error, file }, 'a file of a chat could not be removed')
			}
	}

	return {
		attachFile,
		/** Lets the readers of a message that was stored at this time load its file. */
		markSent: store.markSent,
		/** Removes a file; does nothing if it is gone. */
		remove,
		/** Returns the participant whose files a token opens, while they are in the room. */
		async findParticipant(token: string, siteId: SiteId): Promise<ParticipantId | undefined> {
			const participantId = await tokens.verifyParticipant(token, clock.now())
			return participantId && people.find(participantId, siteId) && participantId
		},
		/** Returns a file for a participant in the room; undefined if they do not read its message. */
		async readInRoom(
			token: string,
			participantId: string,
			siteId: SiteId,
			file: { id: ChatFileId; variant: ChatFileVariant },
		) {
			const known = await tokens.verifyParticipant(token, clock.now())
			const person = known === participantId ? people.find(known, siteId) : undefined
			const stored = person && (await store.find(file.id))
			if (!stored || stored.finishedAt === null || stored.gid !== person.gid) return undefined
			if (!isReadBy(stored, { uid: person.uid, seesFrom: person.member.seesFrom })) return undefined
			return await read(stored, file.variant)
		},
		/** Returns a file for a member who saw its message in the meeting. */
		async readKept(token: string, meetingId: string, file: { id: ChatFileId; variant: ChatFileVariant }) {
			const grant = await tokens.verifyMember(token, clock.now())
			if (grant?.meetingId !== meetingId || !(await isSignedIn(grant.sessionId))) return undefined
			const stored = await store.find(file.id)
			if (!stored || stored.receiver !== null || stored.sentAt === null) return undefined
			const chats = await listAttended(grant.meetingId, grant.userId)
			const { sentAt } = stored
			const isSeen = chats.some(({ gid, seesFrom }) => gid === stored.gid && sentAt >= seesFrom)
			return isSeen ? await read(stored, file.variant) : undefined
		},
		/** Signs the cookie with which a member loads the files that are kept with a meeting. */
		signKept: (grant: { meetingId: MeetingId; userId: UserId; sessionId: string }) =>
			tokens.signMember(grant, clock.now()),
		signParticipant: (participantId: ParticipantId) => tokens.signParticipant(participantId, clock.now()),
		/** A deleted meeting takes the files of its chats with it. */
		forget: async (meetingId: MeetingId) => removeAll(await store.listOfMeeting(meetingId), remove),
		async removeOld(): Promise<void> {
			const now = clock.now()
			await removeAll(await store.listOld(now - keptForMs, perRun), remove)
			const unsent = await store.listUnsent(now - unsentForMs, perRun)
			await removeAll(unsent, file => removeUnsent(file, now - unsentForMs))
		},
		/**
		 * Removes files that the database does not know, as after a restored backup. A server that was started with an older
		 * database, or another one, knows none of what was sent since: whoever did that has a day to notice. Looks once an hour.
		 */
		async removeUnknown(): Promise<void> {
			const now = clock.now()
			if (sweptAt !== undefined && now - sweptAt < hourMs) return
			sweptAt = now
			const names = await blobs.listTop()
			const unknown = new Set(names)
			for (let at = 0; at < names.length; at += perLookUp)
				for (const name of await store.findExisting(names.slice(at, at + perLookUp))) unknown.delete(name)
			for (const name of unknownSince.keys()) if (!unknown.has(name)) unknownSince.delete(name)
			for (const name of unknown) {
				const since = unknownSince.get(name) ?? now
				unknownSince.set(name, since)
				if (now - since > dayMs) await blobs.delete(name)
			}
		},
	}
}
export type ChatFiles = ReturnType<typeof createChatFiles>

/** Largest file that a site takes, in bytes; 0 if it takes none. */
export const maxBytesOf = ({ chatFiles, chatFileMb }: { chatFiles: boolean; chatFileMb: number }): number =>
	chatFiles ? Math.min(chatFileMb, chatFileLimits.maxMb) * 1024 ** 2 : 0

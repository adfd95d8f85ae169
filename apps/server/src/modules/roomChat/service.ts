import type { KeptMessage } from '@parley/api'
import { ChatFile, type ChatFileId, type Instant, type MeetingId, SiteId, UserId } from '@parley/core'
import { ImAppId, ImUserId } from '@parley/im'
import {
	type ChatGrant,
	canActOn,
	canDo,
	type ParticipantId,
	roomLimits,
	toChatUserId,
	toParticipantId,
} from '@parley/room'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Messaging, OwnedChatRooms, ParticipantTokens, Participation } from '../messaging/index.ts'
import type { ChatPort, ParticipantIdentity } from '../room/index.ts'
import type { FindChatPerson } from './files/people.ts'
import type { OpenChats } from './openChats.ts'
import type { RoomChatStore } from './store.ts'

/** Messages that are shown with a meeting. */
const maxRead = 1_000

export interface RoomChatDeps {
	store: RoomChatStore
	openChats: OpenChats
	chatRooms: Pick<OwnedChatRooms, 'readMessages' | 'remove'>
	participantTokens: ParticipantTokens
	endSessions: Messaging['endSessions']
	people: FindChatPerson
	clock: Clock
	/** Notes in the activity of a meeting who has removed a message of whom. */
	noteMessageRemoved(removerId: ParticipantId, authorId: ParticipantId): void
	files: {
		attachFile: Participation['attachFile']
		markSent(id: ChatFileId, at: Instant): Promise<void>
		remove(id: ChatFileId): Promise<void>
		/** Grants a participant access to the files of their chat. */
		grant(participantId: ParticipantId, siteId: SiteId): Promise<ChatGrant['files']>
		/** A participant has left: what they had not finished sending goes. */
		discard(uid: ImUserId): Promise<void>
		forget(meetingId: MeetingId): Promise<void>
	}
}

/**
 * The chats of meetings. Each time a meeting is held it has one chat room of messaging, for those in its room: each of them is
 * a user of messaging for as long as they are there (ROOM-130).
 */
export function createRoomChats(deps: RoomChatDeps) {
	const { store, openChats, chatRooms, participantTokens, endSessions, people, clock, noteMessageRemoved, files } = deps

	const userOf = ({ siteId, participantId, name }: ParticipantIdentity) => ({
		appId: v.parse(ImAppId, siteId),
		uid: v.parse(ImUserId, toChatUserId(participantId)),
		nickName: name,
	})

	const chats: ChatPort = {
		async admit(identity, meeting) {
			const { gid } = await openChats.open(identity, meeting)
			if (identity.userId !== null) await store.addPerson(gid, v.parse(UserId, identity.userId), meeting.seesFrom)
			const user = userOf(identity)
			const issued = await participantTokens.issue(user)
			const granted = await files.grant(identity.participantId, v.parse(SiteId, identity.siteId))
			const { meetingId } = identity
			return { appId: user.appId, userId: user.uid, gid, meetingId, ...issued, files: granted }
		},
		rename(identity) {
			// Where it cannot be stored, the next messages have the former name, and nothing else is lost.
			participantTokens.rename(userOf(identity)).catch(() => {})
		},
		end(identity) {
			const { appId, uid } = userOf(identity)
			endSessions(appId, uid, 'unauthorised')
			// The next removal of old files takes what stays.
			files.discard(uid).catch(() => {})
		},
	}

	const participation: Participation = {
		find(appId, uid) {
			const person = people.findUser(uid, v.parse(SiteId, appId))
			return person && { gid: person.gid, mayWrite: person.member.mayWrite, seesFrom: person.member.seesFrom }
		},
		attachFile: files.attachFile,
		async openFile(details, at) {
			const file = readFile(details)
			if (file) await files.markSent(file.id, at)
		},
		mayRevoke(appId, uid, { author, at }) {
			const siteId = v.parse(SiteId, appId)
			const member = people.findUser(uid, siteId)?.member
			if (!member) return false
			if (author === uid) return clock.now() - at < roomLimits.unsendMs
			// An author who has left runs the meeting no longer.
			const authorRole = people.findUser(author, siteId)?.member.role ?? 'member'
			return canDo(member.role, 'remove-message') && canActOn(member.role, authorRole) && at >= member.seesFrom
		},
		noteRemoved(_appId, uid, author) {
			const [removerId, authorId] = [toParticipantId(uid), toParticipantId(author)]
			if (removerId && authorId) noteMessageRemoved(removerId, authorId)
		},
		async removeFile(details) {
			const file = readFile(details)
			if (file) await files.remove(file.id)
		},
	}

	return {
		chats,
		participation,
		/** Returns the newest messages to everyone that a member saw, oldest first; none for others (ROOM-138). */
		async readAttended(meetingId: MeetingId, userId: UserId) {
			const messages: KeptMessage[] = []
			let isCut = false
			for (const { siteId, gid, startedAt, seesFrom } of await store.listAttended(meetingId, userId)) {
				const page = await chatRooms.readMessages(v.parse(ImAppId, siteId), gid, maxRead)
				const seen = page.messages.filter(({ at }) => at >= seesFrom)
				messages.unshift(
					...seen.flatMap(({ id, attachment, ...message }) => {
						const kept = { ...message, id: `${startedAt}-${id}` }
						if (attachment === undefined) return [kept]
						const file = readFile(attachment)
						return file ? [{ ...kept, text: '', file }] : []
					}),
				)
				isCut ||= page.isCut
			}
			return { messages: messages.slice(-maxRead), isCut: isCut || messages.length > maxRead }
		},
		/** A deleted meeting takes its chats with it. */
		async forget(meetingId: MeetingId): Promise<void> {
			openChats.forget(meetingId)
			for (const { siteId, gid } of await store.list(meetingId))
				await chatRooms.remove({ appId: v.parse(ImAppId, siteId), gid })
			await files.forget(meetingId)
			await store.remove(meetingId)
		},
	}
}
export type RoomChats = ReturnType<typeof createRoomChats>

/** Returns undefined for details that the server did not write. */
function readFile(details: string): ChatFile | undefined {
	try {
		const parsed = v.safeParse(ChatFile, JSON.parse(details))
		return parsed.success ? parsed.output : undefined
	} catch {
		return undefined
	}
}

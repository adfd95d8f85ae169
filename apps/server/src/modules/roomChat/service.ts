import type { KeptMessage } from '@parley/api'
import { type MeetingId, truncate, UserId } from '@parley/core'
import { type GroupId, ImAppId, ImUserId, imLimits } from '@parley/im'
import { type ParticipantId, toChatUserId, toParticipantId } from '@parley/room'
import * as v from 'valibot'
import type { Messaging, OwnedChatRooms, ParticipantTokens, Participation } from '../messaging/index.ts'
import type { ChatMeeting, ChatMember, ChatPort, ParticipantIdentity } from '../room/index.ts'
import type { MeetingChat, RoomChatStore } from './store.ts'

/** Messages that are shown with a meeting. */
const maxRead = 1_000

/** Messaging wants an owner for each chat room. No participant has this id, so that nobody has the rights of an owner. */
const noOwner = v.parse(ImUserId, toChatUserId('' as ParticipantId))

export interface RoomChatDeps {
	store: RoomChatStore
	chatRooms: OwnedChatRooms
	participantTokens: ParticipantTokens
	endSessions: Messaging['endSessions']
	/** Returns who a participant is in the chat of their room; undefined if they are in none. */
	findChatMember(participantId: ParticipantId): ChatMember | undefined
}

/**
 * The chats of meetings. Each time a meeting is held it has one chat room of messaging, for those in its room: each of them is
 * a user of messaging for as long as they are there (ROOM-130).
 */
export function createRoomChats({ store, chatRooms, participantTokens, endSessions, findChatMember }: RoomChatDeps) {
	/** Chats that were entered since the start of the server. */
	const open = new Map<MeetingId, MeetingChat>()
	/** Concurrent participants open one. */
	const opening = new Map<string, Promise<MeetingChat>>()

	const userOf = ({ siteId, participantId, name }: ParticipantIdentity) => ({
		appId: v.parse(ImAppId, siteId),
		uid: v.parse(ImUserId, toChatUserId(participantId)),
		nickName: name,
	})

	async function create({ meetingId, siteId }: ParticipantIdentity, { topic, startedAt }: ChatMeeting) {
		const name = truncate(topic, imLimits.maxNameLength) || meetingId
		const room = { name, owner: noOwner, accountsOnly: false, participantsOnly: true }
		const gid = await chatRooms.create(v.parse(ImAppId, siteId), room)
		const chat = { meetingId, startedAt, siteId, gid }
		await store.insert(chat)
		return chat
	}

	async function openChat(identity: ParticipantIdentity, meeting: ChatMeeting): Promise<MeetingChat> {
		const { meetingId } = identity
		const { startedAt } = meeting
		const known = open.get(meetingId)
		if (known?.startedAt === startedAt) return known
		const key = `${meetingId} ${startedAt}`
		const find = async () => (await store.find(meetingId, startedAt)) ?? (await create(identity, meeting))
		const pending = opening.get(key) ?? find().finally(() => opening.delete(key))
		opening.set(key, pending)
		const chat = await pending
		open.set(meetingId, chat)
		return chat
	}

	const chats: ChatPort = {
		async admit(identity, meeting) {
			const { gid } = await openChat(identity, meeting)
			if (identity.userId !== null) await store.addPerson(gid, v.parse(UserId, identity.userId), meeting.seesFrom)
			const user = userOf(identity)
			const issued = await participantTokens.issue(user)
			return { appId: user.appId, userId: user.uid, gid, ...issued }
		},
		rename(identity) {
			// Where it cannot be stored, the next messages have the former name, and nothing else is lost.
			participantTokens.rename(userOf(identity)).catch(() => {})
		},
		end(identity) {
			const { appId, uid } = userOf(identity)
			endSessions(appId, uid, 'unauthorised')
		},
	}

	/** Returns the chat room that a person is in the meeting of. */
	function gidOf({ identity, startedAt }: ChatMember): GroupId | undefined {
		const chat = open.get(identity.meetingId)
		return chat?.startedAt === startedAt ? chat.gid : undefined
	}

	const participation: Participation = {
		find(appId, uid) {
			const participantId = toParticipantId(uid)
			const member = participantId && findChatMember(participantId)
			if (!member || member.identity.siteId !== (appId as string)) return undefined
			const gid = gidOf(member)
			return gid && { gid, mayWrite: member.mayWrite, seesFrom: member.seesFrom }
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
				messages.unshift(...seen.map(({ id, ...message }) => ({ ...message, id: `${startedAt}-${id}` })))
				isCut ||= page.isCut
			}
			return { messages: messages.slice(-maxRead), isCut: isCut || messages.length > maxRead }
		},
		/** A deleted meeting takes its chats with it. */
		async forget(meetingId: MeetingId): Promise<void> {
			open.delete(meetingId)
			for (const { siteId, gid } of await store.list(meetingId))
				await chatRooms.remove({ appId: v.parse(ImAppId, siteId), gid })
			await store.remove(meetingId)
		},
	}
}
export type RoomChats = ReturnType<typeof createRoomChats>

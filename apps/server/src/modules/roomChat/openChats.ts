import { type MeetingId, truncate } from '@parley/core'
import { type GroupId, ImAppId, ImUserId, imLimits } from '@parley/im'
import { type ParticipantId, toChatUserId } from '@parley/room'
import * as v from 'valibot'
import type { OwnedChatRooms } from '../messaging/index.ts'
import type { ChatMeeting, ChatMember, ParticipantIdentity } from '../room/index.ts'
import type { MeetingChat, RoomChatStore } from './store.ts'

/** Messaging wants an owner for each chat room. No participant has this id, so none has the rights of an owner. */
const noOwner = v.parse(ImUserId, toChatUserId('' as ParticipantId))

export interface OpenChatsDeps {
	store: Pick<RoomChatStore, 'find' | 'insert'>
	chatRooms: Pick<OwnedChatRooms, 'create'>
}

/** The chats that were entered since the start of the server: one for each time a meeting is held (ROOM-130). */
export function createOpenChats({ store, chatRooms }: OpenChatsDeps) {
	const chats = new Map<MeetingId, MeetingChat>()
	/** Concurrent participants open one. */
	const opening = new Map<string, Promise<MeetingChat>>()

	async function create({ meetingId, siteId }: ParticipantIdentity, { topic, startedAt }: ChatMeeting) {
		const name = truncate(topic, imLimits.maxNameLength) || meetingId
		const room = { name, owner: noOwner, accountsOnly: false, participantsOnly: true }
		const gid = await chatRooms.create(v.parse(ImAppId, siteId), room)
		const chat = { meetingId, startedAt, siteId, gid }
		await store.insert(chat)
		return chat
	}

	return {
		async open(identity: ParticipantIdentity, meeting: ChatMeeting): Promise<MeetingChat> {
			const { meetingId } = identity
			const { startedAt } = meeting
			const known = chats.get(meetingId)
			if (known?.startedAt === startedAt) return known
			const key = `${meetingId} ${startedAt}`
			const find = async () => (await store.find(meetingId, startedAt)) ?? (await create(identity, meeting))
			const pending = opening.get(key) ?? find().finally(() => opening.delete(key))
			opening.set(key, pending)
			const chat = await pending
			chats.set(meetingId, chat)
			return chat
		},
		/** Returns the chat room that a person is in the meeting of. */
		gidOf({ identity, startedAt }: ChatMember): GroupId | undefined {
			const chat = chats.get(identity.meetingId)
			return chat?.startedAt === startedAt ? chat.gid : undefined
		},
		forget: (meetingId: MeetingId) => void chats.delete(meetingId),
	}
}
export type OpenChats = ReturnType<typeof createOpenChats>

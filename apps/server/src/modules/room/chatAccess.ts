import { type Instant, ok, type Result, refused } from '@parley/core'
import {
	type ChatGrant,
	type ChatSettings,
	canDo,
	type GatewayRefusal,
	isPermitted,
	type ParticipantId,
	type RoleRefusal,
} from '@parley/room'
import type { ChatPort } from './chatPort.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom, ParticipantConnection, RoomParticipant } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { ParticipantIdentity } from './resumeToken.ts'

/** A person in a room, as its chat knows them. */
export interface ChatMember {
	identity: ParticipantIdentity
	/** Start of the meeting. */
	startedAt: Instant
	mayWrite: boolean
	/** They see what was written from then on (ROOM-136). */
	seesFrom: Instant
}

export interface ChatAccessDeps {
	rooms: OpenRooms
	chats: ChatPort
	send: SendEvent
}

/** The chat of a meeting is for those in its room; messaging carries it, and asks here who they are (ROOM-130). */
export function createChatAccess({ rooms, chats, send }: ChatAccessDeps) {
	const memberOf = (room: OpenRoom, { identity, role, joinedAt }: RoomParticipant): ChatMember => ({
		identity,
		startedAt: room.startedAt,
		mayWrite: isPermitted(role, 'write', room.permissions),
		seesFrom: room.chat.showsHistory ? room.startedAt : joinedAt,
	})

	return {
		async enterChat(caller: ParticipantConnection): Promise<Result<ChatGrant, GatewayRefusal>> {
			const { room, participant } = rooms.findParticipant(caller) ?? {}
			if (!room || !participant) return refused('not.entered')
			const { identity, name, joinedAt } = participant
			const { topic, startedAt } = room
			const { seesFrom } = memberOf(room, participant)
			return ok({ ...(await chats.admit({ ...identity, name }, { topic, startedAt, seesFrom })), joinedAt })
		},
		setChatHistory(caller: ParticipantConnection, shown: boolean): Result<null, RoleRefusal> {
			const { room, participant } = rooms.findParticipant(caller) ?? {}
			if (!room || !participant || !canDo(participant.role, 'set-permissions')) return refused('role.not-allowed')
			const chat: ChatSettings = { showsHistory: shown }
			room.chat = chat
			send(room.connections(), 'room.chat', [chat])
			return ok(null)
		},
		/** Returns who a participant is in the chat; undefined if they are in no room, or no longer. */
		findChatMember(participantId: ParticipantId): ChatMember | undefined {
			for (const room of rooms.all()) {
				const participant = room.participant(participantId)
				if (participant) return memberOf(room, participant)
			}
			return undefined
		},
	}
}

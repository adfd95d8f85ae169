import { type Instant, ok, type Result, refused } from '@parley/core'
import {
	type ChatGrant,
	type GatewayRefusal,
	isPermitted,
	type ParticipantId,
	type ParticipantRole,
	type RoleRefusal,
} from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { ChatPort } from './chatPort.ts'
import type { SendEvent } from './eventPublisher.ts'
import { firstJoinedAt, type OpenRoom, type ParticipantConnection, type RoomParticipant } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { RequireRole } from './requireRole.ts'
import type { ParticipantIdentity } from './resumeToken.ts'
import type { RoomStore } from './store.ts'

/** A person in a room, as its chat knows them. */
export interface ChatMember {
	identity: ParticipantIdentity
	/** Start of the meeting. */
	startedAt: Instant
	role: ParticipantRole
	mayWrite: boolean
	/** They may send pictures and files (ROOM-223). */
	maySendFiles: boolean
	/** They see what was written from then on (ROOM-136). */
	seesFrom: Instant
}

export interface ChatAccessDeps {
	rooms: OpenRooms
	store: Pick<RoomStore, 'saveSettings'>
	chats: ChatPort
	send: SendEvent
	note: NoteActivity
	requireRole: RequireRole
}

/** The chat of a meeting is for those in its room; messaging carries it, and asks here who they are (ROOM-130). */
export function createChatAccess({ rooms, store, chats, send, note, requireRole }: ChatAccessDeps) {
	const memberOf = (room: OpenRoom, participant: RoomParticipant): ChatMember => ({
		identity: participant.identity,
		startedAt: room.startedAt,
		role: participant.role,
		mayWrite: isPermitted(participant.role, 'write', room.permissions),
		maySendFiles: (['write', 'files'] as const).every(permission =>
			isPermitted(participant.role, permission, room.permissions),
		),
		seesFrom: room.chat.showsHistory ? room.startedAt : firstJoinedAt(participant),
	})

	return {
		async enterChat(caller: ParticipantConnection): Promise<Result<ChatGrant, GatewayRefusal>> {
			const { room, participant } = rooms.findParticipant(caller) ?? {}
			if (!room || !participant) return refused('not.entered')
			const { identity, name } = participant
			const joinedAt = firstJoinedAt(participant)
			const { topic, startedAt } = room
			const { seesFrom } = memberOf(room, participant)
			return ok({ ...(await chats.admit({ ...identity, name }, { topic, startedAt, seesFrom })), joinedAt })
		},
		async setChatHistory(caller: ParticipantConnection, shown: boolean): Promise<Result<null, RoleRefusal>> {
			const allowed = requireRole(caller, 'set-permissions')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			note(room.meetingId, shown ? 'chat-history-shown' : 'chat-history-hidden', { actor: personOf(actor) })
			room.chat = { showsHistory: shown }
			send(room.connections(), 'room.chat', [room.chat])
			await store.saveSettings(room.meetingId, room)
			return ok(null)
		},
		/** Notes that a participant has removed a message of another one; its words are not noted (ROOM-165, ROOM-175). */
		noteMessageRemoved(removerId: ParticipantId, authorId: ParticipantId): void {
			for (const room of rooms.all()) {
				const remover = room.participant(removerId)
				if (!remover) continue
				// After a restart of the server the room does not know who left before it.
				const author = room.presentOrFormer(authorId)
				note(room.meetingId, 'message-removed', {
					actor: personOf(remover),
					...(author && { target: personOf(author) }),
				})
			}
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

import type { EventBus } from '../../platform/eventBus.ts'
import type { Platform } from '../../platform/noun.ts'
import type { MeetingEvents } from '../meeting/index.ts'
import type { Messaging, ParticipantTokens, Participation } from '../messaging/index.ts'
import type { ChatPort, RoomService } from '../room/index.ts'
import { roomChatHttp } from './http.ts'
import { createRoomChats } from './service.ts'
import { createSqlRoomChatStore } from './store.sql.ts'

export type RoomChatDeps = Platform & {
	bus: EventBus<MeetingEvents>
	messaging: {
		service: Messaging
		participantTokens: ParticipantTokens
		useParticipation(port: Participation): void
	}
	room: { rooms: RoomService; useChats(port: ChatPort): void }
}

/** The chat in the room of a meeting: people are the room's, messages are messaging's. */
function open({ db, bus, messaging, room }: RoomChatDeps) {
	const roomChats = createRoomChats({
		store: createSqlRoomChatStore(db),
		chatRooms: messaging.service.rooms,
		participantTokens: messaging.participantTokens,
		endSessions: messaging.service.endSessions,
		findChatMember: room.rooms.findChatMember,
	})
	messaging.useParticipation(roomChats.participation)
	room.useChats(roomChats.chats)
	bus.subscribe('meeting.deleted', ({ meetingId }) => roomChats.forget(meetingId))
	return { calls: { roomChat: roomChatHttp(roomChats) } }
}

export const roomChatNoun = { name: 'roomChat' as const, open }

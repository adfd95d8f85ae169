import { roomChat } from '@parley/api'
import { ok } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { RoomChats } from './service.ts'

export const roomChatHttp = (chats: Pick<RoomChats, 'readAttended'>): CallHandlers =>
	handlers(roomChat, {
		messages: async ({ id }, { member }) => ok(await chats.readAttended(id, member.userId)),
	})

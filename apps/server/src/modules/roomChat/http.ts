import { keptFilesPath, participantFilesPath, roomChat } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { ChatFiles } from './files/files.ts'
import type { Uploads } from './files/uploads.ts'
import type { RoomChats } from './service.ts'

export interface RoomChatHttpDeps {
	chats: Pick<RoomChats, 'readAttended'>
	files: Pick<ChatFiles, 'findParticipant' | 'signKept'>
	uploads: Pick<Uploads, 'start' | 'takePart' | 'finish'>
}

export const roomChatHttp = ({ chats, files, uploads }: RoomChatHttpDeps): CallHandlers =>
	handlers(roomChat, {
		async messages({ id: meetingId }, { member: { userId, sessionId } }) {
			const read = await chats.readAttended(meetingId, userId)
			if (!read.messages.some(({ file }) => file)) return ok(read)
			const token = await files.signKept({ meetingId, userId, sessionId })
			return { ...ok(read), pathCookies: { path: keptFilesPath(meetingId), token } }
		},
		async openFiles({ token }, { siteId }) {
			const participantId = await files.findParticipant(token, siteId)
			if (!participantId) return refused('absent')
			const path = participantFilesPath(participantId)
			return { ...ok({ path }), pathCookies: { path, token } }
		},
		startFile: (file, { siteId }) => uploads.start(file, siteId),
		sendFilePart: (part, { siteId }) => uploads.takePart(part, siteId),
		finishFile: (file, { siteId }) => uploads.finish(file, siteId),
	})

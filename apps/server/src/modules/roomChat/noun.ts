import { chatFileLimits, type SiteId } from '@parley/core'
import type { EventBus } from '../../platform/eventBus.ts'
import type { HttpApp, Platform } from '../../platform/noun.ts'
import { freeBlobBytes, openBlobs } from '../../platform/openBlobs.ts'
import { pathTokenCookie } from '../../platform/pathTokenCookie.ts'
import type { MeetingEvents } from '../meeting/index.ts'
import type { Messaging, ParticipantTokens, Participation } from '../messaging/index.ts'
import type { PictureService } from '../picture/index.ts'
import type { ChatPort, Rooms } from '../room/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { serveChatFiles } from './adapters/serveChatFiles.ts'
import { createChatFiles, maxBytesOf } from './files/files.ts'
import { createFindChatPerson } from './files/people.ts'
import { createSqlChatFileStore } from './files/store.sql.ts'
import { createFileTokens } from './files/tokens.ts'
import { createUploads } from './files/uploads.ts'
import { roomChatHttp } from './http.ts'
import { createOpenChats } from './openChats.ts'
import { createRoomChats } from './service.ts'
import { createSqlRoomChatStore } from './store.sql.ts'

export type RoomChatDeps = Platform & {
	bus: EventBus<MeetingEvents>
	site: { sites: SiteService }
	session: { sessions: SessionService }
	messaging: {
		service: Messaging
		participantTokens: ParticipantTokens
		useParticipation(port: Participation): void
	}
	picture: { pictures: PictureService }
	room: { rooms: Rooms; useChats(port: ChatPort): void }
}

/** The chat in the room of a meeting: people are the room's, messages are messaging's, pictures and files its own. */
function open({ config, db, clock, ids, log, secrets, createRateLimit, bus, ...nouns }: RoomChatDeps) {
	const { site, session, messaging, picture, room } = nouns
	const store = createSqlRoomChatStore(db)
	const chatRooms = messaging.service.rooms
	const openChats = createOpenChats({ store, chatRooms })
	const people = createFindChatPerson({ findChatMember: room.rooms.findChatMember, gidOf: openChats.gidOf })
	const findSettings = async (siteId: SiteId) => (await site.sites.find(siteId)).settings
	const fileDeps = {
		store: createSqlChatFileStore(db),
		blobs: openBlobs(config, 'chat-files', clock),
		tokens: createFileTokens(Buffer.from(secrets.roomTokens, 'base64url')),
		people,
		findSettings,
		clock,
	}
	const uploads = createUploads({
		...fileDeps,
		encodePicture: picture.pictures.encodeForChat,
		perPerson: createRateLimit('chat-files', chatFileLimits.perMinute, 60),
		freeBytes: () => freeBlobBytes(config, 'chat-files'),
		ids,
	})
	const files = createChatFiles({
		...fileDeps,
		listAttended: store.listAttended,
		isSignedIn: async sessionId => (await session.sessions.findExisting([sessionId])).length > 0,
		removeUnsent: uploads.removeUnsent,
		log,
	})
	const roomChats = createRoomChats({
		store,
		openChats,
		chatRooms,
		participantTokens: messaging.participantTokens,
		endSessions: messaging.service.endSessions,
		people,
		clock,
		noteMessageRemoved: room.rooms.noteMessageRemoved,
		files: {
			attachFile: files.attachFile,
			markSent: files.markSent,
			remove: files.remove,
			grant: async (participantId, siteId) => ({
				token: await files.signParticipant(participantId),
				maxBytes: maxBytesOf(await findSettings(siteId)),
			}),
			discard: uploads.discard,
			forget: files.forget,
		},
	})
	messaging.useParticipation(roomChats.participation)
	room.useChats(roomChats.chats)
	bus.subscribe('meeting.deleted', ({ meetingId }) => roomChats.forget(meetingId))
	return {
		files,
		calls: { roomChat: roomChatHttp({ chats: roomChats, files, uploads }) },
		routes: (app: HttpApp) =>
			serveChatFiles(app, {
				files,
				findSiteId: async host => (await site.sites.findByHost(host))?.id,
				cookie: pathTokenCookie,
			}),
		jobs: [
			{ name: 'old files of chats', run: files.removeOld },
			{ name: 'unknown files of chats', run: files.removeUnknown },
		],
	}
}

export const roomChatNoun = { name: 'roomChat' as const, open }

import { meetingQuery } from '@parley/core'
import { type EngineName, type MediaCalls, type MediaEvents, roomHandshake, roomPaths } from '@parley/room'
import { Manager, type Socket } from 'socket.io-client'
import { InitialSocketTransport } from './initialSocket.ts'
import type { MediaSession } from './mediaSession.ts'
import { createPresenceConnection, type PresenceConnection, replaceSocket } from './presenceConnection.ts'

export type MediaSocket = Socket<MediaEvents, MediaCalls>

/** Both namespaces of the room on one websocket. */
export interface RoomSockets {
	presence: PresenceConnection
	/** A join has named the presence socket, so that the server enters the room with it (ROOM-89). */
	isNamedInJoin?: boolean
	/** For the embedded engine; other engines have their own signalling. */
	media(): MediaSocket
	/** The client of the engine of these sockets, once it is opened. */
	opened?: { engine: EngineName; session: MediaSession }
	isClosed: boolean
	/** The meeting whose room they are connected for; any meeting if undefined. */
	meetingId: string | undefined
	/** Connects again, now and after every drop, to the server that has the room of this meeting. */
	reconnectFor(meetingId: string): void
	/** Also ends the session, such as one that was prepared for a room that was not entered. */
	close(): void
}

const queryFor = (meetingId: string) => ({ [meetingQuery]: meetingId })
const socketReconnection = { reconnectionDelay: 250, reconnectionDelayMax: 2_000, timeout: 8_000 }

/**
 * Creates the sockets; the caller connects them. Their library is part of the room's chunk, to save a round trip.
 * @param meetingId the meeting, if it is known: they then lead to the node of the server that has its room
 */
export function openRoomSockets(meetingId?: string): RoomSockets {
	const manager = new Manager(globalThis.location.origin, {
		path: roomPaths.socket,
		transports: [InitialSocketTransport],
		autoConnect: false,
		...(meetingId !== undefined && { query: queryFor(meetingId) }),
		...socketReconnection,
	})
	const sockets: RoomSockets = {
		presence: createPresenceConnection(manager.socket(roomPaths.presence, { auth: roomHandshake })),
		media: () => manager.socket(roomPaths.media),
		isClosed: false,
		meetingId,
		reconnectFor(id) {
			sockets.meetingId = id
			manager.opts.query = queryFor(id)
			replaceSocket(manager)
		},
		close() {
			sockets.isClosed = true
			sockets.opened?.session.leave()
			// Also stops reconnecting.
			manager.socket(roomPaths.media).disconnect()
			manager.socket(roomPaths.presence).disconnect()
			manager._close()
		},
	}
	return sockets
}

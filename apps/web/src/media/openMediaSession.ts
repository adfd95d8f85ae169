import { unreachable } from '@parley/core'
import type { EngineName } from '@parley/room'
import type { MediaSession } from './mediaSession.ts'
import type { RoomSockets } from './roomSockets.ts'

/** Loads the adapter of the engine that a grant names; one session at a time for these sockets. */
export async function openMediaSession(engine: EngineName, sockets: RoomSockets): Promise<MediaSession> {
	const create = await loadAdapter(engine)
	if (sockets.opened?.engine === engine) return sockets.opened.session
	// A connection may have been prepared to the engine that servers usually have.
	sockets.opened?.session.leave()
	const session = create(sockets)
	sockets.opened = { engine, session }
	return session
}

async function loadAdapter(engine: EngineName): Promise<(sockets: RoomSockets) => MediaSession> {
	switch (engine) {
		case 'embedded': {
			const { createEmbeddedSession } = await import('./embedded/embeddedSession.ts')
			return sockets =>
				createEmbeddedSession({
					socket: sockets.media(),
					createPeerConnection: configuration => new RTCPeerConnection(configuration),
				})
		}
		case 'livekit': {
			const { createLivekitSession } = await import('./livekit/livekitSession.ts')
			return () => createLivekitSession()
		}
		default:
			return unreachable(engine)
	}
}

import type { EngineName } from '@parley/room'
import type { MediaSession } from './mediaSession.ts'
import type { RoomSockets } from './roomSockets.ts'

/** Loads the adapter of the engine that a grant names; one session for these sockets. */
export async function openMediaSession(engine: EngineName, sockets: RoomSockets): Promise<MediaSession> {
	if (engine !== 'embedded') throw new Error(`no adapter for the media engine ${engine}`)
	const { createEmbeddedSession } = await import('./embedded/embeddedSession.ts')
	sockets.session ??= createEmbeddedSession({
		socket: sockets.media(),
		createPeerConnection: configuration => new RTCPeerConnection(configuration),
	})
	return sockets.session
}

import type { EngineName } from '@parley/room'
import type { MediaSession } from './mediaSession.ts'
import type { RoomSockets } from './roomSockets.ts'

/** The adapter of the engine a grant names, loaded when it is needed. */
export async function openMediaSession(engine: EngineName, sockets: RoomSockets): Promise<MediaSession> {
	if (engine !== 'embedded') throw new Error(`no adapter for the media engine ${engine}`)
	const { createEmbeddedSession } = await import('./embedded/embeddedSession.ts')
	return createEmbeddedSession({
		socket: sockets.media(),
		createPeerConnection: configuration => new RTCPeerConnection(configuration),
	})
}

import type { MediaGrant, MediaSource, Offer, Slot } from '@parley/room'
import type { MediaSession, MediaSessionEvent, MediaState } from '../mediaSession.ts'
import type { MediaSocket } from '../roomSockets.ts'
import { PeerConnection } from './peerConnection.ts'

const helloTimeoutMs = 8_000
/** A connection that is interrupted this long does not come back by itself: a new one is quicker. */
const reconnectAfterMs = 5_000

export interface EmbeddedSessionDeps {
	socket: MediaSocket
	createPeerConnection(configuration: RTCConfiguration): RTCPeerConnection
}

/** The page's end of the embedded engine. */
export function createEmbeddedSession({ socket, createPeerConnection }: EmbeddedSessionDeps): MediaSession {
	const listeners = new Set<(event: MediaSessionEvent) => void>()
	const tracks = new Map<MediaSource, MediaStreamTrack>()
	let grant: MediaGrant | undefined
	let connection: PeerConnection | undefined
	let interruption: ReturnType<typeof setTimeout> | undefined
	/** Offers and track changes one after the other: a peer connection takes no two at once. */
	let work: Promise<unknown> = Promise.resolve()

	const emit = (event: MediaSessionEvent) => {
		for (const listener of listeners) listener(event)
	}
	const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
		const result = work.then(step)
		work = result.catch(() => {})
		return result
	}

	function become(state: MediaState): void {
		clearTimeout(interruption)
		emit({ type: 'state', state })
	}

	function lose(): void {
		connection?.close()
		connection = undefined
		become('lost')
	}

	function onState(state: RTCPeerConnectionState): void {
		if (state === 'connected') become('live')
		if (state === 'failed') lose()
		if (state !== 'disconnected') return
		become('interrupted')
		interruption = setTimeout(lose, reconnectAfterMs)
	}

	/** The connection this offer is for; a new one when the engine has begun anew. */
	function connectionFor(link: string): PeerConnection {
		if (connection?.id === link) return connection
		connection?.close()
		connection = new PeerConnection({
			id: link,
			iceServers: grant?.iceServers ?? [],
			createPeerConnection,
			onCandidate: candidate => socket.emit('candidate', candidate),
			onStateChange: onState,
			onTrack: incoming => emit({ type: 'track', ...incoming }),
			onTrackEnded: ended => emit({ type: 'track-ended', ...ended }),
		})
		return connection
	}

	async function onOffer(offer: Offer): Promise<void> {
		try {
			const sdp = await connectionFor(offer.link).answer(offer, tracks)
			socket.emit('answer', { offer: offer.offer, sdp })
		} catch {
			lose()
		}
	}

	function onSlots({ link, slots }: { link: string; slots: Slot[] }): void {
		if (connection?.id === link) connection.applySlots(slots)
	}

	socket.on('offer', offer => void inTurn(() => onOffer(offer)))
	socket.on('slots', news => void inTurn(async () => onSlots(news)))
	socket.on('speaking', news => emit({ type: 'speaking', ...news }))
	socket.on('lost', lose)

	async function hello({ token }: MediaGrant): Promise<'welcome' | 'refused' | 'unheard'> {
		try {
			await waitForConnection(socket)
			const link = connection?.id ?? null
			const answer = await socket.timeout(helloTimeoutMs).emitWithAck('hello', { token, link })
			return answer.ok ? 'welcome' : 'refused'
		} catch {
			return 'unheard'
		}
	}

	return {
		async connect(granted) {
			grant = granted
			if (!connection) become('connecting')
			const answer = await hello(granted)
			if (granted !== grant) return
			// Unheard with media still flowing: the socket is down, and coming back brings the next grant.
			if (answer === 'refused' || (answer === 'unheard' && !connection)) lose()
			if (answer !== 'welcome') return
			for (const source of tracks.keys()) socket.emit('published', { source })
		},
		async publish(source, track) {
			tracks.set(source, track)
			await inTurn(async () => connection?.replaceTrack(source, track))
			if (socket.connected) socket.emit('published', { source })
		},
		async unpublish(source) {
			tracks.delete(source)
			if (socket.connected) socket.emit('unpublished', { source })
			await inTurn(async () => connection?.replaceTrack(source, null))
		},
		leave() {
			clearTimeout(interruption)
			grant = undefined
			connection?.close()
			connection = undefined
			socket.disconnect()
		},
		on(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	}
}

/** Waits for the socket; it comes back by itself after a drop. */
function waitForConnection(socket: MediaSocket): Promise<void> {
	if (socket.connected) return Promise.resolve()
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error('the media socket did not connect')), helloTimeoutMs)
		socket.once('connect', () => {
			clearTimeout(timer)
			resolve()
		})
		socket.connect()
	})
}

import type { MediaEvents, MediaGrant, MediaSource, Offer, Slot, ViewRequest } from '@parley/room'
import { createLineMeter } from '../lineMeter.ts'
import type { MediaSession, MediaSessionEvent, MediaState } from '../mediaSession.ts'
import type { MediaSocket } from '../roomSockets.ts'
import { type StallWatch, watchStalls } from '../stallWatch.ts'
import { PeerConnection } from './peerConnection.ts'

const helloTimeoutMs = 8_000
/** A connection that is interrupted this long rarely recovers: a new one is quicker. */
const maxInterruptionMs = 5_000
/** A browser may report a failure before it has tried all candidates, such as a relay that reaches only some of them. */
const maxFailureMs = 3_000
/** A browser reports a failure sooner; a connection that is still not established has missed a message. */
const defaultConnectTimeoutMs = 30_000
/** A stall this soon after the socket had to be connected again has the same cause: another address (ROOM-94). */
const stallAfterReconnectMs = 5_000

export interface EmbeddedSessionDeps {
	socket: MediaSocket
	createPeerConnection(configuration: RTCConfiguration): RTCPeerConnection
	/** Time after which a connection that is not established is replaced. */
	connectTimeoutMs?: number
}

/** Client of the embedded engine, with one peer connection at a time. */
export function createEmbeddedSession({
	socket,
	createPeerConnection,
	connectTimeoutMs = defaultConnectTimeoutMs,
}: EmbeddedSessionDeps): MediaSession {
	const listeners = new Set<(event: MediaSessionEvent) => void>()
	const tracks = new Map<MediaSource, MediaStreamTrack>()
	const runInOrder = createQueue()
	let grant: MediaGrant | undefined
	let connection: PeerConnection | undefined
	/** The connection was made before a grant, so without the relays that a grant names. */
	let isPrepared = false
	/** Resolves to the id of the connection that is being prepared; to undefined where the engine refuses. */
	let preparing: Promise<string | undefined> | undefined
	let tiles: ViewRequest['tiles'] | undefined
	let wasConnected = false
	/** Bytes of the connections before this one. */
	let earlierBytes = 0
	const meter = createLineMeter()
	let hasPicture = false
	let interruption: ReturnType<typeof setTimeout> | undefined
	let connectTimeout: ReturnType<typeof setTimeout> | undefined
	let stalls: StallWatch | undefined
	let hasLeft = false
	/** Connections that this page has closed. */
	const closedIds = new Set<string>()
	/** When the socket was connected again. */
	let reconnectedAt = Number.NEGATIVE_INFINITY

	/** Events of a connection that was admitted before its room listens. */
	let early: MediaSessionEvent[] = []

	const emit = (event: MediaSessionEvent) => {
		// `connect` reports the state.
		if (listeners.size === 0 && event.type !== 'state') early.push(event)
		for (const listener of listeners) listener(event)
	}

	function setState(state: MediaState): void {
		clearTimeout(interruption)
		emit({ type: 'state', state })
	}

	function closeConnection(): void {
		const closed = connection
		connection = undefined
		// A closed connection must not be named to the engine.
		preparing = undefined
		clearTimeout(connectTimeout)
		clearTimeout(interruption)
		stalls?.stop()
		stalls = undefined
		wasConnected = false
		if (!closed) return
		closedIds.add(closed.id)
		if (closed.stats) meter.read(closed.stats)
		meter.startConnection()
		// The counters end with the connection.
		void countBytesOf(closed).then(
			bytes => {
				earlierBytes += bytes
			},
			() => {},
		)
		closed.close()
	}

	function loseConnection(): void {
		closeConnection()
		setState('lost')
	}

	/** The engine also reports the end of the participant's connection on another device or before a reload. */
	function onLost(lost?: { connectionId: string }): void {
		if (!lost || !connection || lost.connectionId === connection.id) loseConnection()
	}

	function onStateChange(state: RTCPeerConnectionState): void {
		clearTimeout(interruption)
		if (state === 'connected') {
			clearTimeout(connectTimeout)
			wasConnected = true
			setState('live')
			watchConnection()
		}
		if (state === 'failed' && wasConnected) loseConnection()
		else if (state === 'failed') interruption = setTimeout(loseConnection, maxFailureMs)
		if (state !== 'disconnected') return
		setState('interrupted')
		interruption = setTimeout(loseConnection, maxInterruptionMs)
	}

	/** Gives up later, so that a lost message does not keep a person waiting forever. */
	function startConnectTimeout(): void {
		clearTimeout(connectTimeout)
		connectTimeout = setTimeout(loseConnection, connectTimeoutMs)
	}

	/** Only one that is in use: on a prepared one nothing arrives. */
	function watchConnection(): void {
		const watched = connection
		if (!grant || !watched || stalls) return
		stalls = watchStalls(async () => {
			const { received } = await watched.countBytes()
			if (watched.hasPicture && !hasPicture) {
				hasPicture = true
				emit({ type: 'first-picture' })
			}
			return received
		}, onStalled)
	}

	function onStalled(): void {
		// The address may have changed a second time: the socket is checked in any case.
		emit({ type: 'stalled' })
		if (Date.now() - reconnectedAt < stallAfterReconnectMs) loseConnection()
	}

	/** The connection with this id; a new one where the engine has started another. */
	function getConnection(id: string): PeerConnection {
		if (connection?.id === id) return connection
		closeConnection()
		// The engine decides anew what the line carries.
		emit({ type: 'paused', sources: [] })
		isPrepared = grant === undefined
		if (grant) startConnectTimeout()
		connection = new PeerConnection({
			id,
			iceServers: grant?.iceServers ?? [],
			createPeerConnection,
			onCandidate: candidate => socket.emit('candidate', { connectionId: id, ...candidate }),
			onStateChange,
			onTrack: received => emit({ type: 'track', ...received }),
			onTrackEnded: ended => emit({ type: 'track-ended', ...ended }),
		})
		return connection
	}

	async function answerOffer(offer: Offer): Promise<void> {
		// The offer waited, or the engine sent it before it noticed the end.
		if (hasLeft || closedIds.has(offer.connectionId)) return
		try {
			const sdp = await getConnection(offer.connectionId).answer(offer, tracks)
			if (sdp !== undefined) socket.emit('answer', { connectionId: offer.connectionId, offerId: offer.offerId, sdp })
		} catch {
			loseConnection()
		}
	}

	function applySlots({ connectionId, slots }: { connectionId: string; slots: Slot[] }): void {
		if (connection?.id === connectionId) connection.applySlots(slots)
	}

	const eventHandlers: MediaEvents = {
		offer: offer => void runInOrder(() => answerOffer(offer)),
		slots: event => void runInOrder(async () => applySlots(event)),
		speaking: event => emit({ type: 'speaking', ...event }),
		lost: onLost,
		paused: sources => emit({ type: 'paused', sources }),
		quality: event => emit({ type: 'quality', ...event }),
		layers: ({ source, rids }) => void runInOrder(async () => connection?.setLayers(source, rids)),
	}
	const events = Object.keys(eventHandlers) as (keyof MediaEvents)[]
	for (const event of events) socket.on(event, eventHandlers[event])

	/** A prepared connection that needs a relay to be connected is replaced by one that has it. */
	function dropUnreachable({ iceServers }: MediaGrant): void {
		if (!isPrepared || connection?.state === 'connected' || iceServers.length === 0) return
		closeConnection()
	}

	/**
	 * The connection does not work, and the socket was lost, too: the device has another address (ROOM-94). A new connection is
	 * quicker than waiting.
	 */
	const isCutOff = () => wasConnected && (connection?.state !== 'connected' || stalls?.isStalled === true)

	/** Connects to the engine while the page enters again. */
	function prepareAgain(): void {
		grant = undefined
		closeConnection()
		preparing = sendPrepare(socket)
	}
	function onReconnect(): void {
		if (!grant) return
		reconnectedAt = Date.now()
		if (isCutOff()) prepareAgain()
	}
	socket.on('connect', onReconnect)

	return {
		async prepare() {
			if (grant) return
			preparing = sendPrepare(socket)
			await preparing
		},
		async connect(newGrant, admittedConnectionId) {
			grant = newGrant
			dropUnreachable(newGrant)
			if (isCutOff()) closeConnection()
			if (connection?.state !== 'connected') startConnectTimeout()
			if (!connection || (isPrepared && connection.state !== 'connected')) setState('connecting')
			const preparedId = await preparing
			preparing = undefined
			if (newGrant !== grant) return
			const id = connection?.id ?? preparedId ?? null
			if (id === null || id !== admittedConnectionId) {
				const reply = await sendHello(socket, newGrant.token, id)
				if (newGrant !== grant) return
				// Without a reply but with media still flowing only the socket is down: its reconnect brings the next grant.
				if (reply === 'refused' || (reply === 'none' && !connection)) loseConnection()
				if (reply !== 'accepted') return
			}
			const isConnected = connection?.state === 'connected'
			if (isPrepared && isConnected) setState('live')
			isPrepared = false
			if (isConnected) watchConnection()
			for (const source of tracks.keys()) socket.emit('published', { source })
			if (tiles) socket.emit('view', { tiles })
		},
		async publish(source, track) {
			tracks.set(source, track)
			await runInOrder(async () => connection?.replaceTrack(source, track))
			if (socket.connected) socket.emit('published', { source })
		},
		async unpublish(source) {
			tracks.delete(source)
			if (socket.connected) socket.emit('unpublished', { source })
			await runInOrder(async () => connection?.replaceTrack(source, null))
		},
		setView(shown) {
			tiles = shown
			if (grant && socket.connected) socket.emit('view', { tiles })
		},
		async countBytes() {
			return earlierBytes + (connection ? await countBytesOf(connection) : 0)
		},
		takeFigures() {
			if (connection?.stats) meter.read(connection.stats)
			return meter.take()
		},
		leave() {
			hasLeft = true
			grant = undefined
			closeConnection()
			// A later session of these sockets has the same socket (ROOM-256).
			for (const event of events) socket.off(event, eventHandlers[event])
			socket.off('connect', onReconnect)
			socket.disconnect()
		},
		on(listener) {
			listeners.add(listener)
			const missed = early
			early = []
			for (const event of missed) listener(event)
			return () => void listeners.delete(listener)
		},
	}
}

async function countBytesOf(connection: PeerConnection): Promise<number> {
	const { received, sent } = await connection.countBytes()
	return received + sent
}

/** Runs one task after the other: a peer connection must not get a second offer or track change before the first is done. */
function createQueue() {
	let last: Promise<unknown> = Promise.resolve()
	return <T>(task: () => Promise<T>): Promise<T> => {
		const result = last.then(task)
		last = result.catch(() => {})
		return result
	}
}

/** A refusal costs nothing: `connect` makes a connection of its own. */
async function sendPrepare(socket: MediaSocket): Promise<string | undefined> {
	try {
		await waitForConnection(socket)
		const reply = await socket.timeout(helloTimeoutMs).emitWithAck('prepare', null)
		return reply.ok ? reply.value.connectionId : undefined
	} catch {
		return undefined
	}
}

async function sendHello(
	socket: MediaSocket,
	token: string,
	connectionId: string | null,
): Promise<'accepted' | 'refused' | 'none'> {
	try {
		await waitForConnection(socket)
		const reply = await socket.timeout(helloTimeoutMs).emitWithAck('hello', { token, connectionId })
		return reply.ok ? 'accepted' : 'refused'
	} catch {
		return 'none'
	}
}

/** The socket reconnects by itself. */
function waitForConnection(socket: MediaSocket): Promise<void> {
	if (socket.connected) return Promise.resolve()
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error('the media socket did not connect')), helloTimeoutMs)
		socket.once('connect', () => {
			clearTimeout(timer)
			resolve()
		})
		// A namespace that is connecting would be connected twice.
		if (!socket.active) socket.connect()
	})
}

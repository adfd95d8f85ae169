import {
	cameraLayers,
	cameraLimits,
	type MediaGrant,
	type MediaSource,
	type ParticipantId,
	type ViewRequest,
} from '@parley/room'
import {
	ConnectionQuality,
	ConnectionState,
	LogLevel,
	type Participant,
	type RemoteTrackPublication,
	Room,
	RoomEvent,
	type RoomOptions,
	setLogLevel,
	Track,
	type TrackPublication,
	type TrackPublishOptions,
	VideoPreset,
	VideoQuality,
} from 'livekit-client'
import { createLineMeter, hasPicture } from '../lineMeter.ts'
import type { MediaSession, MediaSessionEvent, MediaState } from '../mediaSession.ts'
import { type StallWatch, watchStalls } from '../stallWatch.ts'
import { type SoundCounters, watchSpeakers } from './speakerWatch.ts'

/** Its client reports every reconnection otherwise. */
setLogLevel(LogLevel.error)

/** LiveKit's client tries to recover for this long; a new grant is quicker afterwards. */
const maxInterruptionMs = 5_000
const retryEveryMs = 300
const connectTimeoutMs = 8_000

const sourceNames: Record<MediaSource, Track.Source> = {
	microphone: Track.Source.Microphone,
	camera: Track.Source.Camera,
	screen: Track.Source.ScreenShare,
	'screen-audio': Track.Source.ScreenShareAudio,
}
const sources = Object.keys(sourceNames) as MediaSource[]
const sourceOf = (name: Track.Source): MediaSource | undefined => sources.find(source => sourceNames[source] === name)

/** The server appends the number of the stay to the id. */
const participantOf = ({ identity }: Participant): ParticipantId =>
	identity.slice(0, identity.lastIndexOf('.')) as ParticipantId

const [lowLayer, highLayer] = cameraLayers
const { frameRate } = cameraLimits
const publishOptions: Record<MediaSource, TrackPublishOptions> = {
	microphone: { dtx: true, red: true },
	camera: {
		videoCodec: 'vp8',
		simulcast: true,
		videoEncoding: { maxBitrate: highLayer.bitsPerSecond, maxFramerate: frameRate },
		videoSimulcastLayers: [
			new VideoPreset(Math.round((lowLayer.height * 16) / 9), lowLayer.height, lowLayer.bitsPerSecond, frameRate),
		],
	},
	// A shared screen has one layer: it is needed as it is, or not at all.
	screen: { videoCodec: 'vp8', simulcast: false },
	'screen-audio': { dtx: false, red: false },
}

const options: RoomOptions = {
	// Sizes are reported below: the page plays tracks without elements of LiveKit.
	adaptiveStream: false,
	dynacast: true,
	stopLocalTrackOnUnpublish: false,
	// A page that is left takes its room along (ROOM-22).
	disconnectOnPageLeave: false,
	reconnectPolicy: {
		nextRetryDelayInMs: ({ elapsedMs }) => (elapsedMs < maxInterruptionMs ? retryEveryMs : null),
	},
}

/** A track that is received from another participant, as the page was told. */
interface Received {
	participantId: ParticipantId
	source: MediaSource
	track: MediaStreamTrack
}

/** Reports the hosts that the content security policy of the page forbids to connect to; returns a function that stops it. */
function watchForbiddenHosts(onForbidden: (host: string) => void): () => void {
	const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
		if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI)) onForbidden(new URL(blockedURI).host)
	}
	document.addEventListener('securitypolicyviolation', onViolation)
	return () => document.removeEventListener('securitypolicyviolation', onViolation)
}

/** Client of a LiveKit server, with one room of it at a time. */
export function createLivekitSession(
	createRoom: (options: RoomOptions) => Room = given => new Room(given),
	watchForbidden = watchForbiddenHosts,
): MediaSession {
	const listeners = new Set<(event: MediaSessionEvent) => void>()
	const tracks = new Map<MediaSource, MediaStreamTrack>()
	const received = new Map<string, Received>()
	const paused = new Map<string, Pick<Received, 'participantId' | 'source'>>()
	const meter = createLineMeter()
	const speakers = watchSpeakers((participantId, speaking) => emit({ type: 'speaking', participantId, speaking }))
	let room: Room | undefined
	/** The place that the room was connected for. */
	let place: string | undefined
	let tiles: ViewRequest['tiles'] = []
	let stalls: StallWatch | undefined
	let bytes = { received: 0, sent: 0 }
	/** Bytes of the connections before this one. */
	let earlierBytes = 0
	let hasFirstPicture = false
	let inOrder: Promise<unknown> = Promise.resolve()
	let wantedHost: string | undefined
	const stopWatchingHosts = watchForbidden(host => {
		if (host === wantedHost) emit({ type: 'page-outdated' })
	})

	const emit = (event: MediaSessionEvent) => {
		for (const listener of listeners) listener(event)
	}
	const setState = (state: MediaState) => emit({ type: 'state', state })
	const keyOf = ({ participantId, source }: Pick<Received, 'participantId' | 'source'>) => `${participantId} ${source}`

	function begin(publication: TrackPublication, participant: Participant): void {
		const source = sourceOf(publication.source)
		const track = publication.track?.mediaStreamTrack
		if (!source || !track || publication.isMuted) return
		const incoming = { participantId: participantOf(participant), source, track }
		received.set(keyOf(incoming), incoming)
		emit({ type: 'track', ...incoming })
	}

	/** Ends what is received of a source; the track of an earlier stay of a participant may end after that of the next began. */
	function end(publication: TrackPublication, participant: Participant, ended?: MediaStreamTrack): void {
		const source = sourceOf(publication.source)
		if (!source) return
		const key = keyOf({ participantId: participantOf(participant), source })
		setPaused(key, undefined)
		const incoming = received.get(key)
		if (!incoming || (ended && incoming.track !== ended)) return
		received.delete(key)
		emit({ type: 'track-ended', participantId: incoming.participantId, source })
	}

	function setPaused(key: string, source: Pick<Received, 'participantId' | 'source'> | undefined): void {
		if (source === undefined ? !paused.delete(key) : paused.has(key)) return
		if (source) paused.set(key, source)
		emit({ type: 'paused', sources: [...paused.values()] })
	}

	/** Returns whose microphone a track is: received and not muted, or sent. */
	function ownerOf(trackId: string | undefined, current: Room): ParticipantId | undefined {
		if (trackId === undefined) return undefined
		if (trackId === tracks.get('microphone')?.id) return participantOf(current.localParticipant)
		for (const { participantId, source, track } of received.values())
			if (source === 'microphone' && track.id === trackId) return participantId
		return undefined
	}

	function showQuality(quality: ConnectionQuality, participant: Participant): void {
		const participantId = participantOf(participant)
		if (quality === ConnectionQuality.Unknown) return
		if (quality === ConnectionQuality.Excellent) emit({ type: 'quality', participantId, quality: 'good' })
		else if (quality === ConnectionQuality.Good) emit({ type: 'quality', participantId, quality: 'fair' })
		else emit({ type: 'quality', participantId, quality: 'poor' })
	}

	/** Receives a camera as large as it is shown, and not at all while it is hidden (ROOM-86). */
	function applyView(publication: RemoteTrackPublication, participant: Participant): void {
		if (publication.kind !== Track.Kind.Video || !publication.isSubscribed) return
		const source = sourceOf(publication.source)
		const participantId = participantOf(participant)
		const tile = tiles.find(candidate => candidate.participantId === participantId && candidate.source === source)
		publication.setEnabled(tile?.height !== 0)
		const { width = 16, height = 9 } = publication.dimensions ?? {}
		if (tile?.height)
			publication.setVideoDimensions({ width: Math.round((tile.height * width) / height), height: tile.height })
		else if (!tile) publication.setVideoQuality(VideoQuality.HIGH)
	}

	function applyWholeView(): void {
		for (const participant of room?.remoteParticipants.values() ?? [])
			for (const publication of participant.trackPublications.values()) applyView(publication, participant)
	}

	function listen(current: Room): void {
		current
			.on(RoomEvent.TrackSubscribed, (_, publication, participant) => {
				applyView(publication, participant)
				begin(publication, participant)
			})
			.on(RoomEvent.TrackUnsubscribed, (track, publication, participant) =>
				end(publication, participant, track.mediaStreamTrack),
			)
			.on(RoomEvent.TrackMuted, (publication, participant) => {
				if (!participant.isLocal) end(publication, participant)
			})
			.on(RoomEvent.TrackUnmuted, (publication, participant) => {
				if (!participant.isLocal) begin(publication, participant)
			})
			.on(RoomEvent.TrackStreamStateChanged, (publication, streamState, participant) => {
				const source = sourceOf(publication.source)
				if (!source || publication.kind !== Track.Kind.Video) return
				const key = { participantId: participantOf(participant), source }
				setPaused(keyOf(key), streamState === Track.StreamState.Paused ? key : undefined)
			})
			.on(RoomEvent.ConnectionQualityChanged, showQuality)
			.on(RoomEvent.Reconnecting, () => setState('interrupted'))
			.on(RoomEvent.Reconnected, () => {
				setState('live')
				sendAll()
			})
			.on(RoomEvent.Disconnected, () => {
				closeRoom()
				setState('lost')
			})
	}

	/** Makes what is sent of a source what it is meant to be; calls for the same source may be skipped. */
	async function send(source: MediaSource): Promise<void> {
		const local = room?.state === ConnectionState.Connected ? room.localParticipant : undefined
		if (!local) return
		const track = tracks.get(source)
		const sent = local.getTrackPublication(sourceNames[source])?.track
		if (track && sent) {
			if (sent.mediaStreamTrack !== track) await sent.replaceTrack(track, true)
			await sent.unmute()
		} else if (track) {
			await local.publishTrack(track, { source: sourceNames[source], ...publishOptions[source] })
		} else if (sent && (source === 'microphone' || source === 'camera')) {
			// It is back without a negotiation.
			await sent.mute()
		} else if (sent) {
			await local.unpublishTrack(sent, false)
		}
	}

	/** One change at a time; one that fails is made again after the next reconnection. */
	function sendInOrder(source: MediaSource): Promise<void> {
		const result = inOrder.then(() => send(source)).catch(() => {})
		inOrder = result
		return result
	}

	function sendAll(): void {
		for (const source of sources) void sendInOrder(source)
	}

	/** The connections of LiveKit's client, which has one for both directions or one for each. */
	async function readStats(current: Room): Promise<void> {
		const { publisher, subscriber } = current.engine.pcManager ?? {}
		const reports = await Promise.all([publisher?.getStats(), subscriber?.getStats()])
		if (room !== current) return
		const entries = reports.flatMap(report => [...(report?.entries() ?? [])])
		const all = new Map(entries)
		meter.read(all as unknown as RTCStatsReport)
		const counted = { received: 0, sent: 0 }
		const microphones = new Map<ParticipantId, SoundCounters>()
		for (const entry of all.values() as Iterable<StreamCounters>) {
			const speaker = ownerOf(entry.trackIdentifier, current)
			if (speaker) microphones.set(speaker, entry)
			if (hasPicture(entry) && !hasFirstPicture) {
				hasFirstPicture = true
				emit({ type: 'first-picture' })
			}
			if (entry.type !== 'candidate-pair') continue
			counted.received += entry.bytesReceived ?? 0
			counted.sent += entry.bytesSent ?? 0
		}
		bytes = counted
		speakers.read(microphones, performance.now())
	}

	function watchConnection(current: Room): void {
		stalls?.stop()
		stalls = watchStalls(
			async () => {
				await readStats(current)
				return bytes.received
			},
			() => emit({ type: 'stalled' }),
		)
	}

	function closeRoom(): void {
		const closed = room
		room = undefined
		place = undefined
		stalls?.stop()
		stalls = undefined
		if (!closed) return
		meter.startConnection()
		earlierBytes += bytes.received + bytes.sent
		bytes = { received: 0, sent: 0 }
		closed.removeAllListeners()
		void closed.disconnect(false).catch(() => {})
		for (const { participantId, source } of received.values()) emit({ type: 'track-ended', participantId, source })
		received.clear()
		speakers.stop()
		if (paused.size > 0) emit({ type: 'paused', sources: [] })
		paused.clear()
	}

	/** The connection does not work although the page has reached the server again: the device has another address (ROOM-94). */
	const isCutOff = () => room?.state === ConnectionState.Reconnecting || stalls?.isStalled === true

	return {
		async connect({ url, token, place: wanted }: MediaGrant) {
			if (room && place === wanted && !isCutOff()) return
			closeRoom()
			const current = createRoom(options)
			room = current
			place = wanted
			wantedHost = new URL(url).host
			setState('connecting')
			listen(current)
			try {
				const timeouts = { peerConnectionTimeout: connectTimeoutMs, websocketTimeout: connectTimeoutMs }
				await current.connect(url, token, { ...timeouts, maxRetries: 0 })
			} catch {
				if (room !== current) return
				closeRoom()
				setState('lost')
				return
			}
			if (room !== current) return
			setState('live')
			watchConnection(current)
			sendAll()
		},
		async publish(source, track) {
			tracks.set(source, track)
			await sendInOrder(source)
		},
		async unpublish(source) {
			tracks.delete(source)
			await sendInOrder(source)
		},
		setView(shown) {
			tiles = shown
			applyWholeView()
		},
		async countBytes() {
			if (room) await readStats(room)
			return earlierBytes + bytes.received + bytes.sent
		},
		takeFigures: () => meter.take(),
		leave() {
			stopWatchingHosts()
			closeRoom()
		},
		on(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	}
}

interface StreamCounters extends SoundCounters {
	type: string
	trackIdentifier?: string
	kind?: string
	framesDecoded?: number
	bytesReceived?: number
	bytesSent?: number
}

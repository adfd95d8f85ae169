import type { MediaGrant, ParticipantId } from '@parley/room'
import { ConnectionQuality, ConnectionState, type Room, RoomEvent, Track } from 'livekit-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaSessionEvent } from '../mediaSession.ts'
import { createLivekitSession } from './livekitSession.ts'

const grant = (place: string): MediaGrant => ({
	engine: 'livekit',
	url: 'ws://livekit.example',
	token: 'token',
	roomId: '123',
	participantId: 'p_own' as ParticipantId,
	iceServers: [],
	place,
	expiresAt: 0,
})
const aTrack = (name: string) => ({ id: name, enabled: true }) as unknown as MediaStreamTrack

/** A track that the fake room sends. */
function localTrack(mediaStreamTrack: MediaStreamTrack) {
	const track = {
		mediaStreamTrack,
		isMuted: false,
		async mute() {
			track.isMuted = true
		},
		async unmute() {
			track.isMuted = false
		},
		async replaceTrack(next: MediaStreamTrack) {
			track.mediaStreamTrack = next
		},
	}
	return track
}

/** A room of LiveKit's client that connects at once, and whose events the test sends. */
function fakeRoom() {
	const handlers = new Map<string, (...payload: unknown[]) => void>()
	const sent = new Map<Track.Source, { track: ReturnType<typeof localTrack> }>()
	let bytesReceived = 0
	const sounds = new Map<string, { totalSamplesDuration: number; totalAudioEnergy: number }>()
	const soundOf = (track: string) => sounds.get(track) ?? { totalSamplesDuration: 1, totalAudioEnergy: 0 }
	const room = {
		state: ConnectionState.Disconnected,
		remoteParticipants: new Map(),
		connect: vi.fn(async () => {
			room.state = ConnectionState.Connected
		}),
		disconnect: vi.fn(async () => {}),
		removeAllListeners: () => handlers.clear(),
		on(event: string, handler: (...payload: unknown[]) => void) {
			handlers.set(event, handler)
			return room
		},
		localParticipant: {
			identity: 'p_own.1',
			getTrackPublication: (source: Track.Source) => sent.get(source),
			publishTrack: vi.fn(async (track: MediaStreamTrack, { source }: { source: Track.Source }) => {
				sent.set(source, { track: localTrack(track) })
			}),
			unpublishTrack: vi.fn(async (track: unknown) => {
				for (const [source, publication] of sent) if (publication.track === track) sent.delete(source)
			}),
		},
		engine: {
			pcManager: {
				publisher: {
					getStats: async () =>
						new Map<string, object>([
							['pair', { id: 'pair', type: 'candidate-pair', bytesReceived, bytesSent: 7 }],
							...['own sound', 'own screen', 'p_a.1 microphone'].map(
								trackIdentifier =>
									[trackIdentifier, { type: 'inbound-rtp', trackIdentifier, ...soundOf(trackIdentifier) }] as const,
							),
						]),
				},
			},
		},
	}
	return {
		room,
		sent,
		speak(track: string) {
			const { totalSamplesDuration, totalAudioEnergy } = soundOf(track)
			sounds.set(track, { totalSamplesDuration: totalSamplesDuration + 0.3, totalAudioEnergy: totalAudioEnergy + 0.1 })
		},
		receiveBytes: (bytes: number) => (bytesReceived += bytes),
		tell: (event: RoomEvent, ...payload: unknown[]) => handlers.get(event)?.(...payload),
	}
}

/** A participant of LiveKit, and a source of theirs. */
function remote(identity: string, source = Track.Source.Camera, isMuted = false) {
	const publication = {
		source,
		isMuted,
		kind: source === Track.Source.Microphone ? Track.Kind.Audio : Track.Kind.Video,
		isSubscribed: true,
		dimensions: { width: 640, height: 360 },
		track: {
			mediaStreamTrack: aTrack(`${identity} ${source}`),
		},
		setEnabled: vi.fn(),
		setVideoDimensions: vi.fn(),
		setVideoQuality: vi.fn(),
	}
	const participant = {
		identity,
		isLocal: false,
		trackPublications: new Map([['sid', publication]]),
	}
	return { publication, participant }
}

let rooms: ReturnType<typeof fakeRoom>[]
let events: MediaSessionEvent[]
let session: ReturnType<typeof createLivekitSession>
/** The content security policy of the page forbids connections to this host. */
let forbid: (host: string) => void

beforeEach(() => {
	rooms = []
	events = []
	session = createLivekitSession(
		() => {
			const fake = fakeRoom()
			rooms.push(fake)
			return fake.room as unknown as Room
		},
		onForbidden => {
			forbid = onForbidden
			return () => {
				forbid = () => {}
			}
		},
	)
	session.on(event => events.push(event))
})
afterEach(() => session.leave())

test('[ROOM-93] a page whose policy forbids its connections to LiveKit was loaded before the server used it', async () => {
	const outdated = () => events.filter(({ type }) => type === 'page-outdated').length
	forbid('livekit.example')
	await session.connect(grant('1'))
	forbid('elsewhere.example')
	expect(outdated()).toBe(0)
	forbid('livekit.example')
	expect(outdated()).toBe(1)
	session.leave()
	forbid('livekit.example')
	expect(outdated()).toBe(1)
})

/** The statistics are read three times a second. */
const nextRead = () => new Promise(resolve => setTimeout(resolve, 330))

const states = () => events.flatMap(event => (event.type === 'state' ? [event.state] : []))
const last = () => rooms.at(-1) as ReturnType<typeof fakeRoom>
const subscribe = ({ publication, participant }: ReturnType<typeof remote>) =>
	last().tell(RoomEvent.TrackSubscribed, publication.track, publication, participant)

test('[ROOM-252] the states of LiveKit’s client are those of the room', async () => {
	await session.connect(grant('room/own.1'))
	last().tell(RoomEvent.Reconnecting)
	last().tell(RoomEvent.Reconnected)
	last().tell(RoomEvent.Disconnected)
	expect(states()).toEqual(['connecting', 'live', 'interrupted', 'live', 'lost'])
})

test('[ROOM-252] a connection that is refused is lost, and asks for another grant', async () => {
	session = createLivekitSession(() => {
		const fake = fakeRoom()
		fake.room.connect.mockRejectedValue(new Error('refused'))
		rooms.push(fake)
		return fake.room as unknown as Room
	})
	session.on(event => events.push(event))
	await session.connect(grant('room/own.1'))
	expect(states()).toEqual(['connecting', 'lost'])
	expect(last().room.disconnect).toHaveBeenCalled()
})

test('[ROOM-249] a grant for the same place keeps a connection; one for another place, or while it is cut off, replaces it', async () => {
	await session.connect(grant('room/own.1'))
	await session.connect(grant('room/own.1'))
	expect(rooms).toHaveLength(1)
	await session.connect(grant('next/own.1'))
	expect(rooms).toHaveLength(2)
	expect(rooms[0]?.room.disconnect).toHaveBeenCalledWith(false)
	last().room.state = ConnectionState.Reconnecting
	await session.connect(grant('next/own.1'))
	expect(rooms).toHaveLength(3)
	// Nobody needs the messages of the former ones.
	rooms[0]?.tell(RoomEvent.Disconnected)
	expect(states().at(-1)).toBe('live')
})

test('[ROOM-252] a camera that is off is muted, and back without being published again; a screen is published anew', async () => {
	await session.publish('camera', aTrack('first'))
	await session.connect(grant('room/own.1'))
	const { localParticipant } = last().room
	await vi.waitFor(() => expect(localParticipant.publishTrack).toHaveBeenCalledTimes(1))
	const camera = last().sent.get(Track.Source.Camera)?.track
	await session.unpublish('camera')
	expect(camera?.isMuted).toBe(true)
	const next = aTrack('second')
	await session.publish('camera', next)
	expect(camera).toMatchObject({ isMuted: false, mediaStreamTrack: next })
	expect(localParticipant.publishTrack).toHaveBeenCalledTimes(1)
	await session.publish('screen', aTrack('screen'))
	await session.unpublish('screen')
	expect(localParticipant.unpublishTrack).toHaveBeenCalledTimes(1)
})

test('[ROOM-252] tracks are sent again in the next room', async () => {
	await session.connect(grant('room/own.1'))
	await session.publish('microphone', aTrack('sound'))
	last().tell(RoomEvent.Disconnected)
	await session.connect(grant('room/own.1'))
	await vi.waitFor(() => expect(last().sent.has(Track.Source.Microphone)).toBe(true))
})

test('[ROOM-252] a camera begins and ends with its mute, and when its participant leaves', async () => {
	await session.connect(grant('room/own.1'))
	const camera = remote('p_a.1')
	subscribe(camera)
	last().tell(RoomEvent.TrackMuted, camera.publication, camera.participant)
	last().tell(RoomEvent.TrackUnmuted, camera.publication, camera.participant)
	last().tell(RoomEvent.TrackUnsubscribed, camera.publication.track, camera.publication, camera.participant)
	const about = { participantId: 'p_a', source: 'camera' }
	const began = { type: 'track', ...about, track: camera.publication.track.mediaStreamTrack }
	expect(events.filter(({ type }) => type.startsWith('track'))).toEqual([
		began,
		{ type: 'track-ended', ...about },
		began,
		{ type: 'track-ended', ...about },
	])
	subscribe(remote('p_b.1', Track.Source.Camera, true))
	expect(events).not.toContainEqual(expect.objectContaining({ type: 'track', participantId: 'p_b' }))
})

test('[ROOM-252] the end of an earlier stay of a participant does not end the camera of the next', async () => {
	await session.connect(grant('room/own.1'))
	const [before, after] = [remote('p_a.1'), remote('p_a.2')]
	subscribe(before)
	subscribe(after)
	last().tell(RoomEvent.TrackUnsubscribed, before.publication.track, before.publication, before.participant)
	expect(events.filter(({ type }) => type === 'track-ended')).toEqual([])
})

test('[ROOM-252] what was received, spoke or was paused ends with a lost connection', async () => {
	await session.connect(grant('room/own.1'))
	const camera = remote('p_a.1')
	subscribe(camera)
	subscribe(remote('p_a.1', Track.Source.Microphone))
	await nextRead()
	last().speak('p_a.1 microphone')
	await vi.waitFor(
		() => expect(events).toContainEqual({ type: 'speaking', participantId: 'p_a', speaking: true }),
		3_000,
	)
	last().tell(RoomEvent.TrackStreamStateChanged, camera.publication, Track.StreamState.Paused, camera.participant)
	events.length = 0
	last().tell(RoomEvent.Disconnected)
	expect(events).toEqual([
		{ type: 'track-ended', participantId: 'p_a', source: 'camera' },
		{ type: 'track-ended', participantId: 'p_a', source: 'microphone' },
		{ type: 'speaking', participantId: 'p_a', speaking: false },
		{ type: 'paused', sources: [] },
		{ type: 'state', state: 'lost' },
	])
})

test('[ROOM-31] [ROOM-252] microphones speak by their energy, until they are muted; the sound of a shared screen does not', async () => {
	const speaking = () =>
		events.flatMap(event => (event.type === 'speaking' ? [[event.participantId, event.speaking]] : []))
	await session.connect(grant('room/own.1'))
	await session.publish('microphone', aTrack('own sound'))
	await session.publish('screen-audio', aTrack('own screen'))
	const other = remote('p_a.1', Track.Source.Microphone)
	subscribe(other)
	await nextRead()
	last().speak('own screen')
	await nextRead()
	expect(speaking()).toEqual([])
	last().speak('own sound')
	last().speak('p_a.1 microphone')
	await nextRead()
	expect(speaking().sort()).toEqual([
		['p_a', true],
		['p_own', true],
	])
	last().tell(RoomEvent.TrackMuted, other.publication, other.participant)
	await vi.waitFor(() => expect(speaking()).toContainEqual(['p_a', false]), 3_000)
})

test('[ROOM-83] [ROOM-252] a picture that LiveKit pauses is named until it is back', async () => {
	await session.connect(grant('room/own.1'))
	const { publication, participant } = remote('p_a.1')
	const pause = (state: Track.StreamState) =>
		last().tell(RoomEvent.TrackStreamStateChanged, publication, state, participant)
	pause(Track.StreamState.Paused)
	pause(Track.StreamState.Paused)
	pause(Track.StreamState.Active)
	expect(events.flatMap(event => (event.type === 'paused' ? [event.sources] : []))).toEqual([
		[{ participantId: 'p_a', source: 'camera' }],
		[],
	])
})

test.each([
	[ConnectionQuality.Excellent, 'good'],
	[ConnectionQuality.Good, 'fair'],
	[ConnectionQuality.Poor, 'poor'],
	[ConnectionQuality.Lost, 'poor'],
])('[ROOM-87] [ROOM-252] a line that LiveKit calls %s is %s', async (quality, shown) => {
	await session.connect(grant('room/own.1'))
	last().tell(RoomEvent.ConnectionQualityChanged, ConnectionQuality.Unknown, remote('p_a.1').participant)
	last().tell(RoomEvent.ConnectionQualityChanged, quality, remote('p_a.1').participant)
	expect(events.filter(({ type }) => type === 'quality')).toEqual([
		{ type: 'quality', participantId: 'p_a', quality: shown },
	])
})

test('[ROOM-86] [ROOM-252] a camera is asked for in the size of its tile, and not at all while hidden', async () => {
	await session.connect(grant('room/own.1'))
	const camera = remote('p_a.1')
	last().room.remoteParticipants.set('p_a.1', camera.participant)
	subscribe(camera)
	expect(camera.publication.setEnabled).toHaveBeenLastCalledWith(true)
	const participantId = 'p_a' as ParticipantId
	session.setView([{ participantId, source: 'camera', height: 180 }])
	expect(camera.publication.setVideoDimensions).toHaveBeenLastCalledWith({ width: 320, height: 180 })
	session.setView([{ participantId, source: 'camera', height: 0 }])
	expect(camera.publication.setEnabled).toHaveBeenLastCalledWith(false)
	session.setView([])
	expect(camera.publication.setEnabled).toHaveBeenLastCalledWith(true)
	// A newcomer is received in the size that was told before.
	session.setView([{ participantId, source: 'camera', height: 0 }])
	const again = remote('p_a.2')
	subscribe(again)
	expect(again.publication.setEnabled).toHaveBeenLastCalledWith(false)
})

test('[ROOM-252] bytes are counted over all connections', async () => {
	await session.connect(grant('room/own.1'))
	last().receiveBytes(100)
	expect(await session.countBytes()).toBe(107)
	await session.connect(grant('next/own.1'))
	last().receiveBytes(10)
	expect(await session.countBytes()).toBe(124)
})

import {
	AudioFrame,
	AudioSource,
	AudioStream,
	LocalAudioTrack,
	type LocalTrack,
	LocalVideoTrack,
	type RemoteTrack,
	type RemoteTrackPublication,
	RemoteVideoTrack,
	Room,
	RoomEvent,
	TrackPublishOptions,
	TrackSource,
	VideoBufferType,
	VideoCodec,
	VideoFrame,
	VideoSource,
	VideoStream,
} from '@livekit/rtc-node'
import type { MediaSource } from '@parley/room'

const picture = { width: 320, height: 180 }
const sound = { sampleRate: 48_000, channels: 1, samples: 480 }
/** Amplitude of samples that are not silence. */
const audible = 1_000

const sourceNames: Record<MediaSource, TrackSource> = {
	microphone: TrackSource.SOURCE_MICROPHONE,
	camera: TrackSource.SOURCE_CAMERA,
	screen: TrackSource.SOURCE_SCREENSHARE,
	'screen-audio': TrackSource.SOURCE_SCREENSHARE_AUDIO,
}
const sourceOf = (name: TrackSource | undefined) =>
	(Object.keys(sourceNames) as MediaSource[]).find(source => sourceNames[source] === name)

/** A published track, and how one frame of it is sent. */
interface Sending {
	track: LocalTrack
	sid: string
	send(): void
}

export interface Participant {
	publish(source: MediaSource): void
	unpublish(source: MediaSource): void
	/** Sends frames of a published source until stopped. */
	feed(source: MediaSource): void
	close(): Promise<void>
}

export interface Listener {
	/** Called for each received frame, with `participant source`. */
	onFrame(from: string): void
	/** Called when a source is received, before its frames. Returns whether they are counted, which costs time; they are unless it says so. */
	onSource?(from: string): boolean
	onDisconnected(): void
	/** Returns whether a source of others is received; all are unless it says so. */
	receives?(source: MediaSource): boolean
}

/** Enters a LiveKit room with the native client. Rejects if refused. */
export async function connectParticipant(
	{ url, token }: { url: string; token: string },
	{ onFrame, onSource = () => true, onDisconnected, receives = () => true }: Listener,
): Promise<Participant> {
	const room = new Room()
	const sending = new Map<MediaSource, Sending>()
	const fed = new Set<MediaSource>()
	let inOrder: Promise<unknown> = Promise.resolve()
	room.on(RoomEvent.Disconnected, onDisconnected)
	room.on(RoomEvent.TrackSubscribed, (track, publication, participant) => {
		const participantId = participant.identity.slice(0, participant.identity.lastIndexOf('.'))
		const from = `${participantId} ${sourceOf(publication.source)}`
		// It ends with the track.
		if (onSource(from)) void countFrames(track, () => onFrame(from)).catch(() => {})
	})
	const subscribe = (publication: RemoteTrackPublication) => {
		const source = sourceOf(publication.source)
		if (source && receives(source)) publication.setSubscribed(true)
	}
	room.on(RoomEvent.TrackPublished, subscribe)
	await room.connect(url, token, { autoSubscribe: false, dynacast: false })
	for (const { trackPublications } of room.remoteParticipants.values())
		for (const publication of trackPublications.values()) subscribe(publication)

	async function publish(source: MediaSource): Promise<void> {
		await unpublish(source)
		const { track, send } = openTrack(source)
		const options = new TrackPublishOptions({
			source: sourceNames[source],
			simulcast: false,
			videoCodec: VideoCodec.VP8,
		})
		const publication = await room.localParticipant?.publishTrack(track, options)
		sending.set(source, { track, send, sid: publication?.sid ?? '' })
	}

	async function unpublish(source: MediaSource): Promise<void> {
		const sent = sending.get(source)
		sending.delete(source)
		if (sent) await room.localParticipant?.unpublishTrack(sent.sid)
	}

	const timer = setInterval(() => {
		for (const source of fed) sending.get(source)?.send()
	}, 20)
	const after = (act: () => Promise<void>) => {
		inOrder = inOrder.then(act).catch(() => {})
	}
	return {
		publish: source => after(() => publish(source)),
		unpublish: source => after(() => unpublish(source)),
		feed: source => void fed.add(source),
		async close() {
			clearInterval(timer)
			await room.disconnect()
		},
	}
}

/** Counts pictures, and those frames of sound in which something is heard. */
async function countFrames(track: RemoteTrack, onFrame: () => void): Promise<void> {
	if (track instanceof RemoteVideoTrack) for await (const _ of new VideoStream(track)) onFrame()
	else
		for await (const { data } of new AudioStream(track)) if (data.some(sample => Math.abs(sample) > audible)) onFrame()
}

function openTrack(source: MediaSource): Pick<Sending, 'track' | 'send'> {
	if (source === 'microphone' || source === 'screen-audio') {
		const output = new AudioSource(sound.sampleRate, sound.channels)
		const noise = Int16Array.from({ length: sound.samples }, () => (Math.random() - 0.5) * 20_000)
		const frame = new AudioFrame(noise, sound.sampleRate, sound.channels, sound.samples)
		return {
			track: LocalAudioTrack.createAudioTrack(source, output),
			send: () => void output.captureFrame(frame).catch(() => {}),
		}
	}
	const output = new VideoSource(picture.width, picture.height)
	const bytes = new Uint8Array(picture.width * picture.height * 1.5)
	let shade = 0
	return {
		track: LocalVideoTrack.createVideoTrack(source, output),
		send() {
			shade += 3
			bytes.fill(shade & 0xff)
			output.captureFrame(new VideoFrame(bytes, picture.width, picture.height, VideoBufferType.I420))
		},
	}
}

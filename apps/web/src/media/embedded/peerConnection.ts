import {
	cameraLayers,
	cameraLimits,
	type IceServer,
	type MediaSource,
	type Offer,
	type ParticipantId,
	type Slot,
} from '@parley/room'
import { hasPicture } from '../lineMeter.ts'

/** A received track and whose it is. */
export interface ReceivedTrack {
	participantId: ParticipantId
	source: MediaSource
	track: MediaStreamTrack
}

export interface PeerConnectionDeps {
	id: string
	iceServers: IceServer[]
	createPeerConnection(configuration: RTCConfiguration): RTCPeerConnection
	onCandidate(candidate: { candidate: string; mid: string }): void
	onStateChange(state: RTCPeerConnectionState): void
	onTrack(incoming: ReceivedTrack): void
	onTrackEnded(ended: Pick<ReceivedTrack, 'participantId' | 'source'>): void
}

/** One peer connection to the engine, which makes all offers. */
export class PeerConnection {
	readonly id: string
	readonly #setup: PeerConnectionDeps
	readonly #peer: RTCPeerConnection
	readonly #senders = new Map<MediaSource, RTCRtpSender>()
	#stats: RTCStatsReport | undefined
	#hasPicture = false
	/** Received tracks by the mid of their media line. */
	readonly #incoming = new Map<string, ReceivedTrack>()
	#endWaiting = () => {}
	readonly #closed = new Promise<undefined>(resolve => {
		this.#endWaiting = () => resolve(undefined)
	})

	constructor(setup: PeerConnectionDeps) {
		this.id = setup.id
		this.#setup = setup
		this.#peer = setup.createPeerConnection({ iceServers: setup.iceServers, bundlePolicy: 'max-bundle' })
		this.#peer.onicecandidate = ({ candidate }) => {
			if (candidate?.candidate) setup.onCandidate({ candidate: candidate.candidate, mid: candidate.sdpMid ?? '0' })
		}
		this.#peer.onconnectionstatechange = () => setup.onStateChange(this.#peer.connectionState)
	}

	get state(): RTCPeerConnectionState {
		return this.#peer.connectionState
	}

	/** Applies an offer and returns the SDP of the answer, undefined once closed; `tracks` are the own ones to send. */
	answer(offer: Offer, tracks: ReadonlyMap<MediaSource, MediaStreamTrack>): Promise<string | undefined> {
		return this.#untilClosed(this.#answer(offer, tracks))
	}

	async #answer({ sdp, slots }: Offer, tracks: ReadonlyMap<MediaSource, MediaStreamTrack>): Promise<string> {
		await this.#peer.setRemoteDescription({ type: 'offer', sdp })
		for (const slot of slots) if (slot.role === 'send') await this.#prepare(slot.mid, slot.source, tracks)
		await this.#peer.setLocalDescription()
		this.applySlots(slots)
		return withLayerStreams(this.#peer.localDescription?.sdp ?? '', await this.#peer.getStats())
	}

	/** Reports which tracks began and ended with a new assignment of media lines. */
	applySlots(slots: readonly Slot[]): void {
		const now = new Map(slots.flatMap(slot => (slot.role === 'receive' ? [[slot.mid, slot] as const] : [])))
		for (const [mid, previous] of this.#incoming) {
			const current = now.get(mid)
			if (current?.participantId !== previous.participantId || current.source !== previous.source)
				this.#end(mid, previous)
		}
		for (const [mid, { participantId, source }] of now) {
			const track = this.#transceiver(mid)?.receiver.track
			if (track && !this.#incoming.has(mid)) this.#begin(mid, { participantId, source, track })
		}
	}

	replaceTrack(source: MediaSource, track: MediaStreamTrack | null): Promise<void> {
		return this.#untilClosed(this.#replaceTrack(source, track))
	}

	async #replaceTrack(source: MediaSource, track: MediaStreamTrack | null): Promise<void> {
		const sender = this.#senders.get(source)
		if (!sender) return
		await sender.replaceTrack(track)
		if (track && source === 'camera') await limitEncoding(sender, track)
	}

	/** Sends only these simulcast layers of a source. */
	setLayers(source: MediaSource, rids: readonly string[]): Promise<void> {
		return this.#untilClosed(this.#setLayers(source, rids))
	}

	async #setLayers(source: MediaSource, rids: readonly string[]): Promise<void> {
		const sender = this.#senders.get(source)
		const parameters = sender?.getParameters()
		if (!sender || !parameters?.encodings) return
		for (const encoding of parameters.encodings)
			if (encoding.rid !== undefined) encoding.active = rids.includes(encoding.rid)
		// A browser that refuses keeps sending them all.
		await sender.setParameters(parameters).catch(() => {})
	}

	/** The statistics that were read last. */
	get stats(): RTCStatsReport | undefined {
		return this.#stats
	}

	/** True once a picture of another participant was decoded. */
	get hasPicture(): boolean {
		return this.#hasPicture
	}

	/** Bytes received and sent on this connection. */
	async countBytes(): Promise<{ received: number; sent: number }> {
		const bytes = { received: 0, sent: 0 }
		const stats = await this.#peer.getStats()
		this.#stats = stats
		stats.forEach((entry: PairCounters) => {
			if (hasPicture(entry)) this.#hasPicture = true
			if (entry.type !== 'candidate-pair') return
			bytes.received += entry.bytesReceived ?? 0
			bytes.sent += entry.bytesSent ?? 0
		})
		return bytes
	}

	close(): void {
		for (const [mid, incoming] of this.#incoming) this.#end(mid, incoming)
		this.#peer.onicecandidate = null
		this.#peer.onconnectionstatechange = null
		this.#peer.close()
		this.#endWaiting()
	}

	/** Browsers never settle what a connection had begun when it was closed. */
	#untilClosed<T>(work: Promise<T>): Promise<T | undefined> {
		return Promise.race([work, this.#closed])
	}

	async #prepare(mid: string, source: MediaSource, tracks: ReadonlyMap<MediaSource, MediaStreamTrack>): Promise<void> {
		if (this.#senders.has(source)) return
		const transceiver = this.#transceiver(mid)
		if (!transceiver) return
		transceiver.direction = 'sendonly'
		this.#senders.set(source, transceiver.sender)
		await this.#replaceTrack(source, tracks.get(source) ?? null)
	}

	#transceiver(mid: string): RTCRtpTransceiver | undefined {
		return this.#peer.getTransceivers().find(transceiver => transceiver.mid === mid)
	}

	#begin(mid: string, incoming: ReceivedTrack): void {
		this.#incoming.set(mid, incoming)
		this.#setup.onTrack(incoming)
	}

	#end(mid: string, { participantId, source }: ReceivedTrack): void {
		this.#incoming.delete(mid)
		this.#setup.onTrackEnded({ participantId, source })
	}
}

/**
 * Makes a camera fit the layers that the engine forwards. A browser without simulcast sends one stream with the limits of
 * the highest layer.
 */
async function limitEncoding(sender: RTCRtpSender, track: MediaStreamTrack): Promise<void> {
	const parameters = sender.getParameters()
	const { width = cameraLimits.width, height = cameraLimits.height } = track.getSettings()
	// By the shorter side: a phone held upright sends portrait video.
	const shorterSide = Math.min(width, height)
	for (const encoding of parameters.encodings ?? []) {
		const layer = cameraLayers.find(({ rid }) => rid === encoding.rid) ?? highestLayer
		encoding.maxBitrate = layer.bitsPerSecond
		encoding.maxFramerate = cameraLimits.frameRate
		encoding.scaleResolutionDownBy = Math.max(1, shorterSide / layer.height)
	}
	try {
		await sender.setParameters(parameters)
	} catch {
		// Not settable yet in this browser; the limits in the offer and in the engine still apply.
	}
}

const highestLayer = cameraLayers[cameraLayers.length - 1] as (typeof cameraLayers)[number]

interface PairCounters {
	type: string
	kind?: string
	framesDecoded?: number
	bytesReceived?: number
	bytesSent?: number
}

interface OutboundLayer {
	type: string
	mid?: string
	rid?: string
	ssrc: number
}

/**
 * Adds the streams (SSRC) of simulcast layers to an answer, in which Chromium names only the layers (RID). The engine
 * recognises the line of a packet by its stream.
 */
function withLayerStreams(sdp: string, stats: RTCStatsReport): string {
	const layers: OutboundLayer[] = []
	stats.forEach((entry: OutboundLayer) => {
		if (entry.type === 'outbound-rtp' && entry.rid !== undefined) layers.push(entry)
	})
	return layers.reduce((text, { mid, ssrc }) => {
		if (mid === undefined || text.includes(`a=ssrc:${ssrc} `)) return text
		return text.replace(`a=mid:${mid}\r\n`, line => `${line}a=ssrc:${ssrc} cname:camera\r\n`)
	}, sdp)
}

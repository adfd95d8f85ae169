import { cameraLimits, type IceServer, type MediaSource, type Offer, type ParticipantId, type Slot } from '@parley/room'

/** A line that brings somebody's source to us. */
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

/** One peer connection to the engine. It only ever answers; the engine alone makes offers. */
export class PeerConnection {
	readonly id: string
	readonly #setup: PeerConnectionDeps
	readonly #peer: RTCPeerConnection
	readonly #senders = new Map<MediaSource, RTCRtpSender>()
	/** Who is on which line, by its mid. */
	readonly #incoming = new Map<string, ReceivedTrack>()

	constructor(setup: PeerConnectionDeps) {
		this.id = setup.id
		this.#setup = setup
		this.#peer = setup.createPeerConnection({ iceServers: setup.iceServers, bundlePolicy: 'max-bundle' })
		this.#peer.onicecandidate = ({ candidate }) => {
			if (candidate?.candidate) setup.onCandidate({ candidate: candidate.candidate, mid: candidate.sdpMid ?? '0' })
		}
		this.#peer.onconnectionstatechange = () => setup.onStateChange(this.#peer.connectionState)
	}

	/** Takes an offer and makes the answer to it; `tracks` are what we want to send. */
	async answer({ sdp, slots }: Offer, tracks: ReadonlyMap<MediaSource, MediaStreamTrack>): Promise<string> {
		await this.#peer.setRemoteDescription({ type: 'offer', sdp })
		for (const slot of slots) if (slot.role === 'send') await this.#prepare(slot.mid, slot.source, tracks)
		await this.#peer.setLocalDescription()
		this.applySlots(slots)
		return this.#peer.localDescription?.sdp ?? ''
	}

	/** Takes note of who is on which line now. */
	applySlots(slots: readonly Slot[]): void {
		const now = new Map(slots.flatMap(slot => (slot.role === 'receive' ? [[slot.mid, slot] as const] : [])))
		for (const [mid, was] of this.#incoming) {
			const is = now.get(mid)
			if (is?.participantId !== was.participantId || is.source !== was.source) this.#end(mid, was)
		}
		for (const [mid, { participantId, source }] of now) {
			const track = this.#transceiver(mid)?.receiver.track
			if (track && !this.#incoming.has(mid)) this.#begin(mid, { participantId, source, track })
		}
	}

	async replaceTrack(source: MediaSource, track: MediaStreamTrack | null): Promise<void> {
		const sender = this.#senders.get(source)
		if (!sender) return
		await sender.replaceTrack(track)
		if (track && source === 'camera') await limitEncoding(sender, track)
	}

	close(): void {
		for (const [mid, incoming] of this.#incoming) this.#end(mid, incoming)
		this.#peer.onicecandidate = null
		this.#peer.onconnectionstatechange = null
		this.#peer.close()
	}

	async #prepare(mid: string, source: MediaSource, tracks: ReadonlyMap<MediaSource, MediaStreamTrack>): Promise<void> {
		if (this.#senders.has(source)) return
		const transceiver = this.#transceiver(mid)
		if (!transceiver) return
		transceiver.direction = 'sendonly'
		this.#senders.set(source, transceiver.sender)
		await this.replaceTrack(source, tracks.get(source) ?? null)
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

/** Nothing downstream can ask for less later, so no camera sends more than everybody can take. */
async function limitEncoding(sender: RTCRtpSender, track: MediaStreamTrack): Promise<void> {
	const parameters = sender.getParameters()
	const [encoding] = parameters.encodings ?? []
	if (!encoding) return
	const { width = cameraLimits.width, height = cameraLimits.height } = track.getSettings()
	encoding.maxBitrate = cameraLimits.bitsPerSecond
	encoding.maxFramerate = cameraLimits.frameRate
	// By the shorter side: a phone held upright films upright.
	encoding.scaleResolutionDownBy = Math.max(1, Math.min(width, height) / cameraLimits.height)
	try {
		await sender.setParameters(parameters)
	} catch {
		// Not settable yet in this browser; the limit in the offer and the engine's own still hold.
	}
}

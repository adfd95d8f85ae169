import { cameraLimits, type IceServer, type MediaSource, type Offer, type ParticipantId, type Slot } from '@parley/room'

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
	/** Received tracks by the mid of their media line. */
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

	get state(): RTCPeerConnectionState {
		return this.#peer.connectionState
	}

	/** Applies an offer and returns the SDP of the answer; `tracks` are the own ones to send. */
	async answer({ sdp, slots }: Offer, tracks: ReadonlyMap<MediaSource, MediaStreamTrack>): Promise<string> {
		await this.#peer.setRemoteDescription({ type: 'offer', sdp })
		for (const slot of slots) if (slot.role === 'send') await this.#prepare(slot.mid, slot.source, tracks)
		await this.#peer.setLocalDescription()
		this.applySlots(slots)
		return this.#peer.localDescription?.sdp ?? ''
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

/** Limits a camera to what every receiver can take, because no receiver can ask for less. */
async function limitEncoding(sender: RTCRtpSender, track: MediaStreamTrack): Promise<void> {
	const parameters = sender.getParameters()
	const [encoding] = parameters.encodings ?? []
	if (!encoding) return
	const { width = cameraLimits.width, height = cameraLimits.height } = track.getSettings()
	encoding.maxBitrate = cameraLimits.bitsPerSecond
	encoding.maxFramerate = cameraLimits.frameRate
	// By the shorter side: a phone held upright sends portrait video.
	encoding.scaleResolutionDownBy = Math.max(1, Math.min(width, height) / cameraLimits.height)
	try {
		await sender.setParameters(parameters)
	} catch {
		// Not settable yet in this browser; the limits in the offer and in the engine still apply.
	}
}

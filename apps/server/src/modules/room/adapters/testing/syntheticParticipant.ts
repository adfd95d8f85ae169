import type { MediaSource, Offer, Slot } from '@parley/room'
import { PeerConnection, type Track } from 'node-datachannel'
import { isRtcp, readRtpHeader } from '../embedded/sfu/rtp.ts'
import { SendingLine } from './sendingLine.ts'

/** The connection of a synthetic participant to the engine: direct in tests, a socket in benches. */
export interface Uplink {
	answer(answer: { offerId: number; sdp: string }): void
}

/** Packets received on one line. */
export interface Received {
	packets: number
	lastSequence: number
	ssrc: number
	reports: number
}

/** First packet of a VP8 key frame, as far as the engine reads it. */
export function keyFrameStart(bytes: number): Buffer {
	const payload = Buffer.alloc(bytes)
	payload.writeUInt8(0x10, 0)
	return payload
}

/** Participant without a browser: answers offers, sends well-formed packets, counts received ones. */
export class SyntheticParticipant {
	readonly #name: string
	readonly #uplink: Uplink
	readonly #sending = new Map<MediaSource, SendingLine>()
	readonly #tracks: Track[] = []
	readonly received = new Map<string, Received>()
	slots: Slot[] = []
	#connection: PeerConnection | undefined
	#connectionId: string | undefined
	#offerId = 0
	#isClosed = false
	#ssrc: number

	constructor(name: string, uplink: Uplink, firstSsrc: number) {
		this.#name = name
		this.#uplink = uplink
		this.#ssrc = firstSsrc
	}

	get connectionId(): string | undefined {
		return this.#connectionId
	}

	get connected(): boolean {
		return this.#connection?.state() === 'connected'
	}

	onOffer(offer: Offer): void {
		// An engine that misses the participant offers again.
		if (this.#isClosed) return
		this.slots = offer.slots
		this.#offerId = offer.offerId
		if (offer.connectionId !== this.#connectionId) this.#connect(offer)
		this.#connection?.setRemoteDescription(offer.sdp, 'offer')
		this.#connection?.setLocalDescription('answer')
	}

	/** Sends one packet of a source; the marker bit ends a video frame. */
	send(source: MediaSource, payload: Buffer, ticks: number, marker = false): void {
		this.#sending.get(source)?.send(payload, ticks, marker)
	}

	/** Packets received on the line that brings this source of this participant. */
	packetsOf(participantId: string, source: MediaSource): number {
		const slot = this.slots.find(
			candidate =>
				candidate.role === 'receive' && candidate.participantId === participantId && candidate.source === source,
		)
		return slot ? (this.received.get(slot.mid)?.packets ?? 0) : 0
	}

	close(): void {
		this.#isClosed = true
		this.#connection?.close()
	}

	#connect({ connectionId, slots }: Offer): void {
		this.#connection?.close()
		this.#connectionId = connectionId
		const connection = new PeerConnection(this.#name, {
			iceServers: [],
			disableAutoNegotiation: true,
			forceMediaTransport: true,
		})
		this.#connection = connection
		connection.onTrack(track => this.#count(track))
		connection.onGatheringStateChange(() => this.#answerWhenReady())
		connection.onLocalDescription(() => setImmediate(() => this.#answerWhenReady()))
		for (const slot of slots) {
			if (slot.role !== 'send') continue
			const { mid, source } = slot
			this.#sending.set(source, new SendingLine({ connection, mid, source, ssrc: ++this.#ssrc, name: this.#name }))
		}
	}

	#count(track: Track): void {
		// Kept in a field: an unreferenced track is garbage-collected and falls silent.
		this.#tracks.push(track)
		const counts: Received = { packets: 0, lastSequence: 0, ssrc: 0, reports: 0 }
		this.received.set(track.mid(), counts)
		track.onMessage(packet => {
			const header = isRtcp(packet) ? undefined : readRtpHeader(packet)
			if (!header) {
				counts.reports++
				return
			}
			counts.packets++
			counts.lastSequence = header.sequence
			counts.ssrc = header.ssrc
		})
	}

	#answerWhenReady(): void {
		const description = this.#connection?.localDescription()
		if (this.#connection?.gatheringState() !== 'complete' || description?.type !== 'answer' || this.#offerId === 0)
			return
		this.#uplink.answer({ offerId: this.#offerId, sdp: description.sdp })
		this.#offerId = 0
	}
}

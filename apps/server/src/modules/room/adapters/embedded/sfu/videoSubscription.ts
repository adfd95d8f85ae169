import { payloadTypes } from '@parley/room'
import type { VideoDemand } from './bitrateAllocation.ts'
import { LayerSwitch, noLayer } from './layerSwitch.ts'
import type { MediaPacket } from './mediaPacket.ts'
import { retransmissionPayload } from './redundancy.ts'
import { isKeyFrameRequest, readNegativeAcks, type SenderReport } from './rtcp.ts'
import { createPacket, forwardedPayload, isMarked } from './rtp.ts'
import { clockRateOf } from './sources.ts'
import { Subscription, type SubscriptionSetup } from './subscription.ts'

/** After a step down the picture stays as it is for this long. */
const riseAfterMs = 2_000
const minResendPauseMs = 20
const maxPaddingBytes = 255
/** With more loss than this a repeated packet is sent twice. */
const heavyLoss = 0.08
const rememberedResends = 512
/** Packets that are sent again in a tenth of a second at most: a receiver can request any number. */
const maxResends = { packets: 200, windowMs: 100 }

/** The measurements of the whole connection that repeats depend on. */
export interface LineMeasurements {
	readonly roundTripMs: number
	readonly lossFraction: number
}

/** Outgoing video line: one stream, whatever publication and layer it carries (ROOM-84). */
export class VideoSubscription extends Subscription {
	readonly kind = 'video'
	readonly #layers: LayerSwitch
	readonly #line: LineMeasurements
	/** The time of the latest repeat of each packet, by sequence number. */
	readonly #resentAtMs = new Map<number, number>()
	#retransmissionSequence: number
	#resends = { packets: 0, sinceMs: 0 }
	#timestamp = 0
	#highest = 0
	#steppedDownAtMs = Number.NEGATIVE_INFINITY

	constructor(setup: SubscriptionSetup, line: LineMeasurements) {
		super(setup)
		this.#line = line
		this.#retransmissionSequence = setup.random16()
		this.#layers = new LayerSwitch(clockRateOf('camera'), {
			sequence: setup.random16(),
			timestamp: setup.random16() * 0x10000,
		})
	}

	get layers(): readonly number[] {
		return [this.#layers.wanted, this.#layers.current]
	}

	/** The input of the allocation; undefined while the line is idle. */
	demand(highest: number, nowMs: number): VideoDemand | undefined {
		if (!this.publication) return undefined
		this.#highest = highest
		return {
			layers: this.publication.layerRates,
			current: this.#layers.wanted,
			highest,
			mayRise: nowMs - this.#steppedDownAtMs >= riseAfterMs,
		}
	}

	/** True while no picture is sent because the line is too slow for it. */
	get isPaused(): boolean {
		return this.publication !== undefined && this.#layers.wanted === noLayer && this.#highest !== noLayer
	}

	want(layer: number, nowMs: number): void {
		if (layer === this.#layers.wanted) return
		if (layer < this.#layers.wanted) {
			this.#steppedDownAtMs = nowMs
			this.setup.sender.dropWaiting(this.setup.track)
		}
		this.#layers.want(layer)
		this.requestKeyFrame()
	}

	override requestKeyFrame(): void {
		if (this.#layers.wanted !== noLayer) this.publication?.requestKeyFrame(this.#layers.wanted)
	}

	/** Sends a packet without media, which the decoder never sees. */
	sendPadding(): void {
		const { track, sender, streams } = this.setup
		if (!track.isOpen()) return
		const fields = { ...this.#retransmissionFields(), timestamp: this.#timestamp, isMarked: false }
		sender.send(
			track,
			createPacket({ ...fields, ssrc: streams.retransmissionSsrc }, Buffer.alloc(0), maxPaddingBytes),
			'probe',
		)
	}

	protected override switchPublication(): void {
		this.setup.sender.dropWaiting(this.setup.track)
		this.#layers.switchPublication(0)
		this.#resentAtMs.clear()
	}

	protected override forwardPacket(packet: MediaPacket, layer: number, nowMs: number): void {
		const { track, sender, streams } = this.setup
		if (!this.#layers.rewrite(packet, { layer, ssrc: streams.ssrc }, nowMs)) {
			if (packet.vp8 && layer === this.#layers.wanted && layer !== this.#layers.current) this.requestKeyFrame()
			return
		}
		this.#timestamp = packet.bytes.readUInt32BE(4)
		sender.sendPaced(track, packet.bytes)
	}

	protected override timestampOf(report: SenderReport, layer: number): number | undefined {
		return layer === this.#layers.current ? this.#layers.timestampOf(report) : undefined
	}

	protected override receiveReport(packet: Buffer): void {
		if (isKeyFrameRequest(packet) && this.#layers.current !== noLayer)
			this.publication?.requestKeyFrame(this.#layers.current)
		for (const sequence of readNegativeAcks(packet, this.setup.streams.ssrc)) this.#resend(sequence)
	}

	#resend(sequence: number): void {
		const nowMs = this.setup.now()
		if (nowMs - this.#resends.sinceMs >= maxResends.windowMs) this.#resends = { packets: 0, sinceMs: nowMs }
		if (this.#resends.packets >= maxResends.packets) return
		const pauseMs = Math.max(minResendPauseMs, this.#line.roundTripMs * 0.8)
		if (nowMs - (this.#resentAtMs.get(sequence) ?? Number.NEGATIVE_INFINITY) < pauseMs) return
		const source = this.#layers.sourceSequenceOf(sequence)
		const packet = source === undefined ? undefined : this.publication?.packet(this.#layers.current, source)
		if (!packet) return
		if (this.#resentAtMs.size >= rememberedResends) this.#resentAtMs.clear()
		this.#resentAtMs.set(sequence, nowMs)
		this.#resends.packets++
		for (let left = this.#line.lossFraction > heavyLoss ? 2 : 1; left > 0; left--) this.#sendAgain(packet, sequence)
	}

	#sendAgain(packet: MediaPacket, sequence: number): void {
		const { track, sender, streams } = this.setup
		const { timestamp } = this.#layers.rewriteAgain(packet)
		const payload = retransmissionPayload(sequence, forwardedPayload(packet.bytes))
		const fields = { ...this.#retransmissionFields(), timestamp, isMarked: isMarked(packet.bytes) }
		sender.sendPaced(track, createPacket({ ...fields, ssrc: streams.retransmissionSsrc }, payload))
	}

	#retransmissionFields(): { payloadType: number; sequence: number } {
		this.#retransmissionSequence = (this.#retransmissionSequence + 1) & 0xffff
		return { payloadType: payloadTypes.rtx, sequence: this.#retransmissionSequence }
	}
}

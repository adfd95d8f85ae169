import { payloadTypes } from '@parley/room'
import type { MediaPacket } from './mediaPacket.ts'
import { redundantPayload } from './redundancy.ts'
import type { SenderReport } from './rtcp.ts'
import { createPacket, forwardedPayload, isMarked, rewriteHeader } from './rtp.ts'
import { RtpContinuity } from './rtpContinuity.ts'
import { clockRateOf } from './sources.ts'
import { Subscription, type SubscriptionSetup } from './subscription.ts'

/** Earlier payloads in each packet while packets are lost. */
const earlierPayloads = 2

/** Protection of audio from loss: none, redundant payloads (RED), or every packet twice for browsers without RED. */
export type AudioProtection = 'none' | 'redundant' | 'repeated'

/** Outgoing audio line (ROOM-85). */
export class AudioSubscription extends Subscription {
	readonly kind = 'audio'
	readonly layers = [0]
	readonly #continuity: RtpContinuity
	readonly #protection: () => AudioProtection
	#earlier: MediaPacket[] = []
	/** The packet that is sent again with the next one. */
	#last: Buffer | undefined

	constructor(setup: SubscriptionSetup, protection: () => AudioProtection) {
		super(setup)
		this.#protection = protection
		this.#continuity = new RtpContinuity(clockRateOf('microphone'), {
			sequence: setup.random16(),
			timestamp: setup.random16() * 0x10000,
		})
	}

	override requestKeyFrame(): void {}

	protected override switchPublication(): void {
		this.#continuity.switchSource()
		this.#earlier = []
		this.#last = undefined
	}

	protected override forwardPacket(packet: MediaPacket, _layer: number, nowMs: number): void {
		const numbers = this.#continuity.next(packet.header, nowMs)
		if (!numbers) return
		const { track, sender, streams } = this.setup
		const protection = this.#protection()
		const header = { ...numbers, ssrc: streams.ssrc }
		if (protection === 'redundant') sender.send(track, this.#redundant(packet, header))
		else {
			rewriteHeader(packet.bytes, header)
			sender.send(track, packet.bytes)
		}
		// With the next packet, because packets that are lost together leave together.
		if (this.#last) sender.send(track, this.#last, 'repeat')
		this.#last = protection === 'repeated' ? Buffer.from(packet.bytes) : undefined
		this.#earlier = [...this.#earlier, packet].slice(-earlierPayloads)
	}

	protected override timestampOf({ rtpTimestamp }: SenderReport): number {
		return this.#continuity.timestampOf(rtpTimestamp)
	}

	protected override receiveReport(): void {}

	#redundant(packet: MediaPacket, numbers: { sequence: number; timestamp: number; ssrc: number }): Buffer {
		const earlier = this.#earlier.map(({ bytes, header }) => ({
			payload: forwardedPayload(bytes),
			age: (packet.header.timestamp - header.timestamp) >>> 0,
		}))
		const payload = redundantPayload(payloadTypes.opus, forwardedPayload(packet.bytes), earlier)
		return createPacket({ ...numbers, isMarked: isMarked(packet.bytes), payloadType: payloadTypes.red }, payload)
	}
}

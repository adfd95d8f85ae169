import type { Track } from 'node-datachannel'
import type { MediaPacket } from './mediaPacket.ts'
import type { PacketSender } from './packetSender.ts'
import type { CatchErrors, Publication, Sink } from './publication.ts'
import { readLostPackets, rewriteSenderReport, type SenderReport } from './rtcp.ts'
import type { LineStreams } from './sources.ts'

export interface SubscriptionSetup {
	mid: string
	streams: LineStreams
	track: Track
	sender: PacketSender
	now: () => number
	random16: () => number
	/** Counts packets the browser reports as lost. */
	onLost: (packets: number) => void
	/** Called with every RTCP packet of the receiver. */
	onReport: (packet: Buffer) => void
	catchErrors: CatchErrors
}

/** Outgoing line of a participant. It carries one publication at a time, and is idle in between. */
export abstract class Subscription implements Sink {
	abstract readonly kind: 'audio' | 'video'
	abstract readonly layers: readonly number[]
	/** Contained: an error here must not cost the sender and the other subscribers their connection. */
	readonly forward: Sink['forward']
	readonly forwardSenderReport: Sink['forwardSenderReport']
	protected readonly setup: SubscriptionSetup
	#publication: Publication | undefined
	#lost = 0

	constructor(setup: SubscriptionSetup) {
		this.setup = setup
		this.forward = setup.catchErrors((packet, layer, nowMs) => {
			if (setup.track.isOpen()) this.forwardPacket(packet, layer, nowMs)
		})
		this.forwardSenderReport = setup.catchErrors((report, layer) => this.#forwardSenderReport(report, layer))
		setup.track.onOpen(() => this.requestKeyFrame())
		setup.track.onMessage(
			setup.catchErrors(packet => {
				setup.onReport(packet)
				this.#countLost(packet)
				this.receiveReport(packet)
			}),
		)
	}

	get mid(): string {
		return this.setup.mid
	}

	get publication(): Publication | undefined {
		return this.#publication
	}

	attach(publication: Publication): void {
		this.detach()
		this.#publication = publication
		this.switchPublication()
		publication.addSink(this)
		this.requestKeyFrame()
	}

	detach(): void {
		this.#publication?.removeSink(this)
		this.#publication = undefined
	}

	/** Requests what a receiver needs to begin. */
	abstract requestKeyFrame(): void
	protected abstract switchPublication(): void
	protected abstract forwardPacket(packet: MediaPacket, layer: number, nowMs: number): void
	/** RTP time of a sender report in the outgoing stream; undefined if the report is not of what is forwarded. */
	protected abstract timestampOf(report: SenderReport, layer: number): number | undefined
	protected abstract receiveReport(packet: Buffer): void

	/** Reports count from the beginning of the line, and late packets reduce the count. */
	#countLost(report: Buffer): void {
		const lost = readLostPackets(report, this.setup.streams.ssrc)
		if (lost === undefined || lost <= this.#lost) return
		this.setup.onLost(lost - this.#lost)
		this.#lost = lost
	}

	#forwardSenderReport(report: SenderReport, layer: number): void {
		if (!this.setup.track.isOpen()) return
		const rtpTimestamp = this.timestampOf(report, layer)
		if (rtpTimestamp === undefined) return
		const { ssrc } = this.setup.streams
		this.setup.track.sendMessageBinary(rewriteSenderReport(report, { ssrc, rtpTimestamp }))
	}
}

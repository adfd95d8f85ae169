import { RtcpNackResponder, type Track } from 'node-datachannel'
import type { CatchErrors, Publication, Sink } from './publication.ts'
import { isKeyFrameRequest, readLostPackets, rewriteSenderReport, type SenderReport } from './rtcp.ts'
import { type RtpHeader, rewriteHeader } from './rtp.ts'
import { RtpContinuity } from './rtpContinuity.ts'

/** Number of packets kept for retransmission. */
const keptForNack = 512

export interface SubscriptionSetup {
	mid: string
	kind: 'audio' | 'video'
	ssrc: number
	track: Track
	clockRate: number
	random16: () => number
	/** Counts sent packets. */
	onPacket: () => void
	/** Counts packets the browser reports as lost. */
	onLost: (packets: number) => void
	catchErrors: CatchErrors
}

/** Outgoing line of a participant. It carries one publication at a time, and is idle in between. */
export class Subscription implements Sink {
	readonly mid: string
	readonly kind: 'audio' | 'video'
	/** Contained: an error here must not cost the sender and the other subscribers their connection. */
	readonly forward: Sink['forward']
	readonly forwardSenderReport: Sink['forwardSenderReport']
	readonly #setup: SubscriptionSetup
	readonly #continuity: RtpContinuity
	#publication: Publication | undefined
	#lost = 0

	constructor(setup: SubscriptionSetup) {
		this.mid = setup.mid
		this.kind = setup.kind
		this.#setup = setup
		this.#continuity = new RtpContinuity(setup.clockRate, {
			sequence: setup.random16(),
			timestamp: setup.random16() * 0x10000,
		})
		this.forward = setup.catchErrors((packet, header, nowMs) => this.#forward(packet, header, nowMs))
		this.forwardSenderReport = setup.catchErrors(report => this.#forwardSenderReport(report))
		if (setup.kind === 'video') setup.track.setMediaHandler(new RtcpNackResponder(keptForNack))
		setup.track.onOpen(() => this.#publication?.requestKeyFrame())
		setup.track.onMessage(
			setup.catchErrors(packet => {
				if (isKeyFrameRequest(packet)) this.#publication?.requestKeyFrame()
				this.#countLost(packet)
			}),
		)
	}

	get publication(): Publication | undefined {
		return this.#publication
	}

	attach(publication: Publication): void {
		this.detach()
		this.#publication = publication
		this.#continuity.switchSource()
		publication.addSink(this)
	}

	detach(): void {
		this.#publication?.removeSink(this)
		this.#publication = undefined
	}

	#forward(packet: Buffer, header: RtpHeader, nowMs: number): void {
		if (!this.#setup.track.isOpen()) return
		const numbers = this.#continuity.next(header, nowMs)
		if (!numbers) return
		// The packet is shared by all sinks and copied by the native side, so each stamps it in turn.
		rewriteHeader(packet, { ...numbers, ssrc: this.#setup.ssrc })
		this.#setup.track.sendMessageBinary(packet)
		this.#setup.onPacket()
	}

	/** Reports count from the beginning of the line, and late packets reduce the count. */
	#countLost(report: Buffer): void {
		const lost = readLostPackets(report, this.#setup.ssrc)
		if (lost === undefined || lost <= this.#lost) return
		this.#setup.onLost(lost - this.#lost)
		this.#lost = lost
	}

	#forwardSenderReport(report: SenderReport): void {
		if (!this.#setup.track.isOpen()) return
		const rtpTimestamp = this.#continuity.timestampOf(report.rtpTimestamp)
		this.#setup.track.sendMessageBinary(rewriteSenderReport(report, { ssrc: this.#setup.ssrc, rtpTimestamp }))
	}
}

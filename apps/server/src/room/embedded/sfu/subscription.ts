import { RtcpNackResponder, type Track } from 'node-datachannel'
import type { Publication, Sink } from './publication.ts'
import { asksForPicture, type SenderReport, senderReportAs } from './rtcp.ts'
import { type RtpHeader, stamp } from './rtp.ts'
import { RtpContinuity } from './rtpContinuity.ts'

/** Packets kept for a subscriber who lost some. */
const keptForNack = 512

export interface SubscriptionSetup {
	mid: string
	kind: 'audio' | 'video'
	ssrc: number
	track: Track
	clockRate: number
	random16: () => number
	/** Counts what went out. */
	counted: () => void
}

/** One outgoing line of a participant. It carries one publication at a time and waits for the next when that ends. */
export class Subscription implements Sink {
	readonly mid: string
	readonly kind: 'audio' | 'video'
	readonly #setup: SubscriptionSetup
	readonly #continuity: RtpContinuity
	#carried: Publication | undefined

	constructor(setup: SubscriptionSetup) {
		this.mid = setup.mid
		this.kind = setup.kind
		this.#setup = setup
		this.#continuity = new RtpContinuity(setup.clockRate, {
			sequence: setup.random16(),
			timestamp: setup.random16() * 0x10000,
		})
		if (setup.kind === 'video') setup.track.setMediaHandler(new RtcpNackResponder(keptForNack))
		setup.track.onOpen(() => this.#carried?.requestPicture())
		setup.track.onMessage(packet => {
			if (asksForPicture(packet)) this.#carried?.requestPicture()
		})
	}

	get carried(): Publication | undefined {
		return this.#carried
	}

	carry(publication: Publication): void {
		this.release()
		this.#carried = publication
		this.#continuity.switchSource()
		publication.addSink(this)
	}

	release(): void {
		this.#carried?.removeSink(this)
		this.#carried = undefined
	}

	forward(packet: Buffer, header: RtpHeader, nowMs: number): void {
		if (!this.#setup.track.isOpen()) return
		const numbers = this.#continuity.next(header, nowMs)
		if (!numbers) return
		// The packet is shared by all sinks and copied by the native side, so each stamps it in turn.
		stamp(packet, { ...numbers, ssrc: this.#setup.ssrc })
		this.#setup.track.sendMessageBinary(packet)
		this.#setup.counted()
	}

	forwardSenderReport(report: SenderReport): void {
		if (!this.#setup.track.isOpen()) return
		const rtpTimestamp = this.#continuity.timestampOf(report.rtpTimestamp)
		this.#setup.track.sendMessageBinary(senderReportAs(report, { ssrc: this.#setup.ssrc, rtpTimestamp }))
	}
}

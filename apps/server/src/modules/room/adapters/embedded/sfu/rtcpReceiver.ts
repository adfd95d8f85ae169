import { negativeAck, pictureLossIndication, receiverReport, type SenderReport } from './rtcp.ts'
import { sequenceDistance } from './rtp.ts'

const reportEveryMs = 1_000
const retryAfterMs = 50
const maxTries = 8
/** A report contains the age of the last sender report in 32 bits: 65,536 seconds. */
const maxSenderReportAgeMs = 65_535_000
/** A gap this large is a pause or a restart; requesting all of it would make things worse. */
const maxGap = 200

export interface RtcpReceiverSetup {
	/** Lost packets are requested again; audio is too late by then. */
	requestsLost: boolean
	/** Counts missing packets. */
	onLost: (packets: number) => void
	/** A packet was requested too often: the picture needs a key frame. */
	onGivenUp: () => void
}

/**
 * Our end of one incoming stream: reports received packets and requests lost ones again. The native library's own session
 * sends no NACK, and without NACK five per cent loss freezes the picture.
 */
export class RtcpReceiver {
	readonly #setup: RtcpReceiverSetup
	#ssrc: number | undefined
	#first = 0
	#highest = 0
	#cycles = 0
	#received = 0
	#lastReport = { expected: 0, received: 0, atMs: 0 }
	#senderReport: { ntpMiddle: number; atMs: number } | undefined
	readonly #missing = new Map<number, { tries: number; lostAtMs: number }>()

	constructor(setup: RtcpReceiverSetup) {
		this.#setup = setup
	}

	/** Notes a packet and returns what to send at once: the NACK for a gap it revealed. */
	onPacket(packet: { ssrc: number; sequence: number }, nowMs: number): Buffer[] {
		if (packet.ssrc !== this.#ssrc) return this.#start(packet, nowMs)
		this.#received++
		const ahead = sequenceDistance(packet.sequence, this.#highest)
		if (ahead <= 0) {
			this.#missing.delete(packet.sequence)
			return []
		}
		if (packet.sequence < this.#highest) this.#cycles += 0x10000
		const gap = this.#addGap(this.#highest, ahead, nowMs)
		this.#highest = packet.sequence
		return gap.length > 0 ? [negativeAck(packet.ssrc, gap)] : []
	}

	onSenderReport(report: SenderReport, nowMs: number): void {
		this.#senderReport = { ntpMiddle: report.ntpMiddle, atMs: nowMs }
	}

	/** Returns packets due since the last call: repeated NACKs, and once a second the reports. */
	due(nowMs: number): Buffer[] {
		if (this.#ssrc === undefined) return []
		const repeats = this.#repeats(nowMs)
		const packets = repeats.length > 0 ? [negativeAck(this.#ssrc, repeats)] : []
		return nowMs - this.#lastReport.atMs < reportEveryMs ? packets : [...packets, ...this.#reports(this.#ssrc, nowMs)]
	}

	keyFrameRequest(): Buffer | undefined {
		return this.#ssrc === undefined ? undefined : pictureLossIndication(this.#ssrc)
	}

	#start(packet: { ssrc: number; sequence: number }, nowMs: number): Buffer[] {
		this.#ssrc = packet.ssrc
		this.#first = this.#highest = packet.sequence
		this.#cycles = 0
		this.#received = 1
		this.#senderReport = undefined
		this.#missing.clear()
		this.#lastReport = { expected: 0, received: 0, atMs: nowMs }
		return this.#reports(packet.ssrc, nowMs)
	}

	#addGap(highest: number, ahead: number, nowMs: number): number[] {
		if (!this.#setup.requestsLost || ahead > maxGap) return []
		const gap: number[] = []
		for (let step = 1; step < ahead; step++) {
			const sequence = (highest + step) & 0xffff
			this.#missing.set(sequence, { tries: 1, lostAtMs: nowMs })
			gap.push(sequence)
		}
		return gap
	}

	#repeats(nowMs: number): number[] {
		const repeats: number[] = []
		for (const [sequence, loss] of this.#missing) {
			if (nowMs - loss.lostAtMs < retryAfterMs * loss.tries) continue
			loss.tries++
			if (loss.tries <= maxTries) repeats.push(sequence)
			else {
				this.#missing.delete(sequence)
				this.#setup.onGivenUp()
			}
		}
		return repeats
	}

	/** Returns the last sender report; undefined once it is too old for the age field. */
	#senderReportAt(nowMs: number): { ntpMiddle: number; ageMs: number } | undefined {
		if (!this.#senderReport) return undefined
		const { ntpMiddle, atMs } = this.#senderReport
		const ageMs = nowMs - atMs
		return ageMs <= maxSenderReportAgeMs ? { ntpMiddle, ageMs } : undefined
	}

	#reports(ssrc: number, nowMs: number): Buffer[] {
		const expected = this.#cycles + this.#highest - this.#first + 1
		const expectedNow = expected - this.#lastReport.expected
		const lostNow = Math.max(0, expectedNow - (this.#received - this.#lastReport.received))
		if (lostNow > 0) this.#setup.onLost(lostNow)
		const senderReport = this.#senderReportAt(nowMs)
		const report = receiverReport({
			ssrc,
			fractionLost: expectedNow > 0 ? Math.min(255, Math.floor((256 * lostNow) / expectedNow)) : 0,
			lost: Math.min(0x7fffff, Math.max(0, expected - this.#received)),
			highestSequence: this.#cycles + this.#highest,
			lastSenderReport: senderReport?.ntpMiddle ?? 0,
			sinceSenderReport: senderReport ? Math.round(senderReport.ageMs * 65.536) : 0,
		})
		this.#lastReport = { expected, received: this.#received, atMs: nowMs }
		return [report]
	}
}

import { sequenceDistance } from './rtp.ts'
import type { PacketArrival } from './transportFeedback.ts'

/** Packets whose departure is remembered; a power of two. At 1,000 packets a second this is eight seconds. */
const rememberedPackets = 8_192

const limits = { min: 40_000, max: 20_000_000 }
/** A queue longer than the first is a reason to send less, one longer than the second not to send more. */
const longQueueMs = 70
const riseQueueMs = 40
/** Packets of a busy device or a busy radio vary in delay; what they vary by, several times, is no queue. */
const jitter = { factor: 2, smoothing: 0.02, mostMs: 150 }
/** Part of what arrives that is sent after a cut. */
const cutTo = 0.88
/**
 * The line is too slow if packets take this much longer to arrive than to leave, or if they are lost, or the queue is very
 * long. Otherwise the queue may have another cause, and the cut is a part of the estimate.
 */
const tooSlow = { spanRatio: 0.75, loss: 0.05, queueMs: 250 }
const gentleCut = 0.85
/**
 * A queue that fills delays even the fastest packets of a moment more than those of the moment before last. A device that
 * was busy hands over packets late, too, but the last of them on time.
 */
const filling = { momentMs: 60, riseMs: 50, rateWindowMs: 250 }
const cutEveryMs = 500
const riseAfterCutMs = 1_000
const fullAfterCutMs = 1_500
const risePerSecond = 0.08
/** The estimate never exceeds what arrives by more: a line that is not used says nothing of its limit. */
const maxOverArrived = { factor: 1.5, bitsPerSecond: 20_000 }

/** The least delay is of the last one to two windows. */
const delayWindowMs = 15_000
const rateWindowMs = 700
const minRateSpanMs = 150
const lossWindowMs = 1_500
const minLossPackets = 20
/** A queue stands only if no packet of this time was faster; jitter delays some packets, a queue delays all. */
const queueWindowMs = 150

/**
 * A delay that stays the same for this time, whatever is sent, and at which packets arrive as fast as they leave, is that of
 * another path, for instance after a change of network: a queue would drain or grow.
 */
const newPath = { ms: 2_000, steadyMs: 40, steadyPart: 0.1, spanRatio: 0.9 }

/** Loss without a queue: this much more than usual is tried for this long with less sent. */
const maxUsualLoss = 0.5
const lossTrial = { above: 0.1, ms: 2_500, stays: 0.6, forgottenBelow: 0.02 }
const probe = {
	ms: 250,
	settleMs: 200,
	drainMs: 600,
	minSpanMs: 50,
	calmQueueMs: 25,
	maxQueueMs: 60,
	lastPackets: 4,
	trust: 0.95,
}

export type SentKind = 'media' | 'probe' | 'repeat'
const kinds: readonly SentKind[] = ['media', 'probe', 'repeat']

interface Probe {
	bitsPerSecond: number
	startedAtMs: number
	firstAtMs: number | undefined
	lastAtMs: number
	/** Counts all packets from the first to the last one of the probe, because media shares the line with it. */
	bytes: number
	/** Counts media since the last packet of the probe. */
	followingBytes: number
	/** The queues that the last packets of the probe met. */
	queues: number[]
}

/**
 * Bit rate that a receiver's line carries, from transport-wide feedback (ROOM-83): less is sent where a queue builds up,
 * more where probes arrive without one. Loss that does not shrink when less is sent belongs to the line, as radio loss
 * does, and is ignored. All times are in ms.
 */
export class BandwidthEstimator {
	readonly #sentAtMs = new Float64Array(rememberedPackets).fill(Number.NaN)
	readonly #sentBytes = new Uint16Array(rememberedPackets)
	readonly #sentKind = new Uint8Array(rememberedPackets)
	/** 1 for a packet that was reported lost, which counts once. */
	readonly #isLost = new Uint8Array(rememberedPackets)
	#nextNumber = 0

	#bitsPerSecond: number
	#arrivedBitsPerSecond = 0
	#queueMs = 0
	#lossFraction = 0
	#roundTripMs = 0
	#hasFeedback = false

	/** Difference between the clocks, as of the first packet. */
	#clockOffsetMs: number | undefined
	#leastDelay = { current: Number.POSITIVE_INFINITY, previous: Number.POSITIVE_INFINITY, sinceMs: 0 }
	#arrived: { atMs: number; sentAtMs: number; bytes: number; queueMs: number }[] = []
	#isDraining = false
	/** The delay that stands since then, and the estimate before it was cut for that. */
	#standing: { sinceMs: number; queueMs: number; bitsPerSecond: number } | undefined
	#jitterMs = 0
	#isFilling = false
	#results: { atMs: number; isLost: boolean }[] = []
	#nowMs = 0
	#cutAtMs = Number.NEGATIVE_INFINITY
	#roseAtMs: number | undefined
	#usualLoss = 0
	#trial: { startedAtMs: number; loss: number; bitsPerSecond: number } | undefined
	#probe: Probe | undefined
	#hasProbeFailed = false
	#drainsUntilMs = Number.NEGATIVE_INFINITY

	constructor(startBitsPerSecond: number) {
		this.#bitsPerSecond = startBitsPerSecond
	}

	/** Undefined until the receiver reports, which some never do. */
	get bitsPerSecond(): number | undefined {
		return this.#hasFeedback ? this.#bitsPerSecond : undefined
	}

	/** The rate that the line delivered lately, together with the loss that is usual on it. */
	get arrivedBitsPerSecond(): number {
		return this.#arrivedBitsPerSecond / (1 - this.#usualLoss)
	}

	/** Time that packets wait on the line at least. */
	get queueMs(): number {
		return this.#queueMs
	}

	get lossFraction(): number {
		return this.#lossFraction
	}

	get roundTripMs(): number {
		return this.#roundTripMs
	}

	/** Whether no queue stands, as far as that can be told from jitter. */
	get isCalm(): boolean {
		return this.#queueMs < probe.calmQueueMs + this.#toleratedJitterMs
	}

	/** Whether a queue stands, or did a moment ago. */
	get isFull(): boolean {
		return !this.isCalm || this.#nowMs - this.#cutAtMs < fullAfterCutMs
	}

	get isProbing(): boolean {
		return this.#probe !== undefined
	}

	/** Whether the last probe met the limit of the line. */
	get hasProbeFailed(): boolean {
		return this.#hasProbeFailed
	}

	get cutAtMs(): number {
		return this.#cutAtMs
	}

	/** Notes a packet that leaves now and returns its transport-wide number of 16 bits. */
	onSent(nowMs: number, bytes: number, kind: SentKind): number {
		const number = this.#nextNumber++
		const at = number & (rememberedPackets - 1)
		this.#sentAtMs[at] = nowMs
		this.#sentBytes[at] = Math.min(0xffff, bytes)
		this.#sentKind[at] = kinds.indexOf(kind)
		this.#isLost[at] = 0
		return number & 0xffff
	}

	/** Measures the packets of kind `probe` from now on, which are sent at this rate. */
	startProbe(bitsPerSecond: number, nowMs: number): void {
		this.#probe = {
			bitsPerSecond,
			startedAtMs: nowMs,
			firstAtMs: undefined,
			lastAtMs: 0,
			bytes: 0,
			followingBytes: 0,
			queues: [],
		}
	}

	onFeedback(packets: readonly PacketArrival[], nowMs: number): void {
		this.#nowMs = nowMs
		for (const packet of packets) this.#onPacket(packet, nowMs)
		this.#measureRate()
		this.#measureQueue()
		this.#measureLoss(nowMs)
		if (this.#arrived.length < 2) return
		this.#hasFeedback = true
		this.#decide(nowMs)
	}

	#onPacket({ number, atMs }: PacketArrival, nowMs: number): void {
		const extended = this.#nextNumber + sequenceDistance(number, this.#nextNumber & 0xffff)
		if (extended < 0 || extended >= this.#nextNumber || extended <= this.#nextNumber - rememberedPackets) return
		const at = extended & (rememberedPackets - 1)
		const sentAtMs = this.#sentAtMs[at] ?? Number.NaN
		// Reported before.
		if (Number.isNaN(sentAtMs)) return
		const kind = kinds[this.#sentKind[at] ?? 0] ?? 'media'
		// The receiver's SRTP drops a packet that it has already, so a repeated one looks lost.
		const isLost = atMs === undefined
		if (kind !== 'repeat' && !(isLost && this.#isLost[at])) this.#results.push({ atMs: nowMs, isLost })
		if (isLost) {
			this.#isLost[at] = 1
			return
		}
		this.#sentAtMs[at] = Number.NaN
		this.#roundTripMs = nowMs - sentAtMs
		this.#clockOffsetMs ??= atMs - sentAtMs
		const queueMs = this.#queueOf(atMs - sentAtMs - this.#clockOffsetMs, nowMs)
		const bytes = this.#sentBytes[at] ?? 0
		this.#arrived.push({ atMs, sentAtMs, bytes, queueMs })
		if (this.#probe) noteProbed(this.#probe, { isProbe: kind === 'probe', atMs, bytes, queueMs })
	}

	/** The time by which this packet is later than the fastest one. */
	#queueOf(delayMs: number, nowMs: number): number {
		const least = this.#leastDelay
		if (nowMs - least.sinceMs > delayWindowMs) {
			this.#leastDelay = { current: Number.POSITIVE_INFINITY, previous: least.current, sinceMs: nowMs }
		}
		this.#leastDelay.current = Math.min(this.#leastDelay.current, delayMs)
		return delayMs - Math.min(this.#leastDelay.current, this.#leastDelay.previous)
	}

	#measureQueue(): void {
		const last = this.#arrived.at(-1)
		if (!last) return
		let [now, before] = [last.queueMs, Number.POSITIVE_INFINITY]
		let [moment, earlierMoment] = [last.queueMs, Number.POSITIVE_INFINITY]
		for (const { atMs, queueMs } of this.#arrived) {
			const ageMs = last.atMs - atMs
			if (ageMs <= queueWindowMs) now = Math.min(now, queueMs)
			else if (ageMs <= queueWindowMs * 2) before = Math.min(before, queueMs)
			if (ageMs <= filling.momentMs) moment = Math.min(moment, queueMs)
			else if (ageMs > filling.momentMs * 2 && ageMs <= filling.momentMs * 3)
				earlierMoment = Math.min(earlierMoment, queueMs)
		}
		this.#queueMs = now
		const isRise = moment - earlierMoment >= filling.riseMs + this.#toleratedJitterMs
		this.#isFilling = Number.isFinite(earlierMoment) && isRise && moment > longQueueMs
		this.#jitterMs += (last.queueMs - now - this.#jitterMs) * jitter.smoothing
		this.#isDraining = Number.isFinite(before) && last.queueMs < before - 5
	}

	#measureRate(): void {
		const last = this.#arrived.at(-1)
		if (!last) return
		// The receiver's clock may wrap or be wrong: what is far ahead is left out, too.
		const from = this.#arrived.findIndex(({ atMs }) => Math.abs(last.atMs - atMs) <= rateWindowMs)
		this.#arrived.splice(0, Math.min(from, this.#arrived.length - 2))
		const spanMs = last.atMs - (this.#arrived[0]?.atMs ?? last.atMs)
		if (spanMs <= minRateSpanMs) return
		this.#arrivedBitsPerSecond = (this.#arrived.reduce((sum, { bytes }) => sum + bytes, 0) * 8_000) / spanMs
	}

	#measureLoss(nowMs: number): void {
		const from = this.#results.findIndex(({ atMs }) => nowMs - atMs <= lossWindowMs)
		this.#results.splice(0, from < 0 ? this.#results.length : from)
		const lost = this.#results.reduce((sum, { isLost }) => sum + Number(isLost), 0)
		this.#lossFraction = lost / Math.max(minLossPackets, this.#results.length)
	}

	#decide(nowMs: number): void {
		const elapsedS = Math.min(0.3, (nowMs - (this.#roseAtMs ?? nowMs)) / 1_000)
		this.#roseAtMs = nowMs
		this.#noteStandingDelay(nowMs)
		if (this.#standing && nowMs - this.#standing.sinceMs >= newPath.ms) {
			this.#takeNewPath(this.#standing.bitsPerSecond, nowMs)
			return
		}
		const isTooLong = this.#queueMs > longQueueMs + this.#toleratedJitterMs && !this.#isDraining
		if (isTooLong && (this.#probe || nowMs < this.#drainsUntilMs)) {
			this.#endProbeWithQueue(nowMs)
			return
		}
		if (this.#isFilling && nowMs - this.#cutAtMs > cutEveryMs && !this.#probe && nowMs >= this.#drainsUntilMs) {
			this.#cutTo(cutTo * this.#arrivedWithin(filling.rateWindowMs), nowMs)
			return
		}
		if (isTooLong && nowMs - this.#cutAtMs > cutEveryMs) {
			const arrived = cutTo * Math.min(this.arrivedBitsPerSecond, this.#arrivedWithin(filling.rateWindowMs))
			this.#cutTo(this.#isLineTooSlow ? arrived : Math.max(arrived, gentleCut * this.#bitsPerSecond), nowMs)
			return
		}
		this.#judgeLoss(nowMs)
		if (this.#probe && nowMs - this.#probe.startedAtMs > probe.ms + Math.max(probe.settleMs, this.#roundTripMs * 1.5))
			this.#endProbe(this.#probe)
		if (isTooLong || this.#queueMs > riseQueueMs + this.#toleratedJitterMs || nowMs - this.#cutAtMs < riseAfterCutMs)
			return
		const ceiling = maxOverArrived.factor * this.arrivedBitsPerSecond + maxOverArrived.bitsPerSecond
		const risen = this.#bitsPerSecond * (1 + risePerSecond * elapsedS)
		this.#set(Math.min(Math.max(this.#bitsPerSecond, ceiling), risen))
	}

	/** Notes since when the delay has been constant. */
	#noteStandingDelay(nowMs: number): void {
		const [first, last] = [this.#arrived[0], this.#arrived.at(-1)]
		if (!first || !last || this.#queueMs <= longQueueMs + this.#toleratedJitterMs) {
			this.#standing = undefined
			return
		}
		const isAsFast = last.sentAtMs - first.sentAtMs >= newPath.spanRatio * (last.atMs - first.atMs)
		const standing = this.#standing
		const steadyMs = Math.max(newPath.steadyMs, newPath.steadyPart * this.#queueMs)
		const isSteady = standing !== undefined && Math.abs(this.#queueMs - standing.queueMs) <= steadyMs
		if (isSteady && isAsFast && this.#lossFraction <= tooSlow.loss && !this.#probe) return
		const bitsPerSecond = standing?.bitsPerSecond ?? this.#bitsPerSecond
		this.#standing = { sinceMs: nowMs, queueMs: this.#queueMs, bitsPerSecond }
	}

	/** Accepts the constant delay as that of a new path, and restores the estimate from before the cut. */
	#takeNewPath(bitsPerSecond: number, nowMs: number): void {
		this.#raiseLeastDelay(this.#queueMs, nowMs)
		this.#set(Math.max(this.#bitsPerSecond, bitsPerSecond))
		this.#cutAtMs = Number.NEGATIVE_INFINITY
		this.#standing = undefined
	}

	#raiseLeastDelay(byMs: number, nowMs: number): void {
		const { current, previous } = this.#leastDelay
		this.#leastDelay = {
			current: Math.min(current, previous) + byMs,
			previous: Number.POSITIVE_INFINITY,
			sinceMs: nowMs,
		}
		this.#arrived = this.#arrived.map(packet => ({ ...packet, queueMs: Math.max(0, packet.queueMs - byMs) }))
		this.#queueMs = 0
	}

	/** The rate of the latest arrivals, together with the usual loss, in bits per second. */
	#arrivedWithin(windowMs: number): number {
		const last = this.#arrived.at(-1)
		if (!last) return 0
		const recent = this.#arrived.filter(({ atMs }) => last.atMs - atMs <= windowMs)
		const spanMs = Math.max(1, last.atMs - (recent[0]?.atMs ?? last.atMs))
		const rate = (recent.slice(1).reduce((sum, { bytes }) => sum + bytes, 0) * 8_000) / spanMs
		return Math.min(rate / (1 - this.#usualLoss), Math.max(rate, this.arrivedBitsPerSecond))
	}

	get #toleratedJitterMs(): number {
		return Math.min(jitter.mostMs, jitter.factor * this.#jitterMs)
	}

	get #isLineTooSlow(): boolean {
		const [first, last] = [this.#arrived[0], this.#arrived.at(-1)]
		if (!first || !last) return false
		const isSlower = last.sentAtMs - first.sentAtMs < tooSlow.spanRatio * (last.atMs - first.atMs)
		return isSlower || this.#lossFraction > tooSlow.loss || this.#queueMs > tooSlow.queueMs
	}

	#cutTo(bitsPerSecond: number, nowMs: number): void {
		this.#set(Math.min(this.#bitsPerSecond, bitsPerSecond))
		this.#cutAtMs = nowMs
	}

	#set(bitsPerSecond: number): void {
		this.#bitsPerSecond = Math.max(limits.min, Math.min(limits.max, bitsPerSecond))
	}

	/** A queue that a probe made says where the limit is; it drains without a cut. */
	#endProbeWithQueue(nowMs: number): void {
		if (!this.#probe) return
		this.#probe = undefined
		this.#hasProbeFailed = true
		this.#drainsUntilMs = nowMs + probe.drainMs
	}

	#endProbe({ bitsPerSecond, firstAtMs, lastAtMs, bytes, queues }: Probe): void {
		this.#probe = undefined
		const spanMs = lastAtMs - (firstAtMs ?? lastAtMs)
		this.#hasProbeFailed = spanMs < probe.minSpanMs || Math.min(...queues) > probe.maxQueueMs + this.#toleratedJitterMs
		if (this.#hasProbeFailed) return
		const arrived = (bytes * 8_000) / spanMs / (1 - this.#usualLoss)
		this.#set(Math.max(this.#bitsPerSecond, probe.trust * Math.min(arrived, bitsPerSecond)))
	}

	#judgeLoss(nowMs: number): void {
		const loss = this.#lossFraction
		if (this.#trial) {
			if (nowMs - this.#trial.startedAtMs < lossTrial.ms) return
			if (loss > lossTrial.stays * this.#trial.loss) {
				this.#usualLoss = Math.min(maxUsualLoss, Math.max(loss, this.#trial.loss))
				this.#set(Math.max(this.#bitsPerSecond, this.#trial.bitsPerSecond))
			}
			this.#trial = undefined
			return
		}
		if (loss < lossTrial.forgottenBelow) this.#usualLoss = 0
		if (loss - this.#usualLoss <= lossTrial.above || nowMs - this.#cutAtMs <= riseAfterCutMs) return
		this.#trial = { startedAtMs: nowMs, loss, bitsPerSecond: this.#bitsPerSecond }
		this.#cutTo(this.arrivedBitsPerSecond, nowMs)
	}
}

function noteProbed(
	running: Probe,
	{ isProbe, atMs, bytes, queueMs }: { isProbe: boolean; atMs: number; bytes: number; queueMs: number },
): void {
	if (!isProbe) {
		if (running.firstAtMs !== undefined) running.followingBytes += bytes
		return
	}
	running.firstAtMs ??= atMs
	running.lastAtMs = atMs
	running.bytes += running.followingBytes + bytes
	running.followingBytes = 0
	running.queues = [...running.queues, queueMs].slice(-probe.lastPackets)
}

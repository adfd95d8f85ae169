import type { PausedSource, ViewRequest } from '@parley/room'
import type { AudioProtection, AudioSubscription } from './audioSubscription.ts'
import { BandwidthEstimator } from './bandwidthEstimator.ts'
import { allocateVideo } from './bitrateAllocation.ts'
import { noLayer } from './layerSwitch.ts'
import { PacketSender } from './packetSender.ts'
import { Prober } from './prober.ts'
import type { Publication } from './publication.ts'
import type { LineObservation } from './qualityMeter.ts'
import { layerForHeight } from './sources.ts'
import { readTransportFeedback } from './transportFeedback.ts'
import type { VideoSubscription } from './videoSubscription.ts'

const startBitsPerSecond = 1_000_000
const allocateEveryMs = 100
/** Opus in packets of 20 ms: at least this much, with headers on top. */
const audio = { minBitsPerSecond: 30_000, headerBitsPerSecond: 20_000, redundantFactor: 2.6 }
/** With more loss than this only the lowest layers are sent: pictures of few packets survive it. */
const heavyLoss = { from: 0.1, until: 0.05 }
/** Audio is protected from this loss on, until it is below the second, while no queue is longer. */
const lossy = { from: 0.03, until: 0.01, maxQueueMs: 70, retryMs: 10_000 }

const keyOf = ({ participantId, source }: PausedSource): string => `${participantId}/${source}`

export interface DownlinkSetup {
	now: () => number
	/** Counts sent packets. */
	onSent: () => void
	/** The cameras and screens that are not sent because the line is too slow are others now. */
	onPaused: (paused: PausedSource[]) => void
}

/** Estimates what the line of one participant carries, and fits all subscriptions to it (ROOM-83). */
export class Downlink {
	readonly sender: PacketSender
	readonly estimator = new BandwidthEstimator(startBitsPerSecond)
	readonly #setup: DownlinkSetup
	readonly #prober: Prober
	readonly #audio: AudioSubscription[] = []
	readonly #video: VideoSubscription[] = []
	#lastFeedback: number | undefined
	#allocatedAtMs = Number.NEGATIVE_INFINITY
	#audioProtection: AudioProtection = 'none'
	#hasHeavyLoss = false
	#unprotectedUntilMs = Number.NEGATIVE_INFINITY
	#readsRedundantAudio = false
	/** A picture would be better if the line carried more. */
	#wantsMore = false
	#pausedKey: string | undefined = ''
	#hasReported = false
	/** Heights of the tiles that the page has named, in device pixels. */
	#tileHeights: ReadonlyMap<string, number> = new Map()

	constructor(setup: DownlinkSetup) {
		this.#setup = setup
		this.sender = new PacketSender(this.estimator, { now: setup.now, onSent: setup.onSent })
		this.#prober = new Prober(this.estimator, this.sender)
	}

	/** The protection of audio on the line as it is now. */
	get audioProtection(): AudioProtection {
		return this.#audioProtection
	}

	addAudio(subscription: AudioSubscription): void {
		this.#audio.push(subscription)
	}

	addVideo(subscription: VideoSubscription): void {
		this.#video.push(subscription)
	}

	/** Sends no more than the page can show from now on. */
	view(tiles: ViewRequest['tiles']): void {
		this.#tileHeights = new Map(tiles.map(tile => [keyOf(tile), tile.height]))
	}

	/** Reports the paused sources once more: the page may have missed the last report. */
	reportAgain(): void {
		if (this.#hasReported) this.#pausedKey = undefined
	}

	/** The measurements of this direction of the line. */
	observe(): Pick<LineObservation, 'lossDown' | 'queueMs' | 'hasPaused' | 'receivesLess'> {
		return {
			lossDown: this.estimator.lossFraction,
			queueMs: this.estimator.queueMs,
			hasPaused: this.#video.some(({ isPaused }) => isPaused),
			receivesLess: this.#wantsMore,
		}
	}

	/** Notes what the browser can receive, from its answer. */
	onAnswer(sdp: string): void {
		this.#readsRedundantAudio = /^a=rtpmap:\d+ red\/48000/im.test(sdp)
	}

	/** Reads the feedback in an RTCP packet. One feedback packet arrives on each line that its compound packet names. */
	onReport(packet: Buffer): void {
		for (const { count, packets } of readTransportFeedback(packet)) {
			if (count === this.#lastFeedback) continue
			this.#lastFeedback = count
			const { cutAtMs } = this.estimator
			this.estimator.onFeedback(packets, this.#setup.now())
			// A line that is too slow cannot wait.
			if (this.estimator.cutAtMs !== cutAtMs) this.#allocatedAtMs = Number.NEGATIVE_INFINITY
		}
	}

	/** Called every few hundredths of a second. */
	tick(nowMs: number): void {
		this.sender.tick()
		this.#prober.tick(nowMs)
		if (nowMs - this.#allocatedAtMs < allocateEveryMs) return
		this.#allocatedAtMs = nowMs
		const { lossFraction } = this.estimator
		this.#hasHeavyLoss = lossFraction > (this.#hasHeavyLoss ? heavyLoss.until : heavyLoss.from)
		this.#protectAudio(nowMs)
		this.#allocate(nowMs)
	}

	#allocate(nowMs: number): void {
		const estimate = this.estimator.bitsPerSecond
		const audioBitsPerSecond = this.#audioBitsPerSecond()
		const demands = this.#video.flatMap(subscription => {
			const { publication } = subscription
			const demand = publication && subscription.demand(this.#highestLayer(publication), nowMs)
			return demand ? [{ subscription, demand }] : []
		})
		const available = estimate === undefined ? undefined : Math.max(0, estimate - audioBitsPerSecond)
		const { layers, wanted } = allocateVideo(
			available,
			demands.map(({ demand }) => demand),
		)
		for (const [index, { subscription }] of demands.entries()) subscription.want(layers[index] ?? 0, nowMs)
		this.#wantsMore = wanted !== undefined
		this.#reportPaused(demands.map(({ subscription }) => subscription))
		const [first] = demands
		if (wanted !== undefined && first) this.#prober.probeFor(wanted + audioBitsPerSecond, first.subscription, nowMs)
	}

	/** The highest layer that is of use to the page. */
	#highestLayer(publication: Publication): number {
		const height = this.#tileHeights.get(keyOf(publication)) ?? Number.POSITIVE_INFINITY
		if (height === 0) return noLayer
		return this.#hasHeavyLoss ? 0 : layerForHeight(publication.source, height)
	}

	/** Where packets are lost because too much is sent, more of them would only add to it. */
	#protectAudio(nowMs: number): void {
		const { lossFraction, queueMs } = this.estimator
		const isLossy = lossFraction > (this.#audioProtection === 'none' ? lossy.from : lossy.until)
		if (queueMs > lossy.maxQueueMs) this.#unprotectedUntilMs = nowMs + lossy.retryMs
		if (!isLossy || nowMs < this.#unprotectedUntilMs) this.#audioProtection = 'none'
		else this.#audioProtection = this.#readsRedundantAudio ? 'redundant' : 'repeated'
	}

	#audioBitsPerSecond(): number {
		const factor = this.#audioProtection === 'none' ? 1 : audio.redundantFactor
		return this.#audio.reduce((sum, { publication }) => {
			const [measured = 0] = publication?.layerRates ?? []
			// Nothing comes from a microphone that is silent.
			if (measured === 0) return sum
			return sum + Math.max(measured, audio.minBitsPerSecond) * factor + audio.headerBitsPerSecond
		}, 0)
	}

	#reportPaused(subscriptions: readonly VideoSubscription[]): void {
		const paused = subscriptions.flatMap(({ publication, isPaused }) =>
			publication && isPaused ? [{ participantId: publication.participantId, source: publication.source }] : [],
		)
		const key = paused.map(keyOf).join()
		if (key === this.#pausedKey) return
		this.#pausedKey = key
		this.#hasReported = true
		this.#setup.onPaused(paused)
	}
}

import { type MediaSource, type ParticipantId, SpeechDetector } from '@parley/room'
import type { Track } from 'node-datachannel'
import { IncomingStream } from './incomingStream.ts'
import { LayerRequests } from './layerRequests.ts'
import { type MediaPacket, toMediaPacket } from './mediaPacket.ts'
import { readSenderReport, type SenderReport } from './rtcp.ts'
import {
	isOnlyPadding,
	isRtcp,
	type RtpHeader,
	readAudioLevel,
	readRid,
	readRtpHeader,
	readTransportNumber,
} from './rtp.ts'
import { sendsSimulcast } from './sdp.ts'
import { assumedRateOf, kindOf, layerOfRid, layersOf } from './sources.ts'
import { Throttle } from './throttle.ts'

/** Wraps code that concerns one peer: an error in it ends that peer's connection only. */
export type CatchErrors = <A extends unknown[]>(act: (...args: A) => void) => (...args: A) => void

const keyFrameRequestEveryMs = 300

/** Receiver of a publication's packets; `layer` is the simulcast layer they are of. */
export interface Sink {
	/** The layers that are needed now. */
	readonly layers: readonly number[]
	forward(packet: MediaPacket, layer: number, nowMs: number): void
	forwardSenderReport(report: SenderReport, layer: number): void
}

export interface PublicationSetup {
	/** The participant, who is not known yet while a connection is prepared. */
	owner: { readonly participantId: ParticipantId }
	source: MediaSource
	mid: string
	track: Track
	now: () => number
	/** Counts received packets; `transportNumber` is undefined where the browser does not number them. */
	onPacket: (transportNumber: number | undefined, ssrc: number) => void
	/** Counts missing packets. */
	onLost: (packets: number) => void
	onSpeaking: (speaking: boolean) => void
	/** The layers that anybody receives are others now. */
	onLayers: (layers: number[]) => void
	catchErrors: CatchErrors
}

/** One source of one participant: received, monitored and forwarded to every subscriber. */
export class Publication {
	readonly source: MediaSource
	readonly mid: string
	readonly #setup: PublicationSetup
	readonly #track: Track
	/** By SSRC. */
	readonly #streams = new Map<number, IncomingStream>()
	readonly #sinks = new Set<Sink>()
	readonly #speech: SpeechDetector | undefined
	/** One for each layer. */
	readonly #keyFrameThrottles: Throttle[]
	/** Contained, because subscribers cause it too. */
	readonly #send: (packet: Buffer) => void
	readonly #requests: LayerRequests
	#isSimulcast = false
	#published = false
	#muted = false

	constructor(setup: PublicationSetup) {
		this.source = setup.source
		this.mid = setup.mid
		this.#setup = setup
		this.#track = setup.track
		this.#requests = new LayerRequests(layersOf(setup.source).length, setup.now())
		this.#keyFrameThrottles = layersOf(setup.source).map(() => new Throttle(keyFrameRequestEveryMs))
		this.#speech = setup.source === 'microphone' ? new SpeechDetector() : undefined
		this.#send = setup.catchErrors(packet => {
			if (this.#track.isOpen()) this.#track.sendMessageBinary(packet)
		})
		this.#track.onMessage(setup.catchErrors(packet => this.#receive(packet)))
		this.#track.onOpen(() => this.requestKeyFrames())
	}

	get participantId(): ParticipantId {
		return this.#setup.owner.participantId
	}

	get published(): boolean {
		return this.#published && !this.#muted
	}

	/** Microphones only: whether its owner is speaking. */
	get isSpeaking(): boolean {
		return this.#speech?.speaking ?? false
	}

	/**
	 * Bits per second of each layer, lowest first; 0 for one that does not arrive. A layer that is not asked for counts
	 * with the rate that is expected of it.
	 */
	get layerRates(): number[] {
		const nowMs = this.#setup.now()
		const arriving = layersOf(this.source).map((_expected, layer) =>
			!this.#isSimulcast || this.#requests.isAskedFor(layer) ? (this.#streamOfLayer(layer)?.bitsPerSecond ?? 0) : 0,
		)
		if (!this.#isSimulcast) return arriving
		return layersOf(this.source).map((expected, layer) => {
			const measured = arriving[layer] ?? 0
			if (measured > 0) return measured
			if (!this.#requests.isExpected(layer, nowMs)) return 0
			// A lower layer takes less than a higher one does now.
			const higher = arriving.find((rate, other) => other > layer && rate > 0)
			return higher === undefined ? expected : Math.min(expected, higher / 2)
		})
	}

	/** Notes whether the browser sends this source in layers, from its answer. */
	onAnswer(sdp: string): void {
		this.#isSimulcast = sendsSimulcast(sdp, this.mid)
	}

	publish(): void {
		this.#published = true
		this.#muted = false
		this.requestKeyFrames()
	}

	unpublish(): void {
		this.#published = false
	}

	/** Muted by the host: packets are dropped until the participant publishes again (ROOM-42). */
	mute(): void {
		this.#muted = true
	}

	addSink(sink: Sink): void {
		this.#sinks.add(sink)
	}

	removeSink(sink: Sink): void {
		this.#sinks.delete(sink)
	}

	/** A packet that was received on a layer with this sequence number, while it is kept. */
	packet(layer: number, sequence: number): MediaPacket | undefined {
		return this.#streamOfLayer(layer)?.packet(sequence)
	}

	/** Requests a key frame of a layer, delayed if one was requested just now. */
	requestKeyFrame(layer: number): void {
		if (this.#keyFrameThrottles[layer]?.request(this.#setup.now())) this.#sendKeyFrameRequest(layer)
	}

	requestKeyFrames(): void {
		for (const layer of this.#keyFrameThrottles.keys()) this.requestKeyFrame(layer)
	}

	/** Sends an RTCP packet to the publisher. */
	sendReport(packet: Buffer): void {
		this.#send(packet)
	}

	/** Called every few hundredths of a second. */
	tick(nowMs: number): void {
		for (const stream of this.#streams.values()) for (const packet of stream.tick(nowMs)) this.#send(packet)
		for (const [layer, throttle] of this.#keyFrameThrottles.entries())
			if (throttle.due(nowMs)) this.#sendKeyFrameRequest(layer)
		this.#askForLayers(nowMs)
		if (this.#speech?.update(nowMs)) this.#setup.onSpeaking(this.#speech.speaking)
	}

	/** Asks the publisher for the layers that have receivers. */
	#askForLayers(nowMs: number): void {
		if (!this.#isSimulcast || !this.published) return
		const needed = new Set([...this.#sinks].flatMap(sink => sink.layers))
		const change = this.#requests.update(needed, layer => (this.#streamOfLayer(layer)?.bitsPerSecond ?? 0) > 0, nowMs)
		if (!change) return
		for (const layer of change.added) {
			this.#streamOfLayer(layer)?.expect(layersOf(this.source)[layer] ?? 0, nowMs)
			this.requestKeyFrame(layer)
		}
		this.#setup.onLayers(change.asked)
	}

	#streamOfLayer(layer: number): IncomingStream | undefined {
		for (const stream of this.#streams.values()) if (stream.layer === layer) return stream
		return undefined
	}

	#receive(packet: Buffer): void {
		const nowMs = this.#setup.now()
		if (isRtcp(packet)) this.#receiveReport(packet, nowMs)
		else this.#receiveMedia(packet, nowMs)
	}

	#receiveMedia(packet: Buffer, nowMs: number): void {
		const header = readRtpHeader(packet)
		const stream = header && this.#streamOf(header, packet, nowMs)
		if (!stream) return
		this.#setup.onPacket(readTransportNumber(packet), header.ssrc)
		for (const answer of stream.onPacket(header, isOnlyPadding(packet) ? 0 : packet.length, nowMs)) this.#send(answer)
		if (!this.published) return
		this.#detectSpeech(packet, nowMs)
		if (this.#sinks.size > 0) this.#forward(packet, header, stream, nowMs)
	}

	#forward(packet: Buffer, header: RtpHeader, stream: IncomingStream, nowMs: number): void {
		const copy = toMediaPacket(packet, header, kindOf(this.source))
		if (!copy) return
		stream.keep(copy)
		for (const sink of this.#sinks) sink.forward(copy, stream.layer, nowMs)
	}

	/** The stream of a packet; a layer is recognised by its RID until its SSRC is known. */
	#streamOf({ ssrc }: RtpHeader, packet: Buffer, nowMs: number): IncomingStream | undefined {
		const known = this.#streams.get(ssrc)
		if (known) return known
		const rid = readRid(packet)
		const layer = rid === undefined ? 0 : layerOfRid(this.source, rid)
		if (layer === undefined) return undefined
		// A browser that starts anew takes another SSRC for the same layer.
		for (const [other, stream] of this.#streams) if (stream.layer === layer) this.#streams.delete(other)
		const stream = new IncomingStream({
			kind: kindOf(this.source),
			layer,
			bitsPerSecond: assumedRateOf(this.source, layer),
			nowMs,
			onLost: this.#setup.onLost,
			onGivenUp: () => this.requestKeyFrame(layer),
		})
		this.#streams.set(ssrc, stream)
		return stream
	}

	#receiveReport(packet: Buffer, nowMs: number): void {
		const report = readSenderReport(packet)
		const stream = report && this.#streams.get(report.ssrc)
		if (!stream) return
		stream.onSenderReport(report, nowMs)
		if (this.published) for (const sink of this.#sinks) sink.forwardSenderReport(report, stream.layer)
	}

	#detectSpeech(packet: Buffer, nowMs: number): void {
		const level = this.#speech && readAudioLevel(packet)
		if (this.#speech && level !== undefined && this.#speech.observe(level, nowMs))
			this.#setup.onSpeaking(this.#speech.speaking)
	}

	#sendKeyFrameRequest(layer: number): void {
		if (kindOf(this.source) === 'audio') return
		const request = this.#streamOfLayer(layer)?.keyFrameRequest()
		if (request) this.#send(request)
	}
}

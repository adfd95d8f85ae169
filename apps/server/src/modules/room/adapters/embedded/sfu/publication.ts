import type { MediaSource, ParticipantId } from '@parley/room'
import type { Track } from 'node-datachannel'
import { readSenderReport, type SenderReport } from './rtcp.ts'
import { RtcpReceiver } from './rtcpReceiver.ts'
import { audioLevel, isRtcp, type RtpHeader, readRtpHeader, withoutExtensions } from './rtp.ts'
import { audioLevelExtension, bitsPerSecondOf } from './sources.ts'
import { SpeechDetector } from './speech.ts'
import { Throttle } from './throttle.ts'

/** Wraps code that concerns one peer: an error in it ends that peer's connection only. */
export type CatchErrors = <A extends unknown[]>(act: (...args: A) => void) => (...args: A) => void

const keyFrameRequestEveryMs = 300

/** Receiver of a publication's packets. */
export interface Sink {
	forward(packet: Buffer, header: RtpHeader, nowMs: number): void
	forwardSenderReport(report: SenderReport): void
}

export interface PublicationSetup {
	/** The participant, who is not known yet while a connection is prepared. */
	owner: { readonly participantId: ParticipantId }
	source: MediaSource
	mid: string
	track: Track
	now: () => number
	/** Counts received packets. */
	onPacket: () => void
	/** Counts missing packets. */
	onLost: (packets: number) => void
	onSpeaking: (speaking: boolean) => void
	catchErrors: CatchErrors
}

/** One source of one participant: received, monitored and forwarded to every subscriber. */
export class Publication {
	readonly source: MediaSource
	readonly mid: string
	readonly #setup: PublicationSetup
	readonly #track: Track
	readonly #receiver: RtcpReceiver
	readonly #sinks = new Set<Sink>()
	readonly #speech: SpeechDetector | undefined
	readonly #keyFrameThrottle = new Throttle(keyFrameRequestEveryMs)
	/** Contained, because subscribers cause it too. */
	readonly #send: (packet: Buffer) => void
	#published = false
	#muted = false

	constructor(setup: PublicationSetup) {
		this.source = setup.source
		this.mid = setup.mid
		this.#setup = setup
		this.#track = setup.track
		this.#receiver = new RtcpReceiver(bitsPerSecondOf[setup.source], setup.onLost)
		this.#speech = setup.source === 'microphone' ? new SpeechDetector() : undefined
		this.#send = setup.catchErrors(packet => {
			if (this.#track.isOpen()) this.#track.sendMessageBinary(packet)
		})
		this.#track.onMessage(setup.catchErrors(packet => this.#receive(packet)))
		this.#track.onOpen(() => this.requestKeyFrame())
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

	publish(): void {
		this.#published = true
		this.#muted = false
		this.requestKeyFrame()
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
		this.requestKeyFrame()
	}

	removeSink(sink: Sink): void {
		this.#sinks.delete(sink)
	}

	/** Requests a key frame, delayed if one was requested just now. */
	requestKeyFrame(): void {
		if (this.source === 'microphone') return
		if (this.#keyFrameThrottle.request(this.#setup.now())) this.#sendKeyFrameRequest()
	}

	/** Called every few hundredths of a second. */
	tick(nowMs: number): void {
		for (const packet of this.#receiver.due(nowMs)) this.#send(packet)
		if (this.#keyFrameThrottle.due(nowMs)) this.#sendKeyFrameRequest()
		if (this.#speech?.update(nowMs)) this.#setup.onSpeaking(this.#speech.speaking)
	}

	#receive(packet: Buffer): void {
		const nowMs = this.#setup.now()
		if (isRtcp(packet)) this.#receiveReport(packet, nowMs)
		else this.#receiveMedia(packet, nowMs)
	}

	#receiveMedia(packet: Buffer, nowMs: number): void {
		const header = readRtpHeader(packet)
		if (!header) return
		this.#setup.onPacket()
		for (const answer of this.#receiver.onPacket(header, nowMs)) this.#send(answer)
		if (!this.published) return
		this.#detectSpeech(packet, nowMs)
		if (this.#sinks.size === 0) return
		const stripped = withoutExtensions(packet)
		for (const sink of this.#sinks) sink.forward(stripped, header, nowMs)
	}

	#receiveReport(packet: Buffer, nowMs: number): void {
		const report = readSenderReport(packet)
		if (!report) return
		this.#receiver.onSenderReport(report, nowMs)
		if (this.published) for (const sink of this.#sinks) sink.forwardSenderReport(report)
	}

	#detectSpeech(packet: Buffer, nowMs: number): void {
		const level = this.#speech && audioLevel(packet, audioLevelExtension)
		if (this.#speech && level !== undefined && this.#speech.observe(level, nowMs))
			this.#setup.onSpeaking(this.#speech.speaking)
	}

	#sendKeyFrameRequest(): void {
		const request = this.#receiver.keyFrameRequest()
		if (request) this.#send(request)
	}
}

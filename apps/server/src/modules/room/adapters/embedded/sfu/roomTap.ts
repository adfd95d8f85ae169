import type { TappedBatch, TappedPacket } from '../../../roomTap.ts'
import type { Publication, Sink } from './publication.ts'

/** Minimum time a speaker is shown, so that the picture does not flicker in a conversation. */
const minShownMs = 3_000
/** Packets beyond this that a tick does not fetch are lost; a room does not send that many in a second. */
const maxPackets = 5_000
const fixedHeaderBytes = 12

const keyOf = ({ participantId, source }: Publication) => `${participantId}/${source}`

/** Receives one room like a participant that sees one picture: a shared screen, otherwise the speaker. */
export class RoomTap {
	#sinks = new Map<Publication, Sink>()
	#video: Publication | undefined
	#videoSinceMs = 0
	#packets: TappedPacket[] = []

	/** Called with every tick. */
	update(publications: readonly Publication[], nowMs: number): void {
		const isThere = new Set(publications)
		for (const publication of this.#sinks.keys()) if (!isThere.has(publication)) this.#drop(publication)
		const video = this.#choose(publications, nowMs)
		if (video !== this.#video) {
			if (this.#video) this.#drop(this.#video)
			this.#video = video
			this.#videoSinceMs = nowMs
		}
		for (const publication of publications) {
			const isHeard = publication.source === 'microphone' || publication === video
			if (isHeard && !this.#sinks.has(publication)) this.#hear(publication)
		}
	}

	/** Packets received since the last call. */
	take(): TappedBatch {
		return { video: this.#video ? keyOf(this.#video) : null, packets: this.#packets.splice(0) }
	}

	requestKeyFrame(): void {
		this.#video?.requestKeyFrame()
	}

	close(): void {
		for (const publication of [...this.#sinks.keys()]) this.#drop(publication)
		this.#video = undefined
	}

	#choose(publications: readonly Publication[], nowMs: number): Publication | undefined {
		const screens = publications.filter(({ source }) => source === 'screen')
		const current = this.#video && publications.includes(this.#video) ? this.#video : undefined
		if (screens.length > 0) return screens.find(screen => screen === current) ?? screens.at(-1)
		const cameras = publications.filter(({ source }) => source === 'camera')
		const isSettled = current?.source === 'camera' && nowMs - this.#videoSinceMs < minShownMs
		if (isSettled) return current
		const speakers = new Set(
			publications.filter(({ isSpeaking }) => isSpeaking).map(({ participantId }) => participantId),
		)
		if (current?.source === 'camera' && speakers.has(current.participantId)) return current
		return cameras.find(({ participantId }) => speakers.has(participantId)) ?? current ?? cameras[0]
	}

	#hear(publication: Publication): void {
		const from = keyOf(publication)
		const kind = publication.source === 'microphone' ? 'audio' : 'video'
		const sink: Sink = {
			forward: (packet, { sequence, timestamp }) => {
				const payload = payloadOf(packet)
				if (!payload || this.#packets.length >= maxPackets) return
				const isLast = (packet.readUInt8(1) & 0x80) !== 0
				this.#packets.push({ kind, from, sequence, timestamp, isLast, isSpeaking: publication.isSpeaking, payload })
			},
			forwardSenderReport() {},
		}
		this.#sinks.set(publication, sink)
		publication.addSink(sink)
	}

	#drop(publication: Publication): void {
		const sink = this.#sinks.get(publication)
		if (sink) publication.removeSink(sink)
		this.#sinks.delete(publication)
		if (publication === this.#video) this.#video = undefined
	}
}

/** Returns a copy, because other code writes its own numbers into the packet; undefined for pure padding. */
function payloadOf(packet: Buffer): Uint8Array | undefined {
	const first = packet.readUInt8(0)
	const from = fixedHeaderBytes + (first & 0x0f) * 4
	const padding = first & 0x20 ? (packet.at(-1) ?? 0) : 0
	return packet.length - padding > from ? Uint8Array.from(packet.subarray(from, packet.length - padding)) : undefined
}

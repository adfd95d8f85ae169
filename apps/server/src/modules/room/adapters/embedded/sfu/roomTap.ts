import type { TappedBatch, TappedPacket } from '../../../roomTap.ts'
import { LayerSwitch } from './layerSwitch.ts'
import type { MediaPacket } from './mediaPacket.ts'
import type { Publication, Sink } from './publication.ts'
import { forwardedPayload, isMarked } from './rtp.ts'
import { clockRateOf, kindOf, layersOf } from './sources.ts'

/** Minimum time a speaker is shown, so that the picture does not flicker in a conversation. */
const minShownMs = 3_000
/** Packets beyond this that a tick does not fetch are lost; a room does not send that many in a second. */
const maxPackets = 5_000

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
			const isHeard = kindOf(publication.source) === 'audio' || publication === video
			if (isHeard && !this.#sinks.has(publication)) this.#hear(publication)
		}
	}

	/** Packets received since the last call. */
	take(): TappedBatch {
		return { video: this.#video ? keyOf(this.#video) : null, packets: this.#packets.splice(0) }
	}

	requestKeyFrame(): void {
		this.#video?.requestKeyFrames()
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
		const isAudio = kindOf(publication.source) === 'audio'
		const sink = isAudio ? this.#audioSink(publication) : this.#videoSink(publication)
		this.#sinks.set(publication, sink)
		publication.addSink(sink)
		if (!isAudio) publication.requestKeyFrames()
	}

	#audioSink(publication: Publication): Sink {
		return {
			layers: [0],
			forward: packet => this.#add(publication, packet, packet.header),
			forwardSenderReport() {},
		}
	}

	/** The best layer that arrives, as one stream. */
	#videoSink(publication: Publication): Sink {
		const layers = new LayerSwitch(clockRateOf(publication.source), { sequence: 0, timestamp: 0 })
		return {
			layers: [...layersOf(publication.source).keys()],
			forward: (packet, layer, nowMs) => {
				// A still screen of which nothing came for a second is measured as 0 and goes on with its next packet.
				const best = Math.max(
					0,
					publication.layerRates.findLastIndex(rate => rate > 0),
				)
				if (best !== layers.wanted) layers.want(best)
				if (layers.rewrite(packet, { layer, ssrc: 0 }, nowMs))
					this.#add(publication, packet, {
						sequence: packet.bytes.readUInt16BE(2),
						timestamp: packet.bytes.readUInt32BE(4),
					})
				else if (packet.vp8 && layer === layers.wanted && layer !== layers.current) publication.requestKeyFrame(layer)
			},
			forwardSenderReport() {},
		}
	}

	#add(publication: Publication, { bytes }: MediaPacket, numbers: { sequence: number; timestamp: number }): void {
		const kind = kindOf(publication.source)
		const payload = forwardedPayload(bytes)
		if (this.#packets.length >= maxPackets) return
		// Padding in a picture has a sequence number, which would be missed.
		if (payload.length === 0 && kind === 'audio') return
		this.#packets.push({
			kind,
			from: keyOf(publication),
			...numbers,
			isLast: isMarked(bytes),
			isSpeaking: publication.isSpeaking,
			// A copy, because subscribers write their own numbers into the packet.
			payload: Uint8Array.from(payload),
		})
	}

	#drop(publication: Publication): void {
		const sink = this.#sinks.get(publication)
		if (sink) publication.removeSink(sink)
		this.#sinks.delete(publication)
		if (publication === this.#video) this.#video = undefined
	}
}

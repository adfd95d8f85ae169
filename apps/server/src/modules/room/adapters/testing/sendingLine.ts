import { type MediaSource, payloadTypes } from '@parley/room'
import { Audio, type PeerConnection, type Track, Video } from 'node-datachannel'

export interface SendingLineSetup {
	connection: PeerConnection
	mid: string
	source: MediaSource
	ssrc: number
	/** Name of the sender: the stream of its tracks. */
	name: string
}

/** Media line of a synthetic participant, on which it sends well-formed packets of one source. */
export class SendingLine {
	/** Kept in a field: an unreferenced track is garbage-collected and falls silent. */
	readonly #track: Track
	readonly #ssrc: number
	readonly #payloadType: number
	#sequence = 0
	#timestamp = 0

	constructor({ connection, mid, source, ssrc, name }: SendingLineSetup) {
		const isAudio = source === 'microphone' || source === 'screen-audio'
		const line = isAudio ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly')
		if (line instanceof Audio) line.addOpusCodec(payloadTypes.opus)
		else line.addVP8Codec(payloadTypes.vp8)
		line.addSSRC(ssrc, name, name, trackIdOf(name, source))
		this.#track = connection.addTrack(line)
		this.#ssrc = ssrc
		this.#payloadType = isAudio ? payloadTypes.opus : payloadTypes.vp8
	}

	/** Sends one packet, `ticks` of the clock after the one before; the marker bit ends a video frame. */
	send(payload: Buffer, ticks: number, marker = false): void {
		if (!this.#track.isOpen()) return
		this.#sequence = (this.#sequence + 1) & 0xffff
		this.#timestamp = (this.#timestamp + ticks) >>> 0
		const header = Buffer.alloc(12)
		header.writeUInt8(0x80, 0)
		header.writeUInt8(this.#payloadType | (marker ? 0x80 : 0), 1)
		header.writeUInt16BE(this.#sequence, 2)
		header.writeUInt32BE(this.#timestamp, 4)
		header.writeUInt32BE(this.#ssrc, 8)
		this.#track.sendMessageBinary(Buffer.concat([header, payload]))
	}
}

/** The id of a track in the description of its sender. */
export const trackIdOf = (name: string, source: MediaSource): string => `${name}-${source}`

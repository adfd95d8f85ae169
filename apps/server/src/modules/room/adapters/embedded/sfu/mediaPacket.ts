import { copyForForwarding, type RtpHeader } from './rtp.ts'
import { readVp8Descriptor, type Vp8Descriptor } from './vp8.ts'

/** A packet of a publication, as all its subscribers get it. */
export interface MediaPacket {
	/** A copy into which each subscriber writes its own numbers in turn; the native library copies it when it is sent. */
	bytes: Buffer
	/** Numbers of the publisher's stream. */
	header: RtpHeader
	/** Undefined for audio, and for padding. */
	vp8: Vp8Descriptor | undefined
}

/** @returns undefined for a packet that is cut off */
export function toMediaPacket(packet: Buffer, header: RtpHeader, kind: 'audio' | 'video'): MediaPacket | undefined {
	const bytes = copyForForwarding(packet)
	return bytes && { bytes, header, vp8: kind === 'video' ? readVp8Descriptor(bytes) : undefined }
}

const keptPackets = 512

/** The latest packets of a stream, which subscribers may request again. */
export class PacketHistory {
	readonly #packets: (MediaPacket | undefined)[] = new Array(keptPackets)

	add(packet: MediaPacket): void {
		this.#packets[packet.header.sequence % keptPackets] = packet
	}

	get(sequence: number): MediaPacket | undefined {
		const packet = this.#packets[sequence % keptPackets]
		return packet?.header.sequence === sequence ? packet : undefined
	}
}

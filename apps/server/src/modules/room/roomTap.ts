/** One RTP packet of a room, without header and extensions. */
export interface TappedPacket {
	kind: 'audio' | 'video'
	/** Names the source: packets of one have one row of sequence numbers. */
	from: string
	sequence: number
	/** Ticks of 1/48,000 s of sound, 1/90,000 s of the picture. */
	timestamp: number
	/** The last packet of a frame of the picture. */
	isLast: boolean
	/** Of sound: whether its owner is speaking now. */
	isSpeaking: boolean
	/** Opus, or VP8 with its payload descriptor (RFC 7741). */
	payload: Uint8Array
}

/** What came in since the last batch, about thirty times a second. */
export interface TappedBatch {
	/** The one picture that is sent: a shared screen, else who speaks, else anybody; null while there is none. */
	video: string | null
	/** Of that picture and of everybody's sound, as they came in. */
	packets: TappedPacket[]
}

export interface RoomTapHandle {
	/** The picture cannot be decoded from here on. */
	requestKeyFrame(): void
	close(): void
}

/** What an engine offers that has the media of rooms on this server. */
export interface TappableRooms {
	/** Hears a room, also one that is not open yet or opens again; once for each room at a time. */
	tapRoom(roomId: string, onBatch: (batch: TappedBatch) => void): RoomTapHandle
}

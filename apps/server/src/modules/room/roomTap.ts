/** One RTP packet of a room, without header and extensions. */
export interface TappedPacket {
	kind: 'audio' | 'video'
	/** Identifies the source, whose packets share one sequence of numbers. */
	from: string
	sequence: number
	/** Ticks of 1/48,000 s for audio, 1/90,000 s for video. */
	timestamp: number
	/** True for the last packet of a video frame. */
	isLast: boolean
	/** For audio: true while its owner is speaking. */
	isSpeaking: boolean
	/** Opus, or VP8 with its payload descriptor (RFC 7741); empty for padding between the frames of a picture. */
	payload: Uint8Array
}

/** Packets received since the last batch, about thirty times a second. */
export interface TappedBatch {
	/**
	 * The single picture that is sent: a shared screen, otherwise the speaker, otherwise any participant; null if none.
	 */
	video: string | null
	/** Packets of that picture and of everyone's sound, in order of arrival. */
	packets: TappedPacket[]
}

export interface RoomTapHandle {
	/** Called when the picture cannot be decoded from here on. */
	requestKeyFrame(): void
	close(): void
}

/** The interface of an engine that has the media of rooms on this server. */
export interface TappableRooms {
	/** Receives the media of a room, even one that is not open yet or reopens; any number of times per room. */
	tapRoom(roomId: string, onBatch: (batch: TappedBatch) => void): RoomTapHandle
	/** Returns false if the media of this room are elsewhere, from where no tap gets them; missing where that never happens. */
	hasMediaOf?: ((roomId: string) => boolean) | undefined
}

/** Numbers both ends of the room keep to. */
export const roomLimits = {
	/** A join ticket that was not used within this time is worthless (ROOM-02). */
	ticketLifetimeMs: 60_000,
	/** How long somebody whose socket dropped keeps their place (ROOM-20). */
	reconnectGraceMs: 15_000,
	/** A socket that has not introduced itself by then is closed (ROOM-08). */
	handshakeTimeoutMs: 10_000,
	/** The largest message either end accepts; an offer for twelve people is about 20 KiB. */
	maxMessageBytes: 65_536,
	/** People in one room of the embedded engine; the configuration may say less. */
	maxParticipants: 12,
} as const

/** What a camera may send through the embedded engine: it has neither simulcast nor downlink congestion control. */
export const cameraLimits = { width: 640, height: 360, frameRate: 20, bitsPerSecond: 600_000 } as const

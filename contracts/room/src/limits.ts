/** Limits that the server enforces and the page reckons with. */
export const roomLimits = {
	/** A join ticket expires after this time (ROOM-02). */
	ticketLifetimeMs: 60_000,
	/** A ticket for another device expires after this time: the person finds the device, scans and loads the page (ROOM-210). */
	transferLifetimeMs: 120_000,
	/** Time for which a participant whose socket dropped keeps their place (ROOM-20). */
	reconnectGraceMs: 15_000,
	/** A socket that has joined no namespace by then, or whose `enter` or `hello` was refused, is closed (ROOM-08). */
	handshakeTimeoutMs: 10_000,
	/** A page that is about to join connects ahead, and is closed by then (ROOM-08); it reconnects while the person is active. */
	preparedTimeoutMs: 60_000,
	/** Time for which the announced end of a meeting can be taken back (ROOM-116). */
	endingGraceMs: 10_000,
	/** The largest message either end accepts; an offer for twelve people is about 20 KiB. */
	maxMessageBytes: 65_536,
	/** Number of times one person may be in a room at once: on the phone, on the computer, and once more (ROOM-16). */
	maxPlacesPerPerson: 3,
	/** People who wait before one meeting; the next is told that it is full (ROOM-146). */
	maxWaiting: 500,
	/** The first of those who wait are listed for the hosts, who are told the number of all. */
	maxWaitingListed: 50,
	/** Code points of a message to those who wait, and of the words of a refusal. */
	maxWaitingMessage: 200,
	maxDenialMessage: 100,
	/** The people removed last are listed for those who may allow them to join again. */
	maxRemovedListed: 100,
	/** A person who was not let in may ask again after this time. */
	askAgainMs: 300_000,
	/** Time for which the author of a message of the chat can unsend it (ROOM-175). */
	unsendMs: 120_000,
} as const

/** Limits of a camera. */
export const cameraLimits = { width: 640, height: 360, frameRate: 20 } as const

/** Simulcast layers of a camera, lowest first: each participant receives the one that their line carries (ROOM-84). */
export const cameraLayers = [
	{ rid: 'l', height: 180, bitsPerSecond: 150_000 },
	{ rid: 'h', height: cameraLimits.height, bitsPerSecond: 600_000 },
] as const

/** Limits and times both ends reckon with. */
export const imLimits = {
	/** Version the SDK reports (IMC-01). */
	sdkVersion: '2.1.14',
	/** First `messageId` of a page (IMCALL-01). */
	firstMessageId: 10_000,
	/** An answer that has not come by then is `serverNoResponse` (IMC-14). */
	answerTimeoutMs: 60_000,
	answerSweepMs: 5_000,
	/** Delay before the nth reconnect of our own: `reconnectDelayMs + n * reconnectStepMs` (IMC-11). */
	reconnectDelayMs: 500,
	reconnectStepMs: 200,
	/** The transport's own reconnects (IMC-12, IMC-13). */
	transport: { reconnectionDelay: 1_000, reconnectionDelayMax: 5_000, randomizationFactor: 0.5, timeout: 20_000 },
	/** After so long, or so many attempts, the SDK gives up until the network or the page comes back. */
	giveUpAfterMs: 600_000,
	giveUpAfterAttempts: 100,
	/** Rooms a client listens to at once; the oldest is dropped beyond (POLL-02). */
	maxListenedRooms: 5,
	pollRetryMs: 5_000,
	maxPollFailures: 10,
	/** Longest time the server holds a poll that has nothing to return. */
	maxPollWaitMs: 25_000,
	/** How often the server sends the heads of what a connection listens to. */
	headsEveryMs: 10_000,
	heartbeat: { pingInterval: 10_000, pingTimeout: 8_000 },

	/** Room for the cursors of some 1,500 conversations; who sends more is cut off. */
	maxEnvelopeBytes: 65_536,
	/** Characters of a message (CHAT-01). */
	maxContentLength: 255,
	maxCustomLength: 4_096,
	maxNameLength: 50,
	maxIntroductionLength: 500,
	maxAnnouncementLength: 500,
	maxGroupMembers: 2_000,
	maxGroupsPerPerson: 500,
	maxFriends: 2_000,
	historyPage: 100,
	/** A conversation of which more was missed returns its newest page, and says that it left something out. */
	maxMissed: 300,
	/** Between two messages of one person in a chat room (CHAT-06); groups have none unless slow mode is on. */
	roomCooldownMs: 5_000,
	maxSlowModeS: 3_600,

	/** Flow logs are uploaded when so many have gathered, or after this time (IMH-03, IMH-04). */
	flowBatch: 10,
	flowDelayMs: 5_000,
	maxFlowsPerUpload: 100,
	deviceIdLength: 20,
	deviceNameLength: 20,
} as const

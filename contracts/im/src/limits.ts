// Limits and times both ends rely on. Each is exported separately, so that the SDK bundles only those it uses.

/** Version the SDK reports (IMC-01). */
export const sdkVersion = '2.1.14'
/** First `messageId` of a page (IMCALL-01). */
export const firstMessageId = 10_000
/** A call unanswered after this time fails with `serverNoResponse` (IMC-14). */
export const answerTimeoutMs = 60_000
export const answerSweepMs = 5_000
/** Delay before the nth reconnect of our own, n from 0: `reconnectDelayMs + n * reconnectStepMs` (IMC-11, OP-121). */
export const reconnectDelayMs = 500
export const reconnectStepMs = 200
/** The transport's own reconnects (IMC-12, IMC-13). */
export const transport = {
	reconnectionDelay: 1_000,
	reconnectionDelayMax: 5_000,
	randomizationFactor: 0.5,
	timeout: 20_000,
} as const
/** Failed attempts after which the SDK gives up until the network or the page is back (IMC-02, OP-120). */
export const giveUpAfterAttempts = 10
/** Number of rooms a client may listen to at once; beyond it the oldest is dropped (POLL-02). */
export const maxListenedRooms = 5
/** Messages a second that a room is shown with; what a client asks for is rounded down to one of them. */
export const roomRates = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] as const
export const pollRetryMs = 5_000
export const maxPollFailures = 10
/** Longest time the server holds a poll that has nothing to return. */
export const maxPollWaitMs = 25_000
/**
 * For this long after its last event, and at this interval, the server sends the head of a conversation to its
 * listeners.
 */
export const headsEveryMs = 10_000
/** Each ping wakes a phone in a pocket; the end of a dead connection reveals missed events. */
export const heartbeat = { pingInterval: 25_000, pingTimeout: 8_000 } as const

/** Room for the cursors of some 1,500 conversations; who sends more is cut off. */
export const maxEnvelopeBytes = 65_536
/** Characters of a message (CHAT-01). */
export const maxContentLength = 255
export const maxCustomLength = 4_096
export const maxNameLength = 50
export const maxIntroductionLength = 500
export const maxAnnouncementLength = 500
export const maxGroupMembers = 2_000
/** Groups a person makes or joins. */
export const maxGroupsPerPerson = 500
/**
 * Groups a person was added to by others: they do not count towards the limit of groups they create and join, and are
 * left in one call.
 */
export const maxGroupsByOthers = 300
/** Groups, and chat rooms, that one person owns. A person who owns half this number receives no more by transfer. */
export const maxOwnedGroups = 200
export const maxOwnedRooms = 100
export const maxFriends = 2_000
export const historyPage = 100
/** A conversation with more missed events returns its newest page and reports the gap. */
export const maxMissed = 300
/** Between two messages of one person in a chat room (CHAT-06); groups have none unless slow mode is on. */
export const roomCooldownMs = 5_000
export const maxSlowModeS = 3_600

/** Flow logs are uploaded when this many are collected, or after this time (IMH-03, IMH-04). */
export const flowBatch = 10
export const flowDelayMs = 5_000
export const maxFlowsPerUpload = 100
export const deviceIdLength = 20
export const deviceNameLength = 20

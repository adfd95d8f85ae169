/**
 * Packets and numbers of a client that only logs in, synchronises and exchanges messages; the other calls are in
 * `packets.ts`. Numbers from 2000 on belong to existing clients (IMCALL-02 to IMCALL-40), the others are ours (OP-117).
 */
/** They open or end a session. */
export const sessionNumbers = {
	login: 1000,
	logout: 1002,
} as const

/** They may be sent again at will. */
export const exchangeReadNumbers = {
	syncKeys: 1010,
	sync: 1012,
	chatHistory: 2001,
	groupHistory: 4005,
	groupPoll: 4064,
} as const

/** They store a message; a repetition with the same `cmid` gets the stored answer. */
export const sendNumbers = {
	chatSend: 2000,
	groupSend: 4004,
} as const

/** Events of the log of a conversation, in the order of their `hisId`; pushes. */
export const logEventNumbers = {
	messagesReceived: 9000,
	messageRevoked: 9001,
	groupUpdated: 9002,
	groupDeleted: 9003,
	memberJoined: 9004,
	memberQuit: 9005,
	memberKicked: 9006,
	memberUpdated: 9007,
} as const

/** The other pushes: only the server sends them, with `messageId` 0 and without an answer. */
export const otherPushNumbers = {
	// Entries of a person's own lists
	friendApplication: 9010,
	friendApplicationResult: 9011,
	friendDeleted: 9012,
	friendUpdated: 9013,
	groupApplication: 9014,
	groupApplicationResult: 9015,
	groupListUpdated: 9016,
	notice: 9017,
	broadcast: 9018,
	videoNotice: 9019,

	// Pushes about the connection
	kickedOff: 9030,
	tokenExpired: 9031,
	forcedDisconnect: 9032,
	unauthorised: 9033,
	reconnectLater: 9034,
	heads: 9040,
	/** The answer to what could not be read as a packet. */
	malformed: 9099,
} as const

export type LogEventName = keyof typeof logEventNumbers
/** Packets the server pushes. */
export type PushName = LogEventName | keyof typeof otherPushNumbers
/** Calls of {@link sessionNumbers}, {@link exchangeReadNumbers} and {@link sendNumbers}. */
export type ExchangeName = keyof typeof sessionNumbers | keyof typeof exchangeReadNumbers | keyof typeof sendNumbers

const pushNumbers = { ...logEventNumbers, ...otherPushNumbers }
const pushByNumber = new Map<number, PushName>(
	(Object.keys(pushNumbers) as PushName[]).map(name => [pushNumbers[name], name]),
)

export const pushName = (number: number): PushName | undefined => pushByNumber.get(number)
export const isLogEvent = (name: string): name is LogEventName => name in logEventNumbers

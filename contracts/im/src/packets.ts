/**
 * Every packet and its number, by who sends it and what it does to what is stored. The numbers of calls from 2000 to 4064
 * are those of existing clients (IMCALL-02 to IMCALL-40); the others are ours (OP-117).
 */
/** They open or end a session. */
const sessionNumbers = {
	login: 1000,
	logout: 1002,
} as const

/** They may be sent again at will. */
const readNumbers = {
	userInfo: 1004,
	syncKeys: 1010,
	sync: 1012,
	noticeSearch: 1014,
	chatHistory: 2001,
	friendList: 3045,
	friendApplyStatus: 3047,
	friendApplyList: 3050,
	groupMemberList: 4002,
	groupHistory: 4005,
	groupList: 4009,
	groupInfo: 4034,
	groupQrCode: 4044,
	groupPublicInfo: 4050,
	groupPoll: 4064,
} as const

/** They change something; a repetition with the same `requestId` gets the stored answer. */
const writeNumbers = {
	chatSend: 2000,
	friendApply: 3000,
	friendHandleApply: 3003,
	friendDelete: 3030,
	friendShield: 3049,
	friendModifyInfo: 3053,
	groupInvite: 4000,
	groupSend: 4004,
	groupCreate: 4007,
	groupLeave: 4012,
	groupKick: 4014,
	groupUpdateInfo: 4016,
	groupShield: 4018,
	groupDelete: 4020,
	groupUpdateMember: 4022,
	groupUpdateImage: 4024,
	groupUpdateAnnouncement: 4042,
	groupApply: 4047,
	groupOperateApply: 4048,
	groupChangeOwner: 4052,
	groupRevoke: 4057,
	groupUnread: 4062,
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

/** The other pushes: sent by the server alone, with `messageId` 0 and without an answer. */
const otherPushNumbers = {
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

	// Of the connection
	kickedOff: 9030,
	tokenExpired: 9031,
	forcedDisconnect: 9032,
	unauthorised: 9033,
	reconnectLater: 9034,
	heads: 9040,
	/** The answer to what could not be read as a packet. */
	malformed: 9099,
} as const

/** The number of every packet by its name. */
export const packetNumbers = {
	...sessionNumbers,
	...readNumbers,
	...writeNumbers,
	...logEventNumbers,
	...otherPushNumbers,
} as const satisfies Record<string, number>

export type PacketKind = 'session' | 'read' | 'write' | 'push'
export type PacketName = keyof typeof packetNumbers
export type WriteName = keyof typeof writeNumbers
export type ReadName = keyof typeof readNumbers
/** What a client sends and the server answers. */
export type CallName = keyof typeof sessionNumbers | ReadName | WriteName
export type LogEventName = keyof typeof logEventNumbers
/** What the server sends by itself. */
export type PushName = LogEventName | keyof typeof otherPushNumbers

const nameByNumber = new Map<number, PacketName>(
	(Object.keys(packetNumbers) as PacketName[]).map(name => [packetNumbers[name], name]),
)

export const packetNumber = (name: PacketName): number => packetNumbers[name]
export const packetName = (number: number): PacketName | undefined => nameByNumber.get(number)
export const isLogEvent = (name: string): name is LogEventName => name in logEventNumbers
export const isPush = (name: PacketName): name is PushName => name in logEventNumbers || name in otherPushNumbers
export const isWrite = (name: PacketName): name is WriteName => name in writeNumbers
export const isCall = (name: PacketName): name is CallName => !isPush(name)
export const packetKind = (name: PacketName): PacketKind =>
	name in sessionNumbers ? 'session' : name in readNumbers ? 'read' : isWrite(name) ? 'write' : 'push'

/**
 * Every packet: its number, who sends it, and what it does to what is stored. The numbers of calls from 2000 to 4064 are
 * those of existing clients (IMCALL-02 to IMCALL-40); the others are ours (OP-117).
 *
 * `session`: opens or ends a session. `read`: may be sent again at will. `write`: changes something; a repetition with the
 * same `requestId` gets the stored answer. `push`: sent by the server alone, with `messageId` 0 and without an answer.
 */
export const packets = {
	login: { number: 1000, kind: 'session' },
	logout: { number: 1002, kind: 'session' },
	userInfo: { number: 1004, kind: 'read' },
	syncKeys: { number: 1010, kind: 'read' },
	sync: { number: 1012, kind: 'read' },
	noticeSearch: { number: 1014, kind: 'read' },

	chatSend: { number: 2000, kind: 'write' },
	chatHistory: { number: 2001, kind: 'read' },

	friendApply: { number: 3000, kind: 'write' },
	friendHandleApply: { number: 3003, kind: 'write' },
	friendDelete: { number: 3030, kind: 'write' },
	friendList: { number: 3045, kind: 'read' },
	friendApplyStatus: { number: 3047, kind: 'read' },
	friendShield: { number: 3049, kind: 'write' },
	friendApplyList: { number: 3050, kind: 'read' },
	friendModifyInfo: { number: 3053, kind: 'write' },

	groupInvite: { number: 4000, kind: 'write' },
	groupMemberList: { number: 4002, kind: 'read' },
	groupSend: { number: 4004, kind: 'write' },
	groupHistory: { number: 4005, kind: 'read' },
	groupCreate: { number: 4007, kind: 'write' },
	groupList: { number: 4009, kind: 'read' },
	groupLeave: { number: 4012, kind: 'write' },
	groupKick: { number: 4014, kind: 'write' },
	groupUpdateInfo: { number: 4016, kind: 'write' },
	groupShield: { number: 4018, kind: 'write' },
	groupDelete: { number: 4020, kind: 'write' },
	groupUpdateMember: { number: 4022, kind: 'write' },
	groupUpdateImage: { number: 4024, kind: 'write' },
	groupInfo: { number: 4034, kind: 'read' },
	groupUpdateAnnouncement: { number: 4042, kind: 'write' },
	groupQrCode: { number: 4044, kind: 'read' },
	groupApply: { number: 4047, kind: 'write' },
	groupOperateApply: { number: 4048, kind: 'write' },
	groupPublicInfo: { number: 4050, kind: 'read' },
	groupChangeOwner: { number: 4052, kind: 'write' },
	groupRevoke: { number: 4057, kind: 'write' },
	groupUnread: { number: 4062, kind: 'write' },
	groupPoll: { number: 4064, kind: 'read' },

	// Events of the log of a conversation
	messagesReceived: { number: 9000, kind: 'push' },
	messageRevoked: { number: 9001, kind: 'push' },
	groupUpdated: { number: 9002, kind: 'push' },
	groupDeleted: { number: 9003, kind: 'push' },
	memberJoined: { number: 9004, kind: 'push' },
	memberQuit: { number: 9005, kind: 'push' },
	memberKicked: { number: 9006, kind: 'push' },
	memberUpdated: { number: 9007, kind: 'push' },

	// Entries of a person's own lists
	friendApplication: { number: 9010, kind: 'push' },
	friendApplicationResult: { number: 9011, kind: 'push' },
	friendDeleted: { number: 9012, kind: 'push' },
	friendUpdated: { number: 9013, kind: 'push' },
	groupApplication: { number: 9014, kind: 'push' },
	groupApplicationResult: { number: 9015, kind: 'push' },
	groupListUpdated: { number: 9016, kind: 'push' },
	notice: { number: 9017, kind: 'push' },
	broadcast: { number: 9018, kind: 'push' },
	videoNotice: { number: 9019, kind: 'push' },

	// Of the connection
	kickedOff: { number: 9030, kind: 'push' },
	tokenExpired: { number: 9031, kind: 'push' },
	forcedDisconnect: { number: 9032, kind: 'push' },
	unauthorised: { number: 9033, kind: 'push' },
	reconnectLater: { number: 9034, kind: 'push' },
	heads: { number: 9040, kind: 'push' },
	/** The answer to what could not be read as a packet. */
	malformed: { number: 9099, kind: 'push' },
} as const satisfies Record<string, { number: number; kind: PacketKind }>

export type PacketKind = 'session' | 'read' | 'write' | 'push'
export type PacketName = keyof typeof packets

type NamesOfKind<K extends PacketKind> = {
	[N in PacketName]: (typeof packets)[N]['kind'] extends K ? N : never
}[PacketName]
/** What a client sends and the server answers. */
export type CallName = NamesOfKind<'session' | 'read' | 'write'>
export type WriteName = NamesOfKind<'write'>
export type ReadName = NamesOfKind<'read'>
/** What the server sends by itself. */
export type PushName = NamesOfKind<'push'>

/** Events of the log of a conversation, in the order of their `hisId`. */
export const logEventNames = [
	'messagesReceived',
	'messageRevoked',
	'groupUpdated',
	'groupDeleted',
	'memberJoined',
	'memberQuit',
	'memberKicked',
	'memberUpdated',
] as const satisfies PushName[]
export type LogEventName = (typeof logEventNames)[number]

const names = Object.keys(packets) as PacketName[]
const nameByNumber = new Map<number, PacketName>(names.map(name => [packets[name].number, name]))

export const packetNumber = (name: PacketName): number => packets[name].number
export const packetName = (number: number): PacketName | undefined => nameByNumber.get(number)
export const isPush = (name: PacketName): name is PushName => packets[name].kind === 'push'
export const isWrite = (name: PacketName): name is WriteName => packets[name].kind === 'write'
export const isCall = (name: PacketName): name is CallName => !isPush(name)
export const callNames = names.filter(isCall)
export const pushNames = names.filter(isPush)

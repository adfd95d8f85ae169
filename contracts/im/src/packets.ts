import {
	exchangeReadNumbers,
	logEventNumbers,
	otherPushNumbers,
	type PushName,
	sendNumbers,
	sessionNumbers,
} from './exchangePackets.ts'

/**
 * Every packet and its number, by sender and effect on stored data. The numbers of calls from 2000 to 4064 are those of
 * existing clients (IMCALL-02 to IMCALL-40); the others are ours (OP-117).
 */

/** They may be sent again at will. */
const readNumbers = {
	...exchangeReadNumbers,
	userInfo: 1004,
	noticeSearch: 1014,
	friendList: 3045,
	friendApplyStatus: 3047,
	friendApplyList: 3050,
	groupMemberList: 4002,
	groupList: 4009,
	groupInfo: 4034,
	groupQrCode: 4044,
	groupPublicInfo: 4050,
} as const

/** They change something; a repetition with the same `requestId` gets the stored answer. */
const writeNumbers = {
	...sendNumbers,
	friendApply: 3000,
	friendHandleApply: 3003,
	friendDelete: 3030,
	friendShield: 3049,
	friendModifyInfo: 3053,
	groupInvite: 4000,
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
	groupLeaveMany: 5000,
	chatRevoke: 5001,
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
/** Calls: sent by a client and answered by the server. */
export type CallName = keyof typeof sessionNumbers | ReadName | WriteName

const nameByNumber = new Map<number, PacketName>(
	(Object.keys(packetNumbers) as PacketName[]).map(name => [packetNumbers[name], name]),
)

export const packetNumber = (name: PacketName): number => packetNumbers[name]
export const packetName = (number: number): PacketName | undefined => nameByNumber.get(number)
export const isPush = (name: PacketName): name is PushName => name in logEventNumbers || name in otherPushNumbers
export const isWrite = (name: PacketName): name is WriteName => name in writeNumbers
export const isCall = (name: PacketName): name is CallName => !isPush(name)
export const packetKind = (name: PacketName): PacketKind =>
	name in sessionNumbers ? 'session' : name in readNumbers ? 'read' : isWrite(name) ? 'write' : 'push'

export { EngineName, type IceServer, MediaGrant, MediaSource } from './grant.ts'
export { ParticipantId } from './ids.ts'
export { capture, roomLimits } from './limits.ts'
export {
	Answer,
	Candidate,
	Hello,
	type HelloRefusal,
	type MediaCalls,
	type MediaEdgeRefusal,
	type MediaNews,
	mediaInputs,
	type Offer,
	payloadTypes,
	Slot,
} from './media.ts'
export { roomPaths } from './paths.ts'
export {
	type CloseReason,
	type EdgeRefusal,
	Entered,
	type EnterRefusal,
	Entry,
	type HostRefusal,
	type LeftBy,
	Participant,
	type PresenceAnswer,
	type PresenceCalls,
	type PresenceNews,
	presenceInputs,
	Sending,
	type TargetRefusal,
} from './presence.ts'

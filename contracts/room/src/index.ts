export { ChatGrant, ChatSettings, toChatUserId, toParticipantId } from './chat.ts'
export { DeviceSource, EngineName, type IceServer, MediaGrant, MediaSource } from './grant.ts'
export { ParticipantId } from './ids.ts'
export { cameraLayers, cameraLimits, roomLimits } from './limits.ts'
export {
	Candidate,
	type HelloRefusal,
	HelloRequest,
	type LineQuality,
	type MediaCalls,
	type MediaEvents,
	type MediaGatewayRefusal,
	mediaInputs,
	type Offer,
	type PausedSource,
	type PrepareRefusal,
	payloadTypes,
	SdpAnswer,
	Slot,
	ViewRequest,
} from './media.ts'
export { roomPaths } from './paths.ts'
export { Poll, type PollAnswerRefusal, PollDraft, type PollStartRefusal, pollLimits } from './poll.ts'
export {
	type AdmitRefusal,
	CloseReason,
	type DeniedAnswer,
	Ending,
	type EnterAnswer,
	EnterRefusal,
	EnterRequest,
	EnterResult,
	GatewayRefusal,
	type LeaveReason,
	type NameRefusal,
	type OtherNodeAnswer,
	Participant,
	type PresenceCalls,
	type PresenceEvents,
	type PresenceResult,
	presenceInputs,
	Reaction,
	type RoleRefusal,
	reactions,
	type ScreenRefusal,
	Sharing,
	type SpotlightRefusal,
	type TargetRefusal,
	TransferTicket,
	type WaitingAnswer,
} from './presence.ts'
export { roomHandshake, speaksRoomProtocol } from './protocol.ts'
export { QualityReport, qualityLimits, qualityReportMs } from './quality.ts'
export { Recording, RecordingEnd, type RecordingRefusal, recordingLength } from './recording.ts'
export { RemovedPerson } from './removal.ts'
export {
	canActOn,
	canDo,
	initialPermissions,
	isManager,
	isPermitted,
	ParticipantRole,
	Permissions,
	type RoleAction,
	roleActions,
} from './roles.ts'
export { SendingState } from './sending.ts'
export { SpeechDetector } from './speech.ts'
export { Denial, DenialMessage, Waiting, WaitingMessage, WaitingPerson, WaitingRoom } from './waiting.ts'

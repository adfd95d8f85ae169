export { account, ProofToken, type SmsType, smsType } from './account.ts'
export {
	busyRefusal,
	type Call,
	type CommonRefusal,
	call,
	commonRefusals,
	type InputOf,
	methodOf,
	needsToken,
	type OutputOf,
	pathOf,
	type Refusal,
	type RefusalOf,
	type Refusals,
} from './call.ts'
export { calling } from './calling.ts'
export { challenge, type Puzzle } from './challenge.ts'
export { challengeRefusals } from './challengeFields.ts'
export {
	type ArrayCodec,
	array,
	type Codec,
	empty,
	field,
	flag,
	integer,
	optional,
	type ShapeCodec,
	sameOnWire,
	secret,
	shape,
} from './codec.ts'
export { company, Invitation, invitationAction } from './company.ts'
export { Department, DirectoryPerson, directory, Host } from './directory.ts'
export { envelopeLifetimeMs, type IdentityEnvelope, signEnvelope, verifyEnvelope } from './identityEnvelope.ts'
export { JoinParameters, joining, joinRefusals } from './joining.ts'
export {
	type DefinitionHealth,
	type DeskState,
	LiveData,
	type LiveHealth,
	LiveInfo,
	LiveLine,
	live,
	liveDesk,
	type Publishing,
} from './live.ts'
export {
	livePublishLimits,
	livePublishPath,
	type PhonePublishRefusal,
	type PublishCalls,
	type PublishEndReason,
	type PublishEvents,
	PublishHello,
	publishEndReasons,
	publishRefusals,
	type UploadContainer,
	uploadContainers,
} from './livePublish.ts'
export { type MeetingPage, meeting } from './meeting.ts'
export { Meeting } from './meetingFields.ts'
export { Attendees, type MeetingChanges, MeetingForm, type NewMeeting } from './meetingForms.ts'
export { ActivityEntry, type CallRating, callRatings, meetingReport, PersonQuality } from './meetingReport.ts'
export { ImToken, messaging } from './messaging.ts'
export { decryptPassword, encryptPassword } from './passwordCipher.ts'
export { personal, personalAction, UserProfile } from './personal.ts'
export { picture } from './picture.ts'
export { MeetingRecording, RecordingId, recording, recordingMediaPath } from './recording.ts'
export {
	type ChatFileVariant,
	chatFileVariants,
	KeptMessage,
	keptFilesPath,
	participantFilesPath,
	roomChat,
} from './roomChat.ts'
export { Membership, session, User } from './session.ts'
export { Copyright, SiteInfo, SiteManage, type SmsCountry, site } from './site.ts'
export { deviceMaker, messenger, type Provider, workplace } from './social.ts'
export { type HelpMenu, type HelpTopic, helpPath, helpTopics, InvitationInfo, support } from './support.ts'

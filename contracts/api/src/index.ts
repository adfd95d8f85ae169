export {
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
export { type Codec, field, flag, listOf, nothing, shape, spare, whole } from './codec.ts'
export { company } from './company.ts'
export { JoinParameters, joining, joinRefusals } from './joining.ts'
export {
	Meeting,
	type MeetingPage,
	type MeetingStatus,
	meeting,
	meetingStatus,
	type NewMeeting,
	repeatType,
} from './meeting.ts'
export { Membership, personalEdition, session, User } from './session.ts'
export { Copyright, SiteInfo, SiteManage, site } from './site.ts'
export { openPassword, sealPassword } from './transform.ts'

export { CompanyId, MeetingId, SiteId, UserId } from './ids.ts'
export { backgrounds, defaults, limits, versionGates, waits } from './limits.ts'
export { done, type Result, refused, unreachable } from './result.ts'
export {
	type HostPasswordFault,
	hostPasswordFault,
	isDisplayName,
	isMeetingPassword,
	isTopic,
	isUserName,
	isVersionAtLeast,
	type MeetingIdFault,
	meetingIdFault,
	type NewPasswordFault,
	newPasswordFault,
} from './rules.ts'
export {
	clean,
	cleanWhileTyping,
	cut,
	digitsWhileTyping,
	displayNameWhileTyping,
	groupedMeetingId,
	lengthOf,
	listMeetingId,
	loginPasswordWhileTyping,
	maskedPhone,
	topicWhileTyping,
	userNameWhileTyping,
	withoutEmoji,
} from './text.ts'
export {
	dayBounds,
	daysBetween,
	hoursAndMinutes,
	hoursOfZone,
	type Instant,
	instantOf,
	isZone,
	secondsOf,
	WireDay,
	WireTime,
	wallClock,
	wireDay,
	wireTime,
	zoneFromHours,
} from './time.ts'

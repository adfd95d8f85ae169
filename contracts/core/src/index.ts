export { hoursAndMinutes, secondsOf } from './duration.ts'
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
	hoursOfZone,
	type Instant,
	instantOf,
	isZone,
	wallClock,
	wireDay,
	wireTime,
	zoneFromHours,
} from './time.ts'
export { isVersionAtLeast } from './version.ts'
export { WireDay, WireTime } from './wire.ts'
export { parseFlag } from './flag.ts'

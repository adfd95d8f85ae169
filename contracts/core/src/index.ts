export { blurFilesPath } from './blurFiles.ts'
export { productNames } from './brand.ts'
export {
	bytesOfMb,
	ChatFile,
	ChatFileId,
	chatFileExtension,
	chatFileLimits,
	type FileExtension,
	fileExtensions,
	isPictureExtension,
	type PictureExtension,
	pictureExtensions,
} from './chatFiles.ts'
export { formatFileSize, formatMegabytes } from './dataSize.ts'
export { formatDuration, formatElapsed, parseDuration } from './duration.ts'
export { parseFlag } from './flag.ts'
export { CompanyId, MeetingId, SiteId, UserId } from './ids.ts'
export { backgroundCount, defaults, delays, limits, versionGates } from './limits.ts'
export {
	type BroadcastStatus,
	broadcastStatuses,
	type ControlMessage,
	cleanIntroduction,
	controlMessage,
	type DefinitionName,
	definitionNames,
	freeTalkOf,
	introductionLength,
	introductionMarkup,
	introductionText,
	isLivePassword,
	type LiveStatus,
	liveDelays,
	liveStatus,
	type PublishObstacle,
	pictureNameOf,
	picturePathOf,
	publishObstacles,
	stallsBeforeRebuild,
	streamIdPattern,
} from './liveRules.ts'
export {
	defaultLocale,
	isViewerPath,
	type Locale,
	locales,
	localeTags,
	parseLocale,
	type SiteLanguage,
	siteLanguages,
	viewerLocale,
} from './locales.ts'
export { loginNamesFor } from './loginNames.ts'
export { meetingQuery } from './meetingQuery.ts'
export {
	isMeetingDuration,
	isMidnight,
	isStartTooFarAhead,
	type MeetingPassword,
	type MeetingStatus,
	meetingPasswords,
	meetingStatus,
	startNotBeforeNow,
	type WaitingRule,
	waitingRules,
} from './meetingRules.ts'
export { participantUserPrefix } from './participantUsers.ts'
export {
	calendarDay,
	currentOccurrenceDay,
	type Occurrence,
	occurrenceOn,
	occurrenceValidUntil,
	occursOn,
	parseRecurrence,
	repeatType,
	type ScheduledMeeting,
	secondOfDay,
} from './recurrence.ts'
export { ok, type Result, refused, unreachable } from './result.ts'
export {
	canDeleteMeeting,
	canEditAttendees,
	canEditMeeting,
	canSchedule,
	canSeeAllMeetings,
	isDisplayNameLocked,
	isHostOrCreator,
	isJoinNameLocked,
	isScanner,
	isUserType,
	managesCompanyMeetings,
	personalEdition,
	type Role,
	siteType,
	userType,
} from './roles.ts'
export { type RoomActivityAction, roomActivityActions } from './roomActivity.ts'
export {
	charactersLost,
	cleanText,
	cleanWhileTyping,
	codePointLength,
	digitsWhileTyping,
	displayNameWhileTyping,
	formatListMeetingId,
	formatMeetingId,
	loginPasswordWhileTyping,
	maskPhone,
	stripEmoji,
	topicWhileTyping,
	truncate,
	userNameWhileTyping,
} from './text.ts'
export {
	addDays,
	dayBounds,
	daysBetween,
	formatWireDay,
	formatWireTime,
	type Instant,
	isZone,
	parseWireTime,
	utcOffsetHours,
	wallClock,
	zoneFromHours,
	zoneOfWireTime,
} from './time.ts'
export {
	type HostPasswordError,
	hostPasswordError,
	isDisplayName,
	isMeetingPassword,
	isTopic,
	isUserName,
	type MeetingIdError,
	meetingIdError,
	type NewPasswordError,
	newPasswordError,
	toDisplayName,
} from './validation.ts'
export { isVersionAtLeast } from './version.ts'
export { WireDay, WireTime } from './wire.ts'

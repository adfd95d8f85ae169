export { DetailCard } from './detail/DetailCard.tsx'
export { type MeetingDetail, toMeetingDetail } from './detail/meetingDetail.ts'
export { useMeetingDetail } from './detail/useMeetingDetail.ts'
export {
	durationLabel,
	formatDate,
	meetingTimeLabel,
	recurrenceLabel,
	relativeDayLabel,
	weekdayLabel,
} from './labels.ts'
export { DayHeader } from './list/DayHeader.tsx'
export { DayView } from './list/DayView.tsx'
export { QuickActions } from './list/QuickActions.tsx'
export type { CardActs } from './list/Timeline.tsx'
export {
	canEdit,
	canListCompanyMeetings,
	canRemove,
	canSchedule,
	canShare,
	isHostOrCreator,
	isScanner,
	joinAvailability,
	toViewer,
	type Viewer,
} from './permissions.ts'
export { RemoveMeeting } from './removal/RemoveMeeting.tsx'
export {
	formatOrdinal,
	formatTimeOfDay,
	getRecurrence,
	getRelativeDay,
	meetingStart,
	type Recurrence,
	scheduleZone,
} from './schedule.ts'
export { useShareMeeting } from './share/shareMeeting.ts'
export { useNow } from './useNow.ts'

export { DetailCard } from './detail/DetailCard.tsx'
export { detailOf, type MeetingDetail } from './detail/meetingDetail.ts'
export { useMeeting } from './detail/useMeetingDetail.ts'
export { dayWords, durationWords, inWords, recurrenceWords, weekdayName, whenWords } from './labels.ts'
export { DayHeader } from './list/DayHeader.tsx'
export { DayOfMeetings } from './list/DayView.tsx'
export { Tiles } from './list/QuickActions.tsx'
export type { CardActs } from './list/Timeline.tsx'
export {
	isScanner,
	mayEdit,
	mayRemove,
	maySchedule,
	mayShare,
	runs,
	seesAll,
	type Viewer,
	viewerOf,
	wayIn,
} from './permissions.ts'
export { Removal } from './removal/MeetingRemoval.tsx'
export { clockOf, dayLabel, ordinal, type Recurrence, recurrenceOf, scheduleZone, startOf } from './schedule.ts'
export { useShare } from './share/useShareMeeting.ts'
export { useNow } from './useNow.ts'

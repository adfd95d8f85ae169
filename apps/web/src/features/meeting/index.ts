export { DayHeader } from './DayHeader.tsx'
export { DayOfMeetings } from './DayOfMeetings.tsx'
export { DetailCard } from './DetailCard.tsx'
export { detailOf, type MeetingDetail } from './detail.ts'
export { Removal } from './Removal.tsx'
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
} from './roles.ts'
export { clockOf, dayLabel, ordinal, type Recurrence, recurrenceOf, scheduleZone, startOf } from './schedule.ts'
export { Tiles } from './Tiles.tsx'
export type { CardActs } from './Timeline.tsx'
export { useMeeting } from './useMeeting.ts'
export { useNow } from './useNow.ts'
export { useShare } from './useShare.ts'
export { dayWords, durationWords, inWords, recurrenceWords, weekdayName, whenWords } from './words.ts'

export { dayErrors, dayLabels } from './dayLabels.ts'
export { DetailCard } from './detail/DetailCard.tsx'
export { PasswordGuessNotice } from './detail/PasswordGuessNotice.tsx'
export { type MeetingDetail, toMeetingDetail, useMeetingDetail } from './detail/useMeetingDetail.ts'
export {
	durationLabel,
	formatDate,
	meetingStartLabel,
	recurrenceLabel,
	relativeDayLabel,
	weekdayLabel,
} from './labels.ts'
export { DayHeader } from './list/DayHeader.tsx'
export { DayView, type DayViewProps } from './list/DayView.tsx'
export { ChosenMeetingContext } from './list/MeetingCard.tsx'
export { QuickActions } from './list/QuickActions.tsx'
export { hasNextPage, occurrenceKey, toListState } from './list/useMeetingList.ts'
export { MeetingStatusLabel } from './MeetingStatusLabel.tsx'
export { MeetingTime } from './MeetingTime.tsx'
export { type MeetingMoments, momentsOf } from './moments.ts'
export {
	canEdit,
	canListCompanyMeetings,
	canShare,
	joinAvailability,
	type MeetingReader,
	toMeetingReader,
} from './permissions.ts'
export { RemoveMeeting } from './removal/RemoveMeeting.tsx'
export {
	formatOrdinal,
	formatTimeOfDay,
	getRecurrence,
	getRelativeDay,
	meetingZone,
	type Recurrence,
} from './schedule.ts'
export { withLinkPassword } from './share/joinAddress.ts'
export { InvitationSheet } from './share/lazyInvitationSheet.ts'
export { LinkAndCode } from './share/lazyLinkAndCode.ts'
export { isLoopbackAddress } from './share/loopbackAddress.ts'
export { ScanText } from './share/ScanText.tsx'
export { useShareMeeting } from './share/useShareMeeting.tsx'
export { showCopyResult } from './showCopyResult.ts'
export { useNow } from './useNow.ts'
export { WeekView } from './week/lazyWeekView.ts'
export { readerZone, zoneNote } from './zoneNote.ts'

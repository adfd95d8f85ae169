export { BackgroundForm } from './background/BackgroundForm.tsx'
export { DraftPickerScreen } from './draft/DraftPickerScreen.tsx'
export { parseEditSearch, personToHost, pickEditSearch, shouldShowNoGuestsNotice, toEditSearch } from './draft/draft.ts'
export type { Draft, DraftHost, EditSearch } from './draft/draftFields.ts'
export {
	type DraftPicker,
	isDraftKeptAt,
	useClearDraftOnLeave,
	useOpenDraftPicker,
} from './draft/draftNavigation.ts'
export {
	type DraftKind,
	draftFormLink,
	getDraftAttendees,
	getDraftHost,
	hasStoredDraft,
	parseDraftKind,
	saveDraftAttendees,
	saveDraftHost,
	saveDraftRecurrence,
} from './draft/draftStorage.ts'
export { DraftForm } from './form/DraftForm.tsx'
export { DraftSkeleton } from './form/DraftSkeleton.tsx'
export { SchedulingPage } from './form/SchedulingPage.tsx'
export { HostResults } from './host/HostResults.tsx'
export { useHostSearch } from './host/useHostSearch.ts'
export { useHostSelection } from './host/useHostSelection.ts'
export { IntroductionForm } from './introduction/IntroductionForm.tsx'
export { RecurrencePicker } from './recurrence/RecurrencePicker.tsx'
export { getDraftStart, useRecurrenceSelection } from './recurrence/useRecurrenceSelection.ts'
export { createInstantMeeting } from './submit/instantMeeting.ts'
export {
	meetingPasswordMinOf,
	useAttendeesRequired,
	useCreateMeeting,
	useSchedulingSettings,
} from './submit/useCreateMeeting.ts'
export { useEditMeeting } from './submit/useEditMeeting.ts'

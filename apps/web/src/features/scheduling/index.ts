export { type ChosenHost, type Draft, personToHost, shouldShowNoGuestsNotice } from './draft/draft.ts'
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
export { useClearDraftOnLeave } from './draft/useClearDraftOnLeave.ts'
export { DraftForm, type DraftPicker } from './form/DraftForm.tsx'
export { DraftSkeleton } from './form/DraftSkeleton.tsx'
export { editRejectedMessages } from './form/draftLabels.ts'
export { RestoredDraftBanner } from './form/RestoredDraftBanner.tsx'
export { HostResults } from './host/HostResults.tsx'
export { useHostSearch } from './host/useHostSearch.ts'
export { useHostSelection } from './host/useHostSelection.ts'
export { getDraftStart } from './recurrence/draftStart.ts'
export { RecurrencePicker } from './recurrence/RecurrencePicker.tsx'
export { useRecurrenceSelection } from './recurrence/useRecurrenceSelection.ts'
export { type EditSearch, pickEditSearch, toEditSearch } from './submit/editSearch.ts'
export { useCreateMeeting } from './submit/useCreateMeeting.ts'
export { useEditMeeting } from './submit/useEditMeeting.ts'
export { useSchedulingSettings } from './submit/useSchedulingSettings.ts'

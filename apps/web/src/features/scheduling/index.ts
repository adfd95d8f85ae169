export { RestoredDraftBanner } from './BackBanner.tsx'
export { DraftForm, type DraftPicker } from './DraftForm.tsx'
export { DraftSkeleton } from './DraftSkeleton.tsx'
export { type ChosenHost, type Draft, personToHost, shouldShowNoGuestsNotice } from './draft.ts'
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
} from './draftStore.ts'
export { editRejectedMessages } from './draftWords.ts'
export { type EditSearch, pickEditSearch, toEditSearch } from './editSearch.ts'
export { HostResults } from './HostResults.tsx'
export { RecurrencePicker } from './RecurrencePicker.tsx'
export { getDraftStart } from './startFor.ts'
export { useCreateMeeting } from './useCreating.ts'
export { useClearDraftOnLeave } from './useDraftStay.ts'
export { useEditMeeting } from './useEditing.ts'
export { useHostSelection } from './useHostChoice.ts'
export { useHostSearch } from './useHostSearch.ts'
export { useRecurrenceSelection } from './useRecurrenceChoice.ts'
export { useSchedulingSettings } from './useSiteManage.ts'

export { BackBanner } from './BackBanner.tsx'
export { DraftForm, type DraftVisit } from './DraftForm.tsx'
export { DraftSkeleton } from './DraftSkeleton.tsx'
export { type ChosenHost, type Draft, mustBeTold, selfOf } from './draft.ts'
export {
	attendeesOf,
	type DraftOf,
	draftAddress,
	draftFrom,
	hostOf,
	isDraftKept,
	keepAttendees,
	keepHost,
	keepRecurrence,
} from './draftStore.ts'
export { turnedAwayWords } from './draftWords.ts'
export { type EditSearch, editSearch, searchOf } from './editSearch.ts'
export { HostResults } from './HostResults.tsx'
export { RecurrencePicker } from './RecurrencePicker.tsx'
export { startFor } from './startFor.ts'
export { useCreating } from './useCreating.ts'
export { useDraftStay } from './useDraftStay.ts'
export { useEditing } from './useEditing.ts'
export { useHostChoice } from './useHostChoice.ts'
export { useHostSearch } from './useHostSearch.ts'
export { useRecurrenceChoice } from './useRecurrenceChoice.ts'
export { useSiteManage } from './useSiteManage.ts'

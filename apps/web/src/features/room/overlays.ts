/** Loaded together, by lazyOverlays.ts. */

export { ClaimHostDialog } from './hosting/ClaimHostDialog.tsx'
export { HostControlsSheet } from './hosting/HostControlsSheet.tsx'
export { UnmuteQuestion } from './hosting/UnmuteQuestion.tsx'
export { KeysDialog } from './keyboard/KeysDialog.tsx'
export { LeaveDialog } from './LeaveDialog.tsx'
export { MoreSheet } from './more/MoreSheet.tsx'
export { ReactionsSheet } from './more/ReactionsSheet.tsx'
export { NetworkSheet } from './network/NetworkSheet.tsx'
export { PeoplePanel, PeopleSheet } from './PeopleSheet.tsx'
export { PollSheet } from './poll/PollSheet.tsx'
export { RecordDialog } from './recording/RecordDialog.tsx'
export { RecordingQuestion } from './recording/RecordingQuestion.tsx'

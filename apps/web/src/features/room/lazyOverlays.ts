import { lazyComponent } from '../../ui/index.ts'

// In a chunk of their own, with Base UI's dialog and drawer: most visits open neither.
const overlays = () => import('./overlays.ts')
export const AnnouncementsSheet = lazyComponent(async () => (await overlays()).AnnouncementsSheet, { overlay: true })
export const ClaimHostDialog = lazyComponent(async () => (await overlays()).ClaimHostDialog, { overlay: true })
export const KeysDialog = lazyComponent(async () => (await overlays()).KeysDialog, { overlay: true })
export const MoreSheet = lazyComponent(async () => (await overlays()).MoreSheet, { overlay: true })
export const MuteAllDialog = lazyComponent(async () => (await overlays()).MuteAllDialog, { overlay: true })
export const NetworkSheet = lazyComponent(async () => (await overlays()).NetworkSheet, { overlay: true })
export const PeoplePanel = lazyComponent(async () => (await overlays()).PeoplePanel)
export const PeopleSheet = lazyComponent(async () => (await overlays()).PeopleSheet, { overlay: true })
export const PersonMenu = lazyComponent(async () => (await overlays()).PersonMenu, { overlay: true })
export const PollSheet = lazyComponent(async () => (await overlays()).PollSheet, { overlay: true })
export const HostControlsSheet = lazyComponent(async () => (await overlays()).HostControlsSheet, { overlay: true })
export const ReclaimHostDialog = lazyComponent(async () => (await overlays()).ReclaimHostDialog, { overlay: true })
export const ReactionsSheet = lazyComponent(async () => (await overlays()).ReactionsSheet, { overlay: true })
export const UnmuteQuestion = lazyComponent(async () => (await overlays()).UnmuteQuestion, { overlay: true })
export const RecordDialog = lazyComponent(async () => (await overlays()).RecordDialog, { overlay: true })
export const RecordingQuestion = lazyComponent(async () => (await overlays()).RecordingQuestion, { overlay: true })
export const StopRecordingDialog = lazyComponent(async () => (await overlays()).StopRecordingDialog, { overlay: true })
export const LeaveDialog = lazyComponent(async () => (await overlays()).LeaveDialog, { overlay: true })

export const MiniWindowView = lazyComponent(
	async () => (await import('./miniWindow/MiniWindowView.tsx')).MiniWindowView,
)

/** Loads them before they are opened, so that leaving works without a network too. */
export const preloadOverlays = () => void overlays().catch(() => {})

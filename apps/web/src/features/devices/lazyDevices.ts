import { lazyComponent } from '../../ui/index.ts'

// In chunks of their own: forms and rooms are shown, and left, without them.
export const DevicesSheet = lazyComponent(async () => (await import('./DevicesSheet.tsx')).DevicesSheet, {
	overlay: true,
})
export const BlockedHelp = lazyComponent(async () => (await import('./blocked/BlockedHelp.tsx')).BlockedHelp)
const preview = () => import('./preview/previewParts.ts')
export const CameraPreview = lazyComponent(async () => (await preview()).CameraPreview)
export const MicrophoneCheck = lazyComponent(async () => (await preview()).MicrophoneCheck)

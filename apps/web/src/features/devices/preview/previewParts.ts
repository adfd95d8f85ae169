/** Loaded together, by useDevicePreview.ts and lazyDevices.ts. */
export { getPreparedDevices, readDevicePermission } from '../../../media/index.ts'
export { CameraPreview } from './CameraPreview.tsx'
export { MicrophoneCheck } from './MicrophoneCheck.tsx'

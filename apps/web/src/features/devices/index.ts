export { deviceErrorTexts, deviceErrorTitles } from './deviceErrorTexts.ts'
export { BlockedHelp, CameraPreview, DevicesSheet, MicrophoneCheck } from './lazyDevices.ts'
export { type DevicePreview, useDevicePreview } from './preview/useDevicePreview.ts'
export { useDeviceChoices } from './useDeviceChoices.ts'

export { type ChimeKind, playChime } from './chime.ts'
export { createBrowserDevices, type DeviceError, type DeviceKind, type Devices, type OpenResult } from './devices.ts'
export { type CameraSide, openLiveCamera } from './liveCamera.ts'
export {
	canPublishCamera,
	type LivePublisher,
	type LivePublishState,
	openLivePublisher,
} from './livePublisher.ts'
export type { MediaSession, MediaSessionEvent, MediaState } from './mediaSession.ts'
export { watchNetworkChanges } from './networkChanges.ts'
export { openMediaSession } from './openMediaSession.ts'
export { createBrowserPlayback, type Playback } from './playback.ts'
export { endNamedJoin, nameSocketInJoin, prepareRoomSockets, takeRoomSockets } from './preparedSockets.ts'
export type { PresenceConnection } from './presenceConnection.ts'
export type { RoomSockets } from './roomSockets.ts'
export { getBrowserSupport, type RoomSupport } from './roomSupport.ts'
export { openScanCamera, type ScanCamera } from './scanCamera.ts'
export { canShareScreen, openScreen, type ScreenContent, type ScreenError, setScreenContent } from './screenCapture.ts'
export { holdBrowserWakeLock } from './wakeLock.ts'

export { canBlurBackground, getBlurError, isBlurError } from './blur/blurSupport.ts'
export { type ChimeKind, playChime } from './chime.ts'
export {
	type CameraSide,
	type DeviceChoiceStore,
	type DeviceChoices,
	type DeviceKind,
	deviceChoices,
	reopenedKinds,
} from './deviceChoices.ts'
export {
	type DeviceList,
	findChosen,
	isPhoneCamera,
	type ListedDevice,
	listDevices,
	noDevices,
	watchDevices,
} from './deviceList.ts'
export { readDevicePermission, watchForGrant } from './devicePermission.ts'
export type { DeviceError, Devices, OpenError, OpenResult } from './devices.ts'
export { type HeadsetEvents, type HeadsetWatch, watchHeadset } from './headset.ts'
export { openLiveCamera } from './liveCamera.ts'
export {
	canPublishCamera,
	type LivePublisher,
	type LivePublishState,
	openLivePublisher,
} from './livePublisher.ts'
export { handleBrowserMediaKeys, type MediaKeyHandlers, type MediaKeys } from './mediaKeys.ts'
export type { LineFigures, MediaSession, MediaSessionEvent, MediaState } from './mediaSession.ts'
export { type MicrophoneState, watchMicrophone } from './microphoneLevel.ts'
export { watchNetworkChanges } from './networkChanges.ts'
export { openMediaSession } from './openMediaSession.ts'
export {
	canChooseSpeaker,
	createBrowserPlayback,
	findSpeaker,
	type Playback,
	type PlaybackEvents,
	playTestSound,
} from './playback.ts'
export {
	createBrowserRoomDevices,
	getPreparedDevices,
	type PreparedDeviceStates,
	type PreparedDevices,
	type RoomDevices,
} from './preparedDevices.ts'
export { endNamedJoin, nameSocketInJoin, prepareRoomSockets, takeRoomSockets } from './preparedSockets.ts'
export type { PresenceConnection } from './presenceConnection.ts'
export type { RoomSockets } from './roomSockets.ts'
export { getBrowserSupport, type RoomSupport } from './roomSupport.ts'
export { openScanCamera, type ScanCamera } from './scanCamera.ts'
export {
	type CapturedScreen,
	canShareScreen,
	openScreen,
	type ScreenContent,
	type ScreenError,
	setScreenContent,
} from './screenCapture.ts'
export type { ScreenShell } from './shellScreen.ts'
export { watchSystemMute } from './systemMute.ts'
export { holdBrowserWakeLock } from './wakeLock.ts'

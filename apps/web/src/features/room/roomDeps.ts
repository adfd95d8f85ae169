import type { Result } from '@parley/core'
import type { EngineName } from '@parley/room'
import type {
	CapturedScreen,
	ChimeKind,
	DeviceChoiceStore,
	HeadsetEvents,
	HeadsetWatch,
	MediaKeyHandlers,
	MediaKeys,
	MediaSession,
	Playback,
	PlaybackEvents,
	PresenceConnection,
	RoomDevices,
	RoomSupport,
	ScreenContent,
	ScreenError,
} from '../../media/index.ts'
import type { ResumeStore } from './resumeStore.ts'

/** The room's dependencies on browser and network. */
export interface RoomDeps {
	support: RoomSupport
	/** Loads the socket library and creates the sockets; nothing is connected yet. */
	openSockets(): Promise<{
		presence: PresenceConnection
		/** The join has named its socket, so that the server enters the room with it (ROOM-89). */
		isNamedInJoin: boolean
		openSession(engine: EngineName): Promise<MediaSession>
		/** Connects again, to the node of the server that has the room. */
		reconnectToRoom(): void
		close(): void
	}>
	devices: RoomDevices
	deviceChoices: Pick<DeviceChoiceStore, 'get' | 'subscribe'>
	/** The id of the chosen loudspeaker; undefined where it is gone, or the default of the system. */
	findSpeaker(): Promise<string | undefined>
	/** Calls back when a device is plugged in or out, until the function it returns is called. */
	watchDevices(onChange: () => void): () => void
	/** Lets the person choose a screen to share, unless the signal gives that up. */
	openScreen(signal: AbortSignal): Promise<Result<CapturedScreen, ScreenError>>
	/** Fits the capture of the own screen to what it shows. */
	setScreenContent(track: MediaStreamTrack, content: ScreenContent): Promise<void>
	createPlayback(events: PlaybackEvents): Playback
	/** Calls back when the headset that plays comes or goes. */
	watchHeadset(events: HeadsetEvents): HeadsetWatch
	/** A short sound: the person was let in, or somebody wants to come in. */
	playChime(kind: ChimeKind): void
	/** Keeps the screen on until the function it returns is called. */
	holdWakeLock(): () => void
	/** Calls back when the device may have another address, until the function it returns is called. */
	watchNetworkChanges(onChange: () => void): () => void
	/** Handles the keys of headsets and the controls of the system. */
	handleMediaKeys(handlers: MediaKeyHandlers): MediaKeys
	takeTicket(): string | undefined
	/** Loads the page again, with a ticket that was not used. */
	reloadPage(ticket: string | undefined): void
	resumeStore: ResumeStore
	/** Without a ticket the room is entered with the resume token; otherwise the person is asked first (ROOM-79). */
	mayResume: boolean
	now(): number
	/** Runs `act` after `ms`, unless the function it returns is called first. */
	schedule(act: () => void, ms: number): () => void
	/** Runs `act` every `ms`, until the function it returns is called. */
	repeat(act: () => void, ms: number): () => void
}

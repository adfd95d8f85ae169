import { initialRoomState, type RoomAction, type RoomState, roomReducer } from './roomState.ts'

/** Cameras to show, by participant. Kept apart from the state, because tracks are handles that cannot be serialised or compared. */
export type Cameras = ReadonlyMap<string, MediaStreamTrack>

export interface RoomView {
	state: RoomState
	cameras: Cameras
	/** The screen of each participant whose screen is received; of those only the presenter's is shown. */
	screens: Cameras
}

export interface RoomViewStore {
	getView(): RoomView
	getState(): RoomState
	dispatch(event: RoomAction): void
	setCamera(participantId: string, track: MediaStreamTrack | undefined): void
	setScreen(participantId: string, track: MediaStreamTrack | undefined): void
	subscribe(listener: () => void): () => void
}

export function createRoomStore(): RoomViewStore {
	let view: RoomView = { state: initialRoomState, cameras: new Map(), screens: new Map() }
	const listeners = new Set<() => void>()

	function become(changed: RoomView) {
		view = changed
		for (const listener of listeners) listener()
	}

	return {
		getView: () => view,
		getState: () => view.state,
		dispatch(event) {
			const room = roomReducer(view.state, event)
			if (room !== view.state) become({ ...view, state: room })
		},
		setCamera: (participantId, track) => become({ ...view, cameras: withTrack(view.cameras, participantId, track) }),
		setScreen: (participantId, track) => become({ ...view, screens: withTrack(view.screens, participantId, track) }),
		subscribe(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	}
}

function withTrack(tracks: Cameras, participantId: string, track: MediaStreamTrack | undefined): Cameras {
	const changed = new Map(tracks)
	if (track) changed.set(participantId, track)
	else changed.delete(participantId)
	return changed
}

import { initialRoomState, type RoomAction, type RoomState, roomReducer } from './roomState.ts'

/** Cameras to show, by participant. Kept apart from the state, because tracks are handles that cannot be serialised or compared. */
export type Cameras = ReadonlyMap<string, MediaStreamTrack>

export interface RoomView {
	state: RoomState
	cameras: Cameras
}

export interface RoomViewStore {
	getView(): RoomView
	getState(): RoomState
	dispatch(event: RoomAction): void
	setCamera(participantId: string, track: MediaStreamTrack | undefined): void
	subscribe(listener: () => void): () => void
}

export function createRoomStore(): RoomViewStore {
	let view: RoomView = { state: initialRoomState, cameras: new Map() }
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
		setCamera(participantId, track) {
			const cameras = new Map(view.cameras)
			if (track) cameras.set(participantId, track)
			else cameras.delete(participantId)
			become({ ...view, cameras })
		},
		subscribe(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	}
}

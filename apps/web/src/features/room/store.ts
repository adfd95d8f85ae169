import { entering, next, type Room, type RoomEvent } from './room.ts'

/** Cameras to show, by participant. Tracks are no state of ours: they are handles on what the browser is doing. */
export type Cameras = ReadonlyMap<string, MediaStreamTrack>

export interface RoomView {
	room: Room
	cameras: Cameras
}

export interface RoomStore {
	view(): RoomView
	room(): Room
	dispatch(event: RoomEvent): void
	showCamera(participantId: string, track: MediaStreamTrack | undefined): void
	subscribe(listener: () => void): () => void
}

export function createRoomStore(): RoomStore {
	let view: RoomView = { room: entering, cameras: new Map() }
	const listeners = new Set<() => void>()

	function become(changed: RoomView) {
		view = changed
		for (const listener of listeners) listener()
	}

	return {
		view: () => view,
		room: () => view.room,
		dispatch(event) {
			const room = next(view.room, event)
			if (room !== view.room) become({ ...view, room })
		},
		showCamera(participantId, track) {
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

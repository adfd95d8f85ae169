import type { DeviceKind, MediaKeys } from '../../media/index.ts'
import type { RoomDeps } from './roomDeps.ts'
import type { RoomViewStore } from './roomStore.ts'

export interface OperatedCall {
	store: Pick<RoomViewStore, 'getState' | 'subscribe'>
	toggleDevice: (kind: DeviceKind) => void
	leave: () => void
}

/**
 * Lets the keys of headsets and the controls of the system operate the call, and shows there what is on, until the returned
 * function is called (ROOM-189).
 */
export function followMediaKeys(
	handle: RoomDeps['handleMediaKeys'],
	{ store, toggleDevice, leave }: OperatedCall,
): () => void {
	const keys: MediaKeys = handle({
		toggleMicrophone: () => toggleDevice('microphone'),
		toggleCamera: () => toggleDevice('camera'),
		hangUp: leave,
	})
	let shown = ''
	function show() {
		const room = store.getState()
		if (room.status !== 'joined') return
		const active = {
			microphone: room.devices.microphone.status === 'on',
			camera: room.devices.camera.status === 'on',
		}
		const key = JSON.stringify(active)
		if (key === shown) return
		shown = key
		keys.show(active)
	}
	show()
	const unsubscribe = store.subscribe(show)
	return () => {
		unsubscribe()
		keys.stop()
	}
}

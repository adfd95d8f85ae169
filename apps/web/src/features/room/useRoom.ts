import { useEffect, useState, useSyncExternalStore } from 'react'
import {
	createBrowserDevices,
	createBrowserPlayback,
	createPresenceConnection,
	getBrowserSupport,
	holdBrowserWakeLock,
	openMediaSession,
	openRoomSockets,
} from '../../media/index.ts'
import { storage } from '../../storage/index.ts'
import { createResumeStore } from './resumeStore.ts'
import { createRoomController, type RoomController } from './roomController.ts'
import type { RoomDeps } from './roomDeps.ts'
import type { RoomView } from './roomStore.ts'
import { takeTicket } from './ticket.ts'

/** One visit to a room, for as long as the component is mounted. */
export function useRoom(meetingId: string): { view: RoomView; controller: RoomController } {
	const [controller] = useState(() => createRoomController(createBrowserDeps(meetingId)))
	const view = useSyncExternalStore(controller.subscribe, controller.getView)
	useEffect(() => {
		// In the next task: in development React mounts twice, and a ticket can be used only once.
		const startTimer = setTimeout(() => controller.start())
		return () => {
			clearTimeout(startTimer)
			controller.close()
		}
	}, [controller])
	return { view, controller }
}

function createBrowserDeps(meetingId: string): RoomDeps {
	return {
		support: getBrowserSupport(),
		async openSockets() {
			const sockets = openRoomSockets()
			return {
				presence: createPresenceConnection(sockets.presence),
				openSession: engine => openMediaSession(engine, sockets),
				close: sockets.close,
			}
		},
		devices: createBrowserDevices(),
		createPlayback: createBrowserPlayback,
		holdWakeLock: holdBrowserWakeLock,
		takeTicket: () => takeTicket(location, url => history.replaceState(history.state, '', url)),
		resumeStore: createResumeStore(meetingId, { read: storage.readTabText, write: storage.writeTabText }),
		now: Date.now,
		schedule(act, ms) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	}
}

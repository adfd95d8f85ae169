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
import { createRoomController, type RoomController, type RoomDeps } from './roomController.ts'
import type { RoomView } from './roomStore.ts'
import { takeTicket } from './ticket.ts'

/** One stay in a room, for as long as the screen is there. */
export function useRoom(meetingId: string): { view: RoomView; controller: RoomController } {
	const [controller] = useState(() => createRoomController(createBrowserDeps(meetingId)))
	const view = useSyncExternalStore(controller.subscribe, controller.getView)
	useEffect(() => {
		// Not before the effect has survived: development mounts twice, and a ticket is good only once.
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
			const sockets = await openRoomSockets()
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

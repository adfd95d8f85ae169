import { useEffect, useState, useSyncExternalStore } from 'react'
import {
	browserDevices,
	browserPlayback,
	browserSupport,
	createPresence,
	keepBrowserAwake,
	openMediaSession,
	openRoomSockets,
} from '../../media/index.ts'
import { storage } from '../../storage/index.ts'
import { conductRoom, type RoomConductor, type RoomOutside } from './conductor.ts'
import { keepsakeBox } from './keepsake.ts'
import type { RoomView } from './store.ts'
import { takeTicket } from './ticket.ts'

/** One stay in a room, for as long as the screen is there. */
export function useRoom(meetingId: string): { view: RoomView; conductor: RoomConductor } {
	const [conductor] = useState(() => conductRoom(browserOutside(meetingId)))
	const view = useSyncExternalStore(conductor.subscribe, conductor.view)
	useEffect(() => {
		// Not before the effect has survived: development mounts twice, and a ticket is good only once.
		const beginning = setTimeout(() => conductor.start())
		return () => {
			clearTimeout(beginning)
			conductor.close()
		}
	}, [conductor])
	return { view, conductor }
}

function browserOutside(meetingId: string): RoomOutside {
	return {
		support: browserSupport(),
		async openSockets() {
			const sockets = await openRoomSockets()
			return {
				presence: createPresence(sockets.presence),
				openSession: engine => openMediaSession(engine, sockets),
				close: sockets.close,
			}
		},
		devices: browserDevices(),
		createPlayback: browserPlayback,
		keepAwake: keepBrowserAwake,
		takeTicket: () => takeTicket(location, url => history.replaceState(history.state, '', url)),
		keepsake: keepsakeBox(meetingId, { read: storage.tabText, write: storage.keepTabText }),
		now: Date.now,
		later(act, ms) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	}
}

import {
	createBrowserDevices,
	createBrowserPlayback,
	createPresenceConnection,
	getBrowserSupport,
	holdBrowserWakeLock,
	openMediaSession,
	openRoomSockets,
} from '../../../media/index.ts'
import { storage } from '../../../storage/index.ts'
import { createResumeStore } from '../resumeStore.ts'
import { createRoomController } from '../roomController.ts'
import type { RoomDeps } from '../roomDeps.ts'
import { takeTicket } from '../ticket.ts'
import { createRoomVisits, type RoomVisits } from './roomVisits.ts'

/** The part of the router that is needed. */
export interface PageRouter {
	readonly state: { readonly location: { hash: string; pathname: string; searchStr: string } }
	readonly history: { readonly location: { state: unknown }; replace(url: string, state: unknown): void }
}

let visits: RoomVisits | undefined

/** The visits of this page, with its devices and its network. */
export function pageVisits(router: PageRouter): RoomVisits {
	visits ??= createRoomVisits({
		createController: (meetingId, mayResume) => createRoomController(browserDeps(meetingId, mayResume, router)),
		isArrival,
	})
	return visits
}

/** Whether somebody is in a room, shown or not. */
export const isRoomOngoing = (): boolean => visits?.isOngoing() ?? false

/** The room somebody is in, where it is another than this one. */
export function getOtherRoom(meetingId: string): { meetingId: string; topic: string } | undefined {
	const visit = visits?.get().visit
	const state = visit?.controller.getView().state
	if (!visit || state?.status !== 'joined' || visit.meetingId === meetingId) return undefined
	return { meetingId: visit.meetingId, topic: state.topic }
}

/** Leaves the room somebody is in. */
export const leaveOngoingRoom = (): void => visits?.leave()

/** The page was opened at the address of this room, or reloaded there, and not by going back or forward. */
function isArrival(meetingId: string): boolean {
	const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	if (!arrival) return true
	return arrival.type !== 'back_forward' && new URL(arrival.name).pathname === `/room/${meetingId}`
}

function browserDeps(meetingId: string, mayResume: boolean, router: PageRouter): RoomDeps {
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
		takeTicket() {
			const { hash, pathname, searchStr } = router.state.location
			const { history } = router
			return takeTicket({ hash, pathname, search: searchStr }, url => history.replace(url, history.location.state))
		},
		resumeStore: createResumeStore(meetingId, { read: storage.readTabText, write: storage.writeTabText }),
		mayResume,
		now: Date.now,
		schedule(act, ms) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
	}
}

import type { Bridge } from '@parley/bridge'
import {
	createBrowserPlayback,
	createBrowserRoomDevices,
	deviceChoices,
	findSpeaker,
	getBrowserSupport,
	handleBrowserMediaKeys,
	holdBrowserWakeLock,
	openMediaSession,
	openScreen,
	playChime,
	setScreenContent,
	takeRoomSockets,
	watchDevices,
	watchHeadset,
	watchNetworkChanges,
} from '../../../media/index.ts'
import { storage } from '../../../storage/index.ts'
import { getCurrentUserId } from '../../session/index.ts'
import { createResumeStore } from '../resumeStore.ts'
import { createRoomController } from '../roomController.ts'
import type { RoomDeps } from '../roomDeps.ts'
import { createScreenShell } from '../screenShell.ts'
import { addressWithTicket, takeTicket } from '../ticket.ts'
import { keptCall } from './keptCall.ts'
import { createRoomVisits, type RoomVisits } from './roomVisits.ts'

/** The part of the router that is needed. */
export interface PageRouter {
	readonly state: { readonly location: { hash: string; pathname: string; searchStr: string } }
	readonly history: { readonly location: { state: unknown }; replace(url: string, state: unknown): void }
}

let visits: RoomVisits | undefined

/** The visits of this page, with its devices and its network. */
export function pageVisits(router: PageRouter, bridge: Bridge): RoomVisits {
	if (visits) return visits
	const openScreen = createScreenSource(bridge)
	visits = createRoomVisits({
		createController: (meetingId, mayResume) =>
			createRoomController({ ...browserDeps(meetingId, mayResume, router), openScreen }),
		isArrival,
	})
	rememberKeptCall(visits)
	return visits
}

/** Returns whether a person is in a room, shown or not. */
export const isRoomOngoing = (): boolean => visits?.isOngoing() ?? false

/** The meeting whose call continues behind its bar. */
export const getKeptMeetingId = (): string | undefined => visits?.getKept()?.meetingId

/** Registers for another visit, and for what changes in it. */
export function subscribeToVisit(listener: () => void): () => void {
	let stopVisit = visits?.get().visit?.controller.subscribe(listener)
	const stopVisits = visits?.subscribe(() => {
		stopVisit?.()
		stopVisit = visits?.get().visit?.controller.subscribe(listener)
		listener()
	})
	return () => {
		stopVisit?.()
		stopVisits?.()
	}
}

/** The room the person is in, if it differs from this one. */
export function getOtherRoom(meetingId: string): { meetingId: string; topic: string } | undefined {
	const visit = visits?.get().visit
	const state = visit?.controller.getView().state
	if (!visit || state?.status !== 'joined' || visit.meetingId === meetingId) return undefined
	return { meetingId: visit.meetingId, topic: state.topic }
}

/** Registers to remember a call behind its bar while the page is reloaded. */
function rememberKeptCall(visits: RoomVisits) {
	window.addEventListener('pagehide', () => {
		const visit = visits.getKept()
		const state = visit?.controller.getView().state
		const topic = state?.status === 'joined' ? state.topic : visit?.keptTopic
		if (visit && topic !== undefined)
			keptCall.write({ meetingId: visit.meetingId, topic, userId: getCurrentUserId() ?? '' })
	})
	// The page was only hidden, and is shown again as it was.
	window.addEventListener('pageshow', ({ persisted }) => persisted && keptCall.take())
}

/**
 * After a reload on another screen: returns to the call that went on there, behind its bar (ROOM-80). After any other
 * navigation it is only offered, and to another person not at all.
 */
export function returnToKeptCall(router: PageRouter, bridge: Bridge) {
	const call = keptCall.take()
	if (!call || call.userId !== (getCurrentUserId() ?? '')) return
	pageVisits(router, bridge).openBehind(call, getArrival()?.type === 'reload')
}

/** Leaves the room a person is in. */
export const leaveOngoingRoom = (): void => visits?.leave()

/** The page was opened at the address of this room, or reloaded there, and not by going back or forward. */
function isArrival(meetingId: string): boolean {
	const arrival = getArrival()
	if (!arrival) return true
	return arrival.type !== 'back_forward' && new URL(arrival.name).pathname === `/room/${meetingId}`
}

const getArrival = () => (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]

/** The screen of the phone by its shell, where that offers it, else of the browser. */
function createScreenSource(bridge: Bridge): RoomDeps['openScreen'] {
	const shell = createScreenShell(bridge)
	return async signal => {
		const offered = shell.get()
		if (!offered) return openScreen()
		const { openShellScreen } = await import('../../../media/shellScreen.ts')
		return openShellScreen(offered, signal)
	}
}

function browserDeps(meetingId: string, mayResume: boolean, router: PageRouter): Omit<RoomDeps, 'openScreen'> {
	return {
		support: getBrowserSupport(),
		async openSockets() {
			const sockets = takeRoomSockets(meetingId)
			return {
				presence: sockets.presence,
				isNamedInJoin: sockets.isNamedInJoin ?? false,
				openSession: engine => openMediaSession(engine, sockets),
				reconnectToRoom: () => sockets.reconnectFor(meetingId),
				close: sockets.close,
			}
		},
		devices: createBrowserRoomDevices(),
		deviceChoices,
		findSpeaker,
		watchDevices,
		setScreenContent,
		createPlayback: createBrowserPlayback,
		watchHeadset,
		playChime,
		holdWakeLock: holdBrowserWakeLock,
		watchNetworkChanges,
		handleMediaKeys: handleBrowserMediaKeys,
		takeTicket() {
			const { hash, pathname, searchStr } = router.state.location
			const { history } = router
			return takeTicket({ hash, pathname, search: searchStr }, url => history.replace(url, history.location.state))
		},
		reloadPage(ticket) {
			if (ticket !== undefined) {
				const { pathname, search } = window.location
				window.history.replaceState(window.history.state, '', addressWithTicket({ pathname, search }, ticket))
			}
			window.location.reload()
		},
		resumeStore: createResumeStore(meetingId, { read: storage.readTabText, write: storage.writeTabText }),
		mayResume,
		now: Date.now,
		schedule(act, ms) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
		repeat(act, ms) {
			const timer = setInterval(act, ms)
			return () => clearInterval(timer)
		},
	}
}

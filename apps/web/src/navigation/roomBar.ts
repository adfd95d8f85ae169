import {
	getKeptMeetingId,
	isRoomOngoing,
	leaveOngoingRoom,
	RoomBar,
	returnToKeptCall,
	subscribeToVisit,
} from '../features/room/index.ts'
import { showGlobalOverlay } from './globalOverlay.ts'

/** Shows the bar of a call over every screen, while a call is ongoing. */
export const showRoomBar = (): void =>
	showGlobalOverlay({
		Component: RoomBar,
		isOngoing: isRoomOngoing,
		getMeetingId: getKeptMeetingId,
		subscribe: subscribeToVisit,
		end: leaveOngoingRoom,
	})

/** Shows it for the call that went on behind another screen when the page was reloaded (ROOM-80). */
export function showKeptCall(...page: Parameters<typeof returnToKeptCall>): void {
	showRoomBar()
	returnToKeptCall(...page)
}

import { type MeetingId, ok, type Result, refused } from '@parley/core'
import { canDo, isPermitted, type ParticipantId, type ScreenRefusal } from '@parley/room'
import type { SendEvent } from './eventPublisher.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { OpenRoom, ParticipantConnection } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'

export interface ScreenSharingDeps {
	rooms: OpenRooms
	engine: MediaEngine
	send: SendEvent
}

/** Shared screens: one presenter at a time, whom the host can stop; the host decides whether members may (ROOM-100, ROOM-112). */
export function createScreenSharing({ rooms, engine, send }: ScreenSharingDeps) {
	function setPresenter(room: OpenRoom, presenter: ParticipantId | null): void {
		room.sharing = { presenter }
		send(room.connections(), 'room.sharing', [room.sharing])
	}

	function end(room: OpenRoom): void {
		const { presenter } = room.sharing
		if (presenter === null) return
		setPresenter(room, null)
		void engine.mute(room.meetingId, presenter, 'screen')
	}

	engine.onEvent(event => {
		if (event.type !== 'published' || event.source !== 'screen') return
		const room = rooms.get(event.roomId as MeetingId)
		// A page may send what it was not allowed to.
		if (room?.sharing.presenter !== event.participantId) void engine.mute(event.roomId, event.participantId, 'screen')
	})

	return {
		startScreen(caller: ParticipantConnection): Result<null, ScreenRefusal> {
			const found = rooms.findParticipant(caller)
			if (!found) return refused('screen.not-allowed')
			const { room, participant } = found
			if (!isPermitted(participant.role, 'share', room.permissions)) return refused('screen.not-allowed')
			if (room.sharing.presenter !== null && room.sharing.presenter !== caller.participantId)
				return refused('screen.taken')
			setPresenter(room, caller.participantId)
			return ok(null)
		},
		/** The presenter, a host or a co-host ends it; a call of another person changes nothing. */
		stopScreen(caller: ParticipantConnection): void {
			const { room, participant } = rooms.findParticipant(caller) ?? {}
			if (!room || !participant) return
			if (room.sharing.presenter === caller.participantId || canDo(participant.role, 'stop-presenter')) end(room)
		},
		/** Called when the permissions or the role of a participant have changed. */
		endForbiddenScreen(room: OpenRoom): void {
			const { presenter } = room.sharing
			const presenting = presenter === null ? undefined : room.participant(presenter)
			if (presenting && !isPermitted(presenting.role, 'share', room.permissions)) end(room)
		},
		/** A presenter who has left shares nothing any more. */
		endScreenOf(room: OpenRoom, participantId: ParticipantId): void {
			if (room.sharing.presenter === participantId) setPresenter(room, null)
		},
	}
}
export type ScreenSharing = ReturnType<typeof createScreenSharing>

import { type MeetingId, ok, type Result, refused } from '@parley/core'
import { canDo, isPermitted, type ParticipantId, type ScreenRefusal } from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { OpenRoom, ParticipantConnection, RoomParticipant } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'

export interface ScreenSharingDeps {
	rooms: OpenRooms
	engine: MediaEngine
	send: SendEvent
	note: NoteActivity
}

/** The media of a shared screen. */
const sources = ['screen', 'screen-audio'] as const

/** Shared screens: one presenter at a time, whom the host can stop; the host decides whether members may (ROOM-100, ROOM-112). */
export function createScreenSharing({ rooms, engine, send, note }: ScreenSharingDeps) {
	function setPresenter(room: OpenRoom, presenter: ParticipantId | null): void {
		room.sharing = { presenter }
		send(room.connections(), 'room.sharing', [room.sharing])
	}

	/** @param actor the person who ended the presentation of another */
	function end(room: OpenRoom, actor?: RoomParticipant): void {
		const { presenter } = room.sharing
		if (presenter === null) return
		noteStop(room, presenter, actor)
		setPresenter(room, null)
		for (const source of sources) void engine.mute(room.meetingId, presenter, source)
	}

	function noteStop(room: OpenRoom, presenter: ParticipantId, actor?: RoomParticipant): void {
		const presenting = room.participant(presenter)
		if (!presenting) return
		const isOwn = actor?.identity.participantId === presenter
		const people = { ...(actor && { actor: personOf(actor) }), ...(!isOwn && { target: personOf(presenting) }) }
		note(room.meetingId, 'sharing-stopped', people)
	}

	engine.onEvent(event => {
		if (event.type !== 'published') return
		const source = sources.find(candidate => candidate === event.source)
		if (!source) return
		const room = rooms.get(event.roomId as MeetingId)
		// A page may send what it was not allowed to.
		if (room?.sharing.presenter !== event.participantId) void engine.mute(event.roomId, event.participantId, source)
	})

	return {
		startScreen(caller: ParticipantConnection): Result<null, ScreenRefusal> {
			const found = rooms.findParticipant(caller)
			if (!found) return refused('screen.not-allowed')
			const { room, participant } = found
			if (!isPermitted(participant.role, 'share', room.permissions)) return refused('screen.not-allowed')
			if (room.sharing.presenter !== null && room.sharing.presenter !== caller.participantId)
				return refused('screen.taken')
			if (room.sharing.presenter === null) note(room.meetingId, 'sharing-started', { actor: personOf(participant) })
			setPresenter(room, caller.participantId)
			return ok(null)
		},
		/** The presenter, a host or a co-host ends it; a call of another person changes nothing. */
		stopScreen(caller: ParticipantConnection): void {
			const { room, participant } = rooms.findParticipant(caller) ?? {}
			if (!room || !participant) return
			if (room.sharing.presenter === caller.participantId || canDo(participant.role, 'stop-presenter'))
				end(room, participant)
		},
		/** Called when the permissions or the role of a participant have changed. */
		endForbiddenScreen(room: OpenRoom): void {
			const { presenter } = room.sharing
			const presenting = presenter === null ? undefined : room.participant(presenter)
			if (presenting && !isPermitted(presenting.role, 'share', room.permissions)) end(room)
		},
		/** A presenter who has left shares nothing any more. */
		endScreenOf(room: OpenRoom, participant: RoomParticipant): void {
			if (room.sharing.presenter !== participant.identity.participantId) return
			note(room.meetingId, 'sharing-stopped', { actor: personOf(participant) })
			setPresenter(room, null)
		},
	}
}
export type ScreenSharing = ReturnType<typeof createScreenSharing>

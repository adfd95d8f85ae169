import { type MeetingId, ok, type Result } from '@parley/core'
import {
	type DeviceSource,
	isManager,
	isPermitted,
	type ParticipantId,
	type RoleRefusal,
	type SendingState,
	type TargetRefusal,
} from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { OpenRoom, ParticipantConnection, RoomParticipant } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { RequireRole, RequireTarget } from './requireRole.ts'

interface MicrophonesDeps {
	rooms: Pick<OpenRooms, 'get'>
	engine: MediaEngine
	send: SendEvent
	note: NoteActivity
	requireRole: RequireRole
	requireTarget: RequireTarget
}

/**
 * Muting, and who may switch the microphone on while members may not do so themselves (ROOM-113): those who were heard when
 * that began, and those who were asked, until they are muted.
 */
export function createMicrophones({ rooms, engine, send, note, requireRole, requireTarget }: MicrophonesDeps) {
	const mayBeHeard = (room: OpenRoom, { role, identity }: Pick<RoomParticipant, 'role' | 'identity'>) =>
		isPermitted(role, 'unmute', room.permissions) || room.speakers.has(identity.participantId)

	async function mute(room: OpenRoom, { identity, connection }: RoomParticipant, source: DeviceSource): Promise<void> {
		if (source === 'microphone') room.speakers.delete(identity.participantId)
		// The page is told in any case: it may be ahead of the engine.
		if ('id' in connection) send([connection.id], 'muted', [{ source }])
		await engine.mute(room.meetingId, identity.participantId, source)
	}

	function noteSpeaker(room: OpenRoom, { identity, sending }: RoomParticipant): void {
		if (sending.microphone && !room.permissions.unmute) room.speakers.add(identity.participantId)
	}

	engine.onEvent(event => {
		if (event.type !== 'published' || event.source !== 'microphone') return
		const room = rooms.get(event.roomId as MeetingId)
		const participant = room?.participant(event.participantId)
		// A page may send what it was not allowed to.
		if (room && participant && !mayBeHeard(room, participant)) void mute(room, participant, 'microphone')
	})

	return {
		/** Returns what a participant sends, as far as they may. */
		permittedSending: (
			room: OpenRoom,
			participant: Pick<RoomParticipant, 'role' | 'identity'>,
			sending: SendingState,
		): SendingState => ({ ...sending, microphone: sending.microphone && mayBeHeard(room, participant) }),
		/** A person who mutes themselves needs permission to come back. */
		noteSending(room: OpenRoom, { identity, sending }: RoomParticipant, next: SendingState): void {
			if (sending.microphone && !next.microphone) room.speakers.delete(identity.participantId)
		},
		/** Called when members may unmute themselves, or no longer; does not mute those who speak. */
		noteSpeakers(room: OpenRoom): void {
			room.speakers.clear()
			for (const participant of room.participants) noteSpeaker(room, participant)
		},
		/** Called when the role of a participant has changed: people who speak are not muted. */
		noteSpeaker,
		forget: (room: OpenRoom, participantId: ParticipantId): void => void room.speakers.delete(participantId),
		async mute(
			caller: ParticipantConnection,
			target: ParticipantId,
			source: DeviceSource,
		): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, 'mute-person', target)
			if (!found.ok) return found
			const { room, participant, actor } = found.value
			note(room.meetingId, 'muted', { actor: personOf(actor), target: personOf(participant), detail: source })
			await mute(room, participant, source)
			return ok(null)
		},
		/** Those who run the meeting are not muted with the others. */
		async muteAll(caller: ParticipantConnection): Promise<Result<null, RoleRefusal>> {
			const allowed = requireRole(caller, 'mute-person')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			note(room.meetingId, 'muted-all', { actor: personOf(actor) })
			const others = room.participants.filter(({ role }) => !isManager(role))
			await Promise.all(others.map(participant => mute(room, participant, 'microphone')))
			return ok(null)
		},
		askToUnmute(caller: ParticipantConnection, target: ParticipantId): Result<null, TargetRefusal> {
			const found = requireTarget(caller, 'mute-person', target)
			if (!found.ok) return found
			const { room, participant, actor } = found.value
			note(room.meetingId, 'asked-to-unmute', { actor: personOf(actor), target: personOf(participant) })
			if (!room.permissions.unmute) room.speakers.add(target)
			if ('id' in participant.connection) send([participant.connection.id], 'unmute.asked', [])
			return ok(null)
		},
	}
}
export type Microphones = ReturnType<typeof createMicrophones>

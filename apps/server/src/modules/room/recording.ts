import { ok, type Result, refused } from '@parley/core'
import {
	type CloseReason,
	canDo,
	type Recording,
	type RecordingEnd,
	type RecordingRefusal,
	type RoleRefusal,
	recordingLength,
} from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import { type NoteActivity, personOf } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom, ParticipantConnection, RoomParticipant, RoomRecording } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { RecordingPort } from './recordingPort.ts'
import type { RequireRole } from './requireRole.ts'
import type { ParticipantIdentity } from './resumeToken.ts'

interface RoomRecordingDeps {
	rooms: OpenRooms
	recordings: RecordingPort
	clock: Clock
	send: SendEvent
	note: NoteActivity
	requireRole: RequireRole
}

/** The recording of a meeting, started and stopped by those who run it (ROOM-150). */
export function createRoomRecording({ rooms, recordings, clock, send, note, requireRole }: RoomRecordingDeps) {
	/** Rooms whose recording is about to begin. */
	const starting = new Set<OpenRoom>()

	function announce(room: OpenRoom, end?: RecordingEnd): void {
		for (const { identity, connection } of room.participants)
			if ('id' in connection)
				send([connection.id], 'room.recording', [{ recording: recordingOf(room, identity), ...(end && { end }) }])
	}

	/** Returns the recording as one person is told of it. */
	function recordingOf({ recording }: OpenRoom, { personKey }: ParticipantIdentity): Recording | null {
		if (!recording) return null
		const { startedAt, by, asksConsent, agreed } = recording
		return { startedAt, by, asksConsent: asksConsent && !agreed.has(personKey) }
	}

	function noteAttended({ recording }: OpenRoom, { identity }: RoomParticipant): void {
		if (recording && identity.userId !== null) recording.running.noteAttended(identity.userId)
	}

	/** Media of a person who has left may still arrive, and is recorded only where no consent is required. */
	function mayRecord(room: OpenRoom, participantId: ParticipantConnection['participantId']): boolean {
		const { recording } = room
		if (!recording?.asksConsent) return true
		const participant = room.participant(participantId)
		return participant !== undefined && recording.agreed.has(participant.identity.personKey)
	}

	async function start(caller: ParticipantConnection): Promise<Result<null, RoleRefusal | RecordingRefusal>> {
		const allowed = requireRole(caller, 'record-meeting')
		if (!allowed.ok) return allowed
		const { room, actor } = allowed.value
		if (room.recording || starting.has(room)) return refused('recording.running')
		starting.add(room)
		const { meetingId } = room
		let own: RoomRecording | undefined
		let endedBy: RecordingEnd | undefined
		const begun = {
			startedAt: clock.now(),
			isEndAnnounced: false,
			by: actor.name,
			agreed: new Set([actor.identity.personKey]),
		}
		const started = await recordings
			.start({
				meetingId,
				siteId: actor.identity.siteId,
				// Before the answer it is not known whether people have to agree.
				mayRecord: participantId => room.recording !== null && mayRecord(room, participantId),
				nameOf: participantId => room.participant(participantId)?.name,
				onEnd(end) {
					endedBy = end
					// One that fails while it is being finished says nothing of the next one.
					if (own && room.recording === own) over(room, end)
				},
			})
			.finally(() => starting.delete(room))
		if (!started.ok) return started
		// All have left meanwhile.
		if (room.closed) {
			started.value.stop()
			return ok(null)
		}
		own = { ...begun, asksConsent: started.value.asksConsent, running: started.value }
		room.recording = own
		note(meetingId, 'recording-started', { actor: personOf(actor) })
		for (const participant of room.participants) noteAttended(room, participant)
		announce(room)
		// It could not go on before anybody was told of it.
		if (endedBy) over(room, endedBy)
		return ok(null)
	}

	/** @param actor the person who stopped it */
	function over(room: OpenRoom, end: RecordingEnd, actor?: RoomParticipant): void {
		if (!room.recording) return
		room.recording = null
		note(room.meetingId, 'recording-stopped', actor ? { actor: personOf(actor) } : { detail: end })
		announce(room, end)
	}

	/** One that was forgotten would run for as long as a page is open (ROOM-162). */
	function limitLength(room: OpenRoom): void {
		const { recording } = room
		if (!recording) return
		const leftMs = recording.startedAt + recordingLength.maxMs - clock.now()
		if (leftMs <= 0) {
			recording.running.stop()
			over(room, 'too-long')
		} else if (leftMs <= recordingLength.warnedMs && !recording.isEndAnnounced) {
			recording.isEndAnnounced = true
			for (const { role, identity, connection } of room.participants)
				if (canDo(role, 'record-meeting') && 'id' in connection)
					send([connection.id], 'room.recording', [{ recording: recordingOf(room, identity), endsSoon: true }])
		}
	}

	return {
		recordingOf,
		/** Called every second. */
		limitRecordings(): void {
			for (const room of rooms.all()) limitLength(room)
		},
		/** Called for each person who enters the room. */
		noteAttended,
		/** Ends the recording of a room that is empty or closed, without an announcement. */
		endRecordingOf(room: OpenRoom, reason?: CloseReason): void {
			if (!room.recording) return
			room.recording.running.stop()
			room.recording = null
			if (reason !== 'deleted') note(room.meetingId, 'recording-stopped')
		},
		startRecording: start,
		stopRecording(caller: ParticipantConnection): Result<null, RoleRefusal> {
			const allowed = requireRole(caller, 'record-meeting')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			if (!room.recording) return ok(null)
			room.recording.running.stop()
			over(room, 'stopped', actor)
			return ok(null)
		},
		/** Agrees for all windows of a person, which are all told. */
		agreeToRecording(caller: ParticipantConnection): void {
			const { room, participant } = rooms.findParticipant(caller) ?? {}
			if (!room?.recording || !participant) return
			const { personKey } = participant.identity
			room.recording.agreed.add(personKey)
			const connections = room.connectionsWhere(({ identity }) => identity.personKey === personKey)
			send(connections, 'room.recording', [{ recording: recordingOf(room, participant.identity) }])
		},
	}
}

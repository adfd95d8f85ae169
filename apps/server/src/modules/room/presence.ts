import { ok, type Result, refused } from '@parley/core'
import {
	type CloseReason,
	canDo,
	type Ending,
	type EnterRefusal,
	type EnterResult,
	type LeaveReason,
	type MediaGrant,
	MediaSource,
	type ParticipantId,
	type Reaction,
	type Recording,
	type RemovedPerson,
	type SendingState,
	type WaitingRoom,
} from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import { type NoteActivity, personOf } from './activity.ts'
import type { Admission, AdmittedParticipant } from './admission.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { Microphones } from './microphones.ts'
import {
	firstJoinedAt,
	type OpenRoom,
	type ParticipantConnection,
	type RoomParticipant,
	toParticipant,
} from './openRoom.ts'
import type { OpenRooms, RoomLog } from './openRooms.ts'
import type { ChangeParticipant } from './participantChanges.ts'
import { toPoll } from './polls.ts'
import { type ParticipantIdentity, signResumeToken } from './resumeToken.ts'
import type { Visits } from './visits.ts'
import { signVisitToken } from './visitToken.ts'

const grantTtlSec = 600

interface PresenceDeps {
	rooms: OpenRooms
	admission: Admission
	engine: MediaEngine
	clock: Clock
	log: RoomLog
	send: SendEvent
	change: ChangeParticipant
	note: NoteActivity
	visits: Pick<Visits, 'begin' | 'end'>
	/** Signs resume tokens. */
	secret: Uint8Array
	microphones: Pick<Microphones, 'permittedSending' | 'noteSending'>
	/** The announced end of a room's meeting, as a person is told of it. */
	endingOf(room: OpenRoom, person: ParticipantIdentity): Ending | null
	/** The running recording, as a person is told of it. */
	recordingOf(room: OpenRoom, person: ParticipantIdentity): Recording | null
	/** Called before a person is added, whose role may depend on who is there. */
	onEntering(room: OpenRoom, identity: ParticipantIdentity): void
	onEntered(room: OpenRoom, participant: RoomParticipant): void
	onLeft(room: OpenRoom, participant: RoomParticipant): void
	/** The last participant has left. */
	onEmpty(room: OpenRoom): void
	/** The waiting room as its hosts see it. */
	waitingOf(room: OpenRoom): WaitingRoom
	removedFrom(room: OpenRoom): RemovedPerson[]
	/** Returns whether a person is host or creator of the meeting by account. */
	isOwner(identity: ParticipantIdentity): Promise<boolean>
	/** The last participant of a room whose end is announced has left. */
	onLeftEnding(room: OpenRoom): void
}

/**
 * A person who has entered. The snapshot is taken at the moment at which it is sent: what happens before is in it, and what
 * happens afterwards is sent as events.
 */
export interface Entered
	extends Pick<EnterResult, 'self' | 'meetingId' | 'grant' | 'resumeToken' | 'visitToken' | 'ownsMeeting'> {
	snapshot(): EnterResult
}

/** Presence in a room: entering, leaving, dropped connections, each participant's sources. */
export function createPresence({
	rooms,
	admission,
	engine,
	clock,
	log,
	send,
	change,
	note,
	visits,
	secret,
	microphones,
	endingOf,
	recordingOf,
	onEntering,
	onEntered,
	onEmpty,
	onLeft,
	onLeftEnding,
	waitingOf,
	removedFrom,
	isOwner,
}: PresenceDeps) {
	async function enter(admitted: AdmittedParticipant, connection: string): Promise<Result<Entered, EnterRefusal>> {
		const { identity, sending, wants } = admitted
		const room = await rooms.open(identity.meetingId)
		const refusal = admission.roomRefusal(room, admitted)
		if (refusal) return refused(refusal)

		const { handRaisedAt = null, joinedAt = identity.enteredAt } = room.participant(identity.participantId) ?? {}
		onEntering(room, identity)
		const shown = room.shownAs(identity)
		const permitted = microphones.permittedSending(room, { identity, ...shown }, sending)
		const own = { sending: permitted, handRaisedAt, joinedAt, connection: { id: connection } }
		const participant: RoomParticipant = { identity, ...shown, ...own }
		addParticipant(room, participant)
		return ok(await prepareEntered(room, participant, wants))
	}

	function addParticipant(room: OpenRoom, participant: RoomParticipant): void {
		const { meetingId } = room
		const { participantId } = participant.identity
		const before = room.participant(participantId)
		if (before && 'id' in before.connection) {
			send([before.connection.id], 'room.closed', [{ reason: 'elsewhere' }], true)
		}
		room.setParticipant(participant)
		if (before) change(room, participant, { connection: participant.connection })
		else {
			send(room.connections(participantId), 'participant.joined', [toParticipant(participant)])
			visits.begin(room, participant)
			note(meetingId, 'joined', { actor: personOf(participant) })
		}
		onEntered(room, participant)
		log.info({ meetingId, participantId }, before ? 'participant reconnected' : 'participant joined')
	}

	async function prepareEntered(room: OpenRoom, participant: RoomParticipant, wants: SendingState): Promise<Entered> {
		const { identity, name } = participant
		const granted = await grantFor({ ...identity, name })
		const claims = { ...identity, enteredAt: clock.now(), joinedAt: firstJoinedAt(participant) }
		const credentials = {
			self: identity.participantId,
			meetingId: room.meetingId,
			grant: granted.ok ? granted.value : null,
			resumeToken: await signResumeToken(claims, secret),
			visitToken: await signVisitToken(identity, secret, clock.now()),
			...((await isOwner(identity)) && { ownsMeeting: true as const }),
		}
		return { ...credentials, snapshot: () => ({ ...credentials, ...snapshotFor(room, participant, wants) }) }
	}

	function snapshotFor(
		room: OpenRoom,
		participant: RoomParticipant,
		wants: SendingState,
	): Omit<EnterResult, keyof Entered> {
		const { identity, role } = participant
		const { topic, locked, onAir, sharing, chat, permissions, spotlight, startedAt } = room
		return {
			topic,
			locked,
			onAir,
			sharing,
			chat,
			permissions,
			spotlight,
			ending: endingOf(room, identity),
			poll: room.poll ? toPoll(room.poll, identity.personKey) : null,
			recording: recordingOf(room, identity),
			startedAt,
			now: clock.now(),
			wants: microphones.permittedSending(room, participant, wants),
			roster: room.rosterFor(identity),
			...(canDo(role, 'admit-people') && { waiting: waitingOf(room) }),
			...(canDo(role, 'remove-person') && { removed: removedFrom(room) }),
		}
	}

	const grantFor = ({ meetingId, participantId }: ParticipantIdentity) =>
		engine.grant({
			roomId: meetingId,
			participantId,
			sources: MediaSource.options,
			ttlSec: grantTtlSec,
		})

	function setSending(caller: ParticipantConnection, sending: SendingState): void {
		const { room, participant } = rooms.findParticipant(caller) ?? {}
		if (!room || !participant) return
		const permitted = microphones.permittedSending(room, participant, sending)
		microphones.noteSending(room, participant, permitted)
		change(room, participant, { sending: permitted })
	}

	function setHand(caller: ParticipantConnection, raised: boolean): void {
		const { room, participant } = rooms.findParticipant(caller) ?? {}
		if (!room || !participant || raised === (participant.handRaisedAt !== null)) return
		change(room, participant, { handRaisedAt: raised ? clock.now() : null })
		note(room.meetingId, raised ? 'hand-raised' : 'hand-lowered', { actor: personOf(participant) })
	}

	/** Shows a reaction to all participants; its sender sees from it that it arrived (ROOM-103). */
	function react(caller: ParticipantConnection, reaction: Reaction): void {
		const room = rooms.findParticipant(caller)?.room
		if (room) send(room.connections(), 'participant.reacted', [{ participantId: caller.participantId, reaction }])
	}

	async function grant(caller: ParticipantConnection): Promise<Result<MediaGrant, 'engine.unavailable'>> {
		const participant = rooms.findParticipant(caller)?.participant
		return participant ? grantFor({ ...participant.identity, name: participant.name }) : refused('engine.unavailable')
	}

	function leave(caller: ParticipantConnection): void {
		const room = rooms.findParticipant(caller)?.room
		if (room) removeParticipant(room, caller.participantId, 'choice')
	}

	/** Handles a dropped connection: the participant stays in the room for the grace period (ROOM-20). */
	function drop(caller: ParticipantConnection): void {
		const { room, participant } = rooms.findParticipant(caller) ?? {}
		if (!room || !participant) return
		change(room, participant, { connection: { disconnectedAt: clock.now() } })
	}

	function removeParticipant(room: OpenRoom, participantId: ParticipantId, reason: LeaveReason): void {
		const { meetingId } = room
		const participant = room.participant(participantId)
		room.removeParticipant(participantId)
		send(room.connections(), 'participant.left', [{ participantId, reason }])
		if (participant) {
			onLeft(room, participant)
			visits.end(room, participant)
			note(meetingId, 'left', { actor: personOf(participant), detail: reason })
		}
		void engine.removeParticipant(meetingId, participantId)
		log.info({ meetingId, participantId, reason }, 'participant left')
		if (room.participantCount > 0) return
		closeEmptyRoom(room)
		if (room.ending) onLeftEnding(room)
	}

	/** Closes the room with its last participant; the meeting stays in progress (ROOM-47). */
	function closeEmptyRoom(room: OpenRoom): void {
		room.closed = true
		rooms.delete(room)
		onEmpty(room)
		void engine.endRoom(room.meetingId)
		log.info({ meetingId: room.meetingId }, 'room empty')
	}

	/** Disconnects a participant for good, with a reason. */
	function disconnectParticipant(
		room: OpenRoom,
		participantId: ParticipantId,
		reason: CloseReason,
		leaveReason: LeaveReason,
	): void {
		const connection = room.participant(participantId)?.connection
		if (!connection) return
		if ('id' in connection) send([connection.id], 'room.closed', [{ reason }], true)
		removeParticipant(room, participantId, leaveReason)
	}

	/** Removes participants whose connection was lost for too long. */
	function removeExpired(): void {
		for (const room of rooms.all()) {
			for (const participant of room.expiredParticipants(clock.now()))
				removeParticipant(room, participant.identity.participantId, 'lost')
		}
	}

	return {
		enter,
		addParticipant,
		prepareEntered,
		leave,
		drop,
		setSending,
		setHand,
		react,
		grant,
		disconnectParticipant,
		removeExpired,
	}
}
export type Presence = ReturnType<typeof createPresence>

import type { Instant, MeetingId } from '@parley/core'
import type { CloseReason } from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import { type NoteActivity, personOf } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { MeetingPort, RoomMeeting } from './meetingPort.ts'
import type { OpenRoom } from './openRoom.ts'
import type { OpenRooms, RoomLog } from './openRooms.ts'
import type { RoomNodes } from './roomNodes.ts'
import type { RoomStore } from './store.ts'
import type { Visits } from './visits.ts'

interface ClosingDeps {
	rooms: OpenRooms
	store: RoomStore
	meetings: MeetingPort
	roomNodes: Pick<RoomNodes, 'claim'>
	engine: MediaEngine
	clock: Clock
	log: RoomLog
	send: SendEvent
	note: NoteActivity
	visits: Pick<Visits, 'end'>
	/** An open room is about to be closed. */
	onClosing(room: OpenRoom, reason: CloseReason): void
	/** Called when the meeting has ended, also if its room is not open. */
	onClosed(meetingId: MeetingId, reason: CloseReason): void
}

/** Ends a meeting for everyone in its room. */
export function createClosing({
	rooms,
	store,
	meetings,
	roomNodes,
	engine,
	clock,
	log,
	send,
	note,
	visits,
	onClosing,
	onClosed,
}: ClosingDeps) {
	/** Ending a meeting publishes an event that also closes its room; the first reason counts. */
	const reasons = new Map<MeetingId, CloseReason>()

	/** Ends the meeting and closes its room. */
	async function end(meetingId: MeetingId, reason: CloseReason = 'ended'): Promise<void> {
		reasons.set(meetingId, reason)
		try {
			if (reason === 'ended-by-host' || reason === 'ended-by-admin') await meetings.end(meetingId, clock.now())
			else await meetings.markEnded(meetingId, clock.now())
			await close(meetingId, reason)
			note(meetingId, 'ended', { detail: reason })
		} finally {
			reasons.delete(meetingId)
		}
	}

	/** Disconnects everyone for good: their tickets and resume tokens become invalid (ROOM-45). */
	async function close(meetingId: MeetingId, reason: CloseReason): Promise<void> {
		const firstReason = reasons.get(meetingId) ?? reason
		const isFromOutside = !reasons.has(meetingId)
		// Otherwise a room that is being opened would outlive its meeting.
		const room = await rooms.getWhenOpened(meetingId)
		if (room) room.closed = true
		// Resume tokens are then refused because the meeting does not exist.
		if (reason === 'deleted') await store.forget(meetingId)
		else await store.close(meetingId, clock.now())
		onClosed(meetingId, firstReason)
		if (room && rooms.delete(room)) await disconnectAll(room, firstReason)
		if (isFromOutside && reason !== 'deleted') note(meetingId, 'ended', { detail: reason })
	}

	async function disconnectAll(room: OpenRoom, reason: CloseReason): Promise<void> {
		const { meetingId } = room
		onClosing(room, reason)
		send(room.connections(), 'room.closed', [{ reason }], true)
		for (const participant of room.participants) {
			visits.end(room, participant)
			// Calls that still wait for the database find the room empty.
			room.removeParticipant(participant.identity.participantId)
			if (reason !== 'deleted') note(meetingId, 'left', { actor: personOf(participant), detail: 'ended' })
		}
		await engine.endRoom(meetingId)
		log.info({ meetingId, reason }, 'room closed')
	}

	/** Ends meetings whose time is up once their room is empty (ROOM-46); those whose room another node has are left to it. */
	async function endOverdue(now: Instant): Promise<void> {
		for (const meetingId of await meetings.findOverdue(now))
			if (!rooms.get(meetingId) && (await roomNodes.claim(meetingId))) await end(meetingId)
	}

	/**
	 * Closes rooms whose meeting ended on another node that could not tell this one (NODE-16), or whose end could not be stored.
	 */
	async function closeEnded(): Promise<void> {
		for (const room of [...rooms.all()]) {
			const meeting = await meetings.find(room.meetingId)
			if (!meeting) await close(room.meetingId, 'deleted')
			else if (hasEnded(room, meeting) || (await store.closedAt(room.meetingId)) !== room.lastClosedAt)
				await close(room.meetingId, 'ended')
		}
	}

	/** A node may have failed after it stored that the meeting has ended, before it closed the room; the next one of a series is another one. */
	const hasEnded = ({ startedAt }: OpenRoom, meeting: RoomMeeting): boolean =>
		meeting.over || meeting.startedAt !== startedAt

	return { end, close, endOverdue, closeEnded }
}

import type { Instant, MeetingId } from '@parley/core'
import { type Participant, type ParticipantId, roomLimits, type SendingState } from '@parley/room'
import type { ParticipantIdentity } from './resumeToken.ts'

/** Somebody inside, by the socket they came in on. */
export interface ParticipantConnection {
	meetingId: MeetingId
	participantId: ParticipantId
	connection: string
}

/** A place in the room. Without a connection it is kept for a while (ROOM-20). */
export interface Seat {
	identity: ParticipantIdentity
	sending: SendingState
	connection: { id: string } | { goneAt: Instant }
}

/** A room with people in it, in memory: who sits where. */
export class LiveRoom {
	readonly meetingId: MeetingId
	readonly topic: string
	readonly startedAt: Instant
	locked: boolean
	/** Once closed nobody comes in any more, whatever they hold. */
	closed = false
	/** Sent out while it is open; the store knows too, but asking it takes a moment in which somebody could slip in. */
	readonly removed = new Set<string>()
	readonly #seats = new Map<ParticipantId, Seat>()

	constructor(meeting: { meetingId: MeetingId; topic: string; startedAt: Instant; locked: boolean }) {
		this.meetingId = meeting.meetingId
		this.topic = meeting.topic
		this.startedAt = meeting.startedAt
		this.locked = meeting.locked
	}

	get participantCount(): number {
		return this.#seats.size
	}

	get hasHost(): boolean {
		return this.seats.some(seat => seat.identity.host)
	}

	get seats(): Seat[] {
		return [...this.#seats.values()]
	}

	get roster(): Participant[] {
		return this.seats.map(present)
	}

	seat(participantId: ParticipantId): Seat | undefined {
		return this.#seats.get(participantId)
	}

	setSeat(seat: Seat): void {
		this.#seats.set(seat.identity.participantId, seat)
	}

	removeSeat(participantId: ParticipantId): void {
		this.#seats.delete(participantId)
	}

	/** Sockets to reach everybody, or everybody but one. */
	connections(except?: ParticipantId): string[] {
		return this.seats.flatMap(({ identity, connection }) =>
			'id' in connection && identity.participantId !== except ? [connection.id] : [],
		)
	}

	/** Those whose place was kept long enough. */
	expiredSeats(now: Instant): Seat[] {
		return this.seats.filter(
			({ connection }) => 'goneAt' in connection && now - connection.goneAt >= roomLimits.reconnectGraceMs,
		)
	}
}

/** A seat as everybody may see it. */
export const present = ({ identity, sending, connection }: Seat): Participant => ({
	id: identity.participantId,
	name: identity.name,
	host: identity.host,
	sending,
	present: 'id' in connection,
})

import type { Instant, MeetingId } from '@parley/core'
import { type Participant, type ParticipantId, roomLimits, type SendingState } from '@parley/room'
import type { ParticipantIdentity } from './resumeToken.ts'

/** A participant and the connection they entered with. */
export interface ParticipantConnection {
	meetingId: MeetingId
	participantId: ParticipantId
	connection: string
}

/** A participant in the room. Without a connection the seat is held for a while (ROOM-20). */
export interface Seat {
	identity: ParticipantIdentity
	sending: SendingState
	connection: { id: string } | { goneAt: Instant }
}

/** An open room in memory: its participants and state. */
export class LiveRoom {
	readonly meetingId: MeetingId
	readonly topic: string
	readonly startedAt: Instant
	locked: boolean
	/** Once closed nobody can enter, whatever ticket or token they have. */
	closed = false
	/** Removed while the room is open; stored too, but a query takes time in which a removed person could enter again. */
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

	/** Connections of all participants, or of all but one. */
	connections(except?: ParticipantId): string[] {
		return this.seats.flatMap(({ identity, connection }) =>
			'id' in connection && identity.participantId !== except ? [connection.id] : [],
		)
	}

	/** Seats that were held long enough. */
	expiredSeats(now: Instant): Seat[] {
		return this.seats.filter(
			({ connection }) => 'goneAt' in connection && now - connection.goneAt >= roomLimits.reconnectGraceMs,
		)
	}
}

/** A seat as other participants see it. */
export const present = ({ identity, sending, connection }: Seat): Participant => ({
	id: identity.participantId,
	name: identity.name,
	host: identity.host,
	sending,
	present: 'id' in connection,
})

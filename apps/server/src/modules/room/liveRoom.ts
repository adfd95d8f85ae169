import type { Instant, MeetingId } from '@parley/core'
import { type Participant, type ParticipantId, roomLimits, type SendingState } from '@parley/room'
import type { ParticipantIdentity } from './resumeToken.ts'

/** A participant and the connection they entered with. */
export interface ParticipantConnection {
	meetingId: MeetingId
	participantId: ParticipantId
	connection: string
}

/** A participant in the room. Without a connection they stay in it for the grace period (ROOM-20). */
export interface LiveParticipant {
	identity: ParticipantIdentity
	sending: SendingState
	connection: { id: string } | { disconnectedAt: Instant }
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
	readonly #participants = new Map<ParticipantId, LiveParticipant>()

	constructor(meeting: { meetingId: MeetingId; topic: string; startedAt: Instant; locked: boolean }) {
		this.meetingId = meeting.meetingId
		this.topic = meeting.topic
		this.startedAt = meeting.startedAt
		this.locked = meeting.locked
	}

	get participantCount(): number {
		return this.#participants.size
	}

	get hasHost(): boolean {
		return this.participants.some(participant => participant.identity.host)
	}

	get participants(): LiveParticipant[] {
		return [...this.#participants.values()]
	}

	get roster(): Participant[] {
		return this.participants.map(toParticipant)
	}

	participant(participantId: ParticipantId): LiveParticipant | undefined {
		return this.#participants.get(participantId)
	}

	setParticipant(participant: LiveParticipant): void {
		this.#participants.set(participant.identity.participantId, participant)
	}

	removeParticipant(participantId: ParticipantId): void {
		this.#participants.delete(participantId)
	}

	/** Connections of all participants, or of all but one. */
	connections(except?: ParticipantId): string[] {
		return this.participants.flatMap(({ identity, connection }) =>
			'id' in connection && identity.participantId !== except ? [connection.id] : [],
		)
	}

	/** Participants who have been disconnected for longer than the grace period. */
	expiredParticipants(now: Instant): LiveParticipant[] {
		return this.participants.filter(
			({ connection }) =>
				'disconnectedAt' in connection && now - connection.disconnectedAt >= roomLimits.reconnectGraceMs,
		)
	}
}

/** A participant as the others see them. */
export const toParticipant = ({ identity, sending, connection }: LiveParticipant): Participant => ({
	id: identity.participantId,
	name: identity.name,
	host: identity.host,
	sending,
	connected: 'id' in connection,
})

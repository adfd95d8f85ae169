import { type Instant, type MeetingId, ok, type Result, refused } from '@parley/core'
import type { GatewayRefusal, ParticipantId, QualityReport } from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import type { OpenRoom, ParticipantConnection, RoomParticipant } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'

/** One stay of a person in a room, which reconnects continue; whoever comes back later has another one. */
export interface RoomVisit {
	participantId: ParticipantId
	meetingId: MeetingId
	siteId: string
	personKey: string
	userId: string | null
	name: string
	/** Start of the meeting, for a series of this occurrence. */
	heldAt: Instant
	joinedAt: Instant
}

export type VisitEvent =
	| { type: 'began'; at: Instant; visit: RoomVisit }
	| { type: 'ended'; at: Instant; visit: RoomVisit }
	| { type: 'reported'; at: Instant; visit: RoomVisit; report: QualityReport }

/** Publishes the visits to rooms, and what the pages of participants report about their lines (ROOM-168). */
export function createVisits(clock: Clock) {
	const listeners = new Set<(event: VisitEvent) => void>()
	const publish = (event: VisitEvent) => {
		for (const listener of listeners) listener(event)
	}
	/** Participants keep the time of their first entry; these are the times of their last. */
	const beginnings = new WeakMap<OpenRoom, Map<ParticipantId, Instant>>()
	const visitOf = (room: OpenRoom, { identity, name, joinedAt }: RoomParticipant): RoomVisit => ({
		participantId: identity.participantId,
		meetingId: room.meetingId,
		siteId: identity.siteId,
		personKey: identity.personKey,
		userId: identity.userId,
		name,
		heldAt: room.startedAt,
		joinedAt: beginnings.get(room)?.get(identity.participantId) ?? joinedAt,
	})
	return {
		begin(room: OpenRoom, participant: RoomParticipant): void {
			const inRoom = beginnings.get(room) ?? new Map<ParticipantId, Instant>()
			beginnings.set(room, inRoom.set(participant.identity.participantId, clock.now()))
			publish({ type: 'began', at: clock.now(), visit: visitOf(room, participant) })
		},
		end(room: OpenRoom, participant: RoomParticipant): void {
			publish({ type: 'ended', at: clock.now(), visit: visitOf(room, participant) })
			beginnings.get(room)?.delete(participant.identity.participantId)
		},
		/** Returns the visit of a connection: a page reports about its own only. */
		find(
			{ findParticipant }: Pick<OpenRooms, 'findParticipant'>,
			caller: ParticipantConnection,
		): Result<RoomVisit, GatewayRefusal> {
			const { room, participant } = findParticipant(caller) ?? {}
			return room && participant ? ok(visitOf(room, participant)) : refused('not.entered')
		},
		report(visit: RoomVisit, report: QualityReport): void {
			publish({ type: 'reported', at: clock.now(), visit, report })
		},
		onVisit: (listener: (event: VisitEvent) => void): void => void listeners.add(listener),
	}
}
export type Visits = ReturnType<typeof createVisits>

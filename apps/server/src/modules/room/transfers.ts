import { type Instant, MeetingId, ok, type Result, refused } from '@parley/core'
import { isPermitted, type ParticipantId, type RoleRefusal, roomLimits, type TransferTicket } from '@parley/room'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, type Ids } from '../../platform/ids.ts'
import type { ParticipantConnection, RoomParticipant } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'

interface TransfersDeps {
	rooms: Pick<OpenRooms, 'findParticipant' | 'get'>
	clock: Clock
	ids: Ids
}

interface Transfer {
	caller: Pick<ParticipantConnection, 'meetingId' | 'participantId'>
	expiresAt: Instant
	isUsed: boolean
}

/** The page shows a new ticket before the last one expires, which a person may just have scanned. */
const maxPerPerson = 3

/** No join ticket contains this character. */
const separator = '.'

/** The meeting that a ticket of this kind names, so that it leads to the node of the room; undefined for join tickets. */
export function meetingOfTransfer(ticket: string): MeetingId | undefined {
	const named = v.safeParse(MeetingId, ticket.split(separator)[0])
	return named.success && ticket.includes(separator) ? named.output : undefined
}

/**
 * Tickets with which another device takes a person's place in the room (ROOM-210): the meeting and 256 random bits, of which the
 * hash is kept in memory. One of them is valid once, for two minutes, and while the person is in the room.
 */
export function createTransfers({ rooms, clock, ids }: TransfersDeps) {
	/** By the hash of the ticket, the oldest first. */
	const transfers = new Map<string, Transfer>()

	const transfersOf = (participantId: ParticipantId) =>
		[...transfers].filter(([, { caller }]) => caller.participantId === participantId)

	/** An expired ticket is known for as long again, so that its user reads why it is refused. */
	function removeOld(participantId: ParticipantId): void {
		for (const [hash, { expiresAt }] of transfers)
			if (clock.now() - expiresAt > roomLimits.transferLifetimeMs) transfers.delete(hash)
		for (const [hash] of transfersOf(participantId).slice(0, 1 - maxPerPerson)) transfers.delete(hash)
	}

	return {
		createTransfer(caller: ParticipantConnection): Result<TransferTicket, RoleRefusal> {
			const { room, participant } = rooms.findParticipant(caller) ?? {}
			if (!room || !participant || !isPermitted(participant.role, 'transfer', room.permissions))
				return refused('role.not-allowed')
			const { meetingId, participantId } = caller
			removeOld(participantId)
			const ticket = meetingId + separator + ids.secret()
			const expiresAt = clock.now() + roomLimits.transferLifetimeMs
			transfers.set(hashToken(ticket), { caller: { meetingId, participantId }, expiresAt, isUsed: false })
			return ok({ ticket, expiresInMs: roomLimits.transferLifetimeMs })
		},
		/** Returns the participant whose place is taken; undefined for a ticket of another kind. */
		redeem(ticket: string): Result<RoomParticipant, 'ticket.used' | 'ticket.expired'> | undefined {
			const transfer = transfers.get(hashToken(ticket))
			if (!transfer) return undefined
			if (transfer.isUsed) return refused('ticket.used')
			const { meetingId, participantId } = transfer.caller
			const room = rooms.get(meetingId)
			const participant = room?.participant(participantId)
			if (!room || !participant || clock.now() >= transfer.expiresAt) return refused('ticket.expired')
			// The host may have withdrawn it meanwhile.
			if (!isPermitted(participant.role, 'transfer', room.permissions)) return refused('ticket.expired')
			for (const [, other] of transfersOf(participantId)) other.isUsed = true
			return ok(participant)
		},
	}
}
export type Transfers = ReturnType<typeof createTransfers>

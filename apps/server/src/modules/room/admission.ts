import { ok, type Result, refused } from '@parley/core'
import { type EnterRefusal, type EnterRequest, ParticipantId, type SendingState } from '@parley/room'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { JoinTickets } from './joinTickets.ts'
import type { MeetingPort } from './meetingPort.ts'
import type { OpenRoom } from './openRoom.ts'
import { enterRefusal } from './policy.ts'
import type { Removals } from './removals.ts'
import { type ParticipantIdentity, verifyResumeToken } from './resumeToken.ts'
import type { RightsPort } from './rightsPort.ts'
import type { RoomStore, TicketRow } from './store.ts'

export interface AdmissionDeps {
	store: RoomStore
	meetings: MeetingPort
	rights: RightsPort
	removals: Removals
	tickets: JoinTickets
	clock: Clock
	ids: Ids
	secret: Uint8Array
	capacity: number
}

/** A participant with a valid ticket or resume token. */
export interface AdmittedParticipant {
	identity: ParticipantIdentity
	/** Devices chosen on the join screen. */
	wants: SendingState
	/** Sources they are already sending. */
	sending: SendingState
	returning: boolean
}

export type Admission = ReturnType<typeof createAdmission>

/** Decides who may enter: checks the ticket or token first, then the meeting, then the room. */
export function createAdmission({
	store,
	meetings,
	rights,
	removals,
	tickets,
	clock,
	ids,
	secret,
	capacity,
}: AdmissionDeps) {
	async function admitByTicket(ticket: string): Promise<Result<AdmittedParticipant, EnterRefusal>> {
		const redeemed = await tickets.redeem(ticket)
		if (!redeemed.ok) return redeemed
		const { microphone, camera } = redeemed.value
		const participantId = v.parse(ParticipantId, ids.row('p'))
		const identity = { ...identityOf(redeemed.value), participantId, enteredAt: clock.now() }
		const sending = { microphone: false, camera: false }
		return ok({ identity, wants: { microphone, camera }, sending, returning: false })
	}

	async function admitByResumeToken(
		token: string,
		sending: SendingState,
	): Promise<Result<AdmittedParticipant, EnterRefusal>> {
		const identity = await verifyResumeToken(token, secret, clock.now())
		if (!identity) return refused('resume.invalid')
		const closedAt = await store.closedAt(identity.meetingId)
		if (closedAt !== undefined && identity.enteredAt <= closedAt) return refused('room.ended')
		return ok({ identity, wants: sending, sending, returning: true })
	}

	/** Checked before the room is opened, so that a refused participant starts no meeting (ROOM-05). */
	async function meetingRefusal({ identity, returning }: AdmittedParticipant): Promise<EnterRefusal | undefined> {
		const meeting = await meetings.find(identity.meetingId)
		const removed = await removals.isRemoved(identity.meetingId, identity, returning)
		const { locked, over } = meeting ?? { locked: false, over: true }
		return enterRefusal({ over, removed, locked, host: identity.host, returning, ...emptyRoom })
	}

	return {
		async admit(entry: EnterRequest): Promise<Result<AdmittedParticipant, EnterRefusal>> {
			const admitted =
				entry.kind === 'ticket'
					? await admitByTicket(entry.ticket)
					: await admitByResumeToken(entry.token, entry.sending)
			if (!admitted.ok) return admitted
			const refusal = await meetingRefusal(admitted.value)
			if (refusal) return refused(refusal)
			const { identity } = admitted.value
			const revoked = await rights.findRevoked(identity.meetingId, [identity])
			return revoked.length > 0 ? refused('access.ended') : admitted
		},
		/** Nothing is awaited between this check and adding the participant, so two at once cannot both be the last. */
		roomRefusal(room: OpenRoom, { identity, returning }: AdmittedParticipant): EnterRefusal | undefined {
			const { closed: over, locked, participantCount, hasHost } = room
			const { participantId } = identity
			const host = room.shownAs(identity).role === 'host'
			const removed = room.isRemoved(identity, returning)
			const ownCount = room.countOf(identity.personKey)
			const isInRoom = room.participant(participantId) !== undefined
			return enterRefusal({
				over,
				removed,
				locked,
				host,
				returning,
				isInRoom,
				participantCount,
				capacity,
				hasHost,
				ownCount,
			})
		},
	}
}

const identityOf = ({
	meetingId,
	siteId,
	userId,
	sessionId,
	personKey,
	addressKey,
	passwordProof,
	displayName,
	host,
}: TicketRow) => ({
	meetingId,
	siteId,
	userId,
	sessionId,
	personKey,
	addressKey,
	passwordProof,
	name: displayName,
	host,
})

/** Before the room is open it has no participants. */
const emptyRoom = { isInRoom: false, participantCount: 0, capacity: 1, hasHost: true, ownCount: 0 }

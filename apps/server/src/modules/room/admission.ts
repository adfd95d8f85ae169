import { type MeetingId, ok, type Result, refused } from '@parley/core'
import {
	canDo,
	type DeniedAnswer,
	type EnterRefusal,
	type EnterRequest,
	isManager,
	ParticipantId,
	type ParticipantRole,
	roomLimits,
	type SendingState,
} from '@parley/room'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { JoinTickets } from './joinTickets.ts'
import type { MeetingPort, RoomMeeting } from './meetingPort.ts'
import type { OpenRoom, RoomParticipant } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import { enterRefusal, initialRole } from './policy.ts'
import type { RemovalRules } from './removalRules.ts'
import { type ParticipantIdentity, type TokenKind, verifyResumeToken } from './resumeToken.ts'
import type { RightsPort } from './rightsPort.ts'
import type { RoomStore, StoredDecision, TicketRow } from './store.ts'
import type { Transfers } from './transfers.ts'

export interface AdmissionDeps {
	rooms: Pick<OpenRooms, 'get'>
	store: RoomStore
	meetings: MeetingPort
	rights: RightsPort
	removals: RemovalRules
	tickets: JoinTickets
	transfers: Pick<Transfers, 'redeem'>
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
	/** They wait until a host lets them in. */
	mustWait: boolean
}

/** A person with a valid ticket or token, before the meeting is looked at. */
type IdentifiedPerson = Omit<AdmittedParticipant, 'mustWait'> & { token: TokenKind | 'none' }

export type Admission = ReturnType<typeof createAdmission>

/** Decides who may enter: checks the ticket or token first, then the meeting, then the room. */
export function createAdmission({
	rooms,
	store,
	meetings,
	rights,
	removals,
	tickets,
	transfers,
	clock,
	ids,
	secret,
	capacity,
}: AdmissionDeps) {
	async function admitByTicket(ticket: string): Promise<Result<IdentifiedPerson, EnterRefusal>> {
		const transferred = transfers.redeem(ticket)
		if (transferred) return transferred.ok ? ok(admitByTransfer(transferred.value)) : transferred
		const redeemed = await tickets.redeem(ticket)
		if (!redeemed.ok) return redeemed
		const { microphone, camera } = redeemed.value
		const participantId = v.parse(ParticipantId, ids.row('p'))
		const identity = { ...identityOf(redeemed.value), participantId, enteredAt: clock.now() }
		const sending = { microphone: false, camera: false }
		return ok({ identity, wants: { microphone, camera }, sending, returning: false, token: 'none' })
	}

	/** Another device of the same person takes their place, with the devices that are on (ROOM-210). */
	function admitByTransfer({ identity, sending }: RoomParticipant): IdentifiedPerson {
		return {
			identity,
			wants: sending,
			sending: { microphone: false, camera: false },
			returning: true,
			token: 'admitted',
		}
	}

	/** Returns the person of a resume token, who is a participant or waits. */
	async function identify(token: string) {
		const participant = await verifyResumeToken(token, secret, clock.now())
		const identity = participant ?? (await verifyResumeToken(token, secret, clock.now(), 'waiting'))
		return { identity, isParticipant: participant !== undefined }
	}

	async function admitByResumeToken(
		token: string,
		sending: SendingState,
	): Promise<Result<IdentifiedPerson, EnterRefusal>> {
		const { identity, isParticipant } = await identify(token)
		if (!identity) return refused('resume.invalid')
		const closedAt = await store.closedAt(identity.meetingId)
		if (closedAt !== undefined && identity.enteredAt <= closedAt) return refused('room.ended')
		const person = { identity, wants: sending, returning: true }
		if (isParticipant) return ok({ ...person, sending, token: 'admitted' })
		return ok({ ...person, sending: { microphone: false, camera: false }, token: 'waiting' })
	}

	/** The role that a person will have, whether their room is open or not. */
	async function roleOf(identity: ParticipantIdentity): Promise<ParticipantRole> {
		const room = rooms.get(identity.meetingId)
		if (room) return room.shownAs(identity).role
		const known = (await store.findPeople(identity.meetingId)).get(identity.personKey)
		return known?.role ?? initialRole(identity)
	}

	/** Returns whether a person has been in the room since it was opened, or was given a role there that runs the meeting (ROOM-33). */
	async function isKnown(meetingId: MeetingId, personKey: string): Promise<boolean> {
		const room = rooms.get(meetingId)
		if (room) return room.isKnown(personKey)
		const role = (await store.findPeople(meetingId)).get(personKey)?.role
		return role ? isManager(role) : false
	}

	/** A decision of the hosts about a person comes before the rule of the meeting (ROOM-142 to ROOM-145). */
	async function waitingOf({ identity, token }: IdentifiedPerson): Promise<'enters' | 'waits' | StoredDecision> {
		const { meetingId, personKey } = identity
		if (canDo(await roleOf(identity), 'admit-people')) return 'enters'
		const decided = await store.findDecision(meetingId, personKey)
		const decision = decided?.decision
		if (decision === 'admitted') return 'enters'
		if (decided?.decision === 'denied' && askAgainInMs(decided) > 0) return decided
		if (decision === 'returned' || token === 'waiting') return 'waits'
		const isInside = token === 'admitted' || (rooms.get(meetingId)?.countOf(personKey) ?? 0) > 0
		if (isInside) return 'enters'
		const mustWait = (await rights.mustWait(meetingId, identity)) || (await removals.sharesRemovedAddress(identity))
		return mustWait ? 'waits' : 'enters'
	}

	const askAgainInMs = ({ decidedAt }: StoredDecision): number => decidedAt + roomLimits.askAgainMs - clock.now()

	const denialOf = (decided: StoredDecision, meeting: RoomMeeting | undefined): DeniedAnswer => ({
		ok: false,
		failure: 'entry.denied',
		denial: {
			topic: meeting?.topic ?? '',
			hostName: meeting?.hostName ?? '',
			message: decided.message,
			askAgainInMs: askAgainInMs(decided),
		},
	})

	/** Checked before the room is opened, so that a refused participant starts no meeting (ROOM-05). */
	async function meetingRefusal(
		{ identity, returning }: IdentifiedPerson,
		meeting: RoomMeeting | undefined,
	): Promise<EnterRefusal | undefined> {
		const removed = await removals.isRemoved(identity.meetingId, identity.personKey)
		const { locked, over } = meeting ?? { locked: false, over: true }
		const isReturning = returning || (locked && (await isKnown(identity.meetingId, identity.personKey)))
		return enterRefusal({ over, removed, locked, host: identity.host, returning: isReturning, ...emptyRoom })
	}

	return {
		isKnown,
		/** Returns the meeting that a person asks to enter, as long as ticket or token name one, and uses neither. */
		async meetingOf(entry: EnterRequest): Promise<MeetingId | undefined> {
			if (entry.kind === 'ticket') return await tickets.meetingOf(entry.ticket)
			return (await identify(entry.token)).identity?.meetingId
		},
		async admit(entry: EnterRequest): Promise<Result<AdmittedParticipant, EnterRefusal> | DeniedAnswer> {
			const admitted =
				entry.kind === 'ticket'
					? await admitByTicket(entry.ticket)
					: await admitByResumeToken(entry.token, entry.sending)
			if (!admitted.ok) return admitted
			const { identity, wants, sending, returning } = admitted.value
			const meeting = await meetings.find(identity.meetingId)
			const refusal = await meetingRefusal(admitted.value, meeting)
			if (refusal) return refused(refusal)
			const revoked = await rights.findRevoked(identity.meetingId, [identity])
			if (revoked.length > 0) return refused('access.ended')
			const waiting = await waitingOf(admitted.value)
			if (typeof waiting === 'object') return denialOf(waiting, meeting)
			return ok({ identity, wants, sending, returning, mustWait: waiting === 'waits' })
		},
		/** Nothing is awaited between this check and adding the participant, so two at once cannot both be the last. */
		roomRefusal(
			room: OpenRoom,
			{ identity, returning }: Pick<AdmittedParticipant, 'identity' | 'returning'>,
		): EnterRefusal | undefined {
			const { closed: over, locked, participantCount, hasHost } = room
			const { participantId } = identity
			// A person with the rights of the host who has become co-host in the room is not kept out either.
			const { role } = room.shownAs(identity)
			const host = role === 'host' || (identity.host && isManager(role))
			const removed = room.isRemoved(identity.personKey)
			const ownCount = room.countOf(identity.personKey)
			const isInRoom = room.participant(participantId) !== undefined
			return enterRefusal({
				over,
				removed,
				locked,
				host,
				returning: returning || room.isKnown(identity.personKey),
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

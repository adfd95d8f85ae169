import { ok, type Result, refused } from '@parley/core'
import { type EnterRefusal, type EnterRequest, ParticipantId, type SendingState } from '@parley/room'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { LiveRoom } from './liveRoom.ts'
import type { MeetingDoor } from './meetingDoor.ts'
import { refusalAtTheDoor } from './policy.ts'
import { type Identity, readResume } from './resumeToken.ts'
import type { RoomStore } from './store.ts'
import type { TicketOffice } from './tickets.ts'

export interface AdmissionDeps {
	store: RoomStore
	meetings: MeetingDoor
	tickets: TicketOffice
	clock: Clock
	ids: Ids
	secret: Uint8Array
	places: number
}

/** Somebody whose papers are in order. */
export interface Newcomer {
	identity: Identity
	/** What they wanted switched on. */
	wants: SendingState
	/** What is switched on already. */
	sending: SendingState
	returning: boolean
}

export type Admission = ReturnType<typeof admission>

/** Who may come in: papers first, then the meeting, at last the room itself. */
export function admission({ store, meetings, tickets, clock, ids, secret, places }: AdmissionDeps) {
	async function byTicket(ticket: string): Promise<Result<Newcomer, EnterRefusal>> {
		const redeemed = await tickets.redeem(ticket)
		if (!redeemed.ok) return redeemed
		const { meetingId, siteId, userId, personKey, displayName: name, host, microphone, camera } = redeemed.value
		const participantId = v.parse(ParticipantId, ids.row('p'))
		const identity = { participantId, meetingId, siteId, userId, personKey, name, host, enteredAt: clock.now() }
		const sending = { microphone: false, camera: false }
		return ok({ identity, wants: { microphone, camera }, sending, returning: false })
	}

	async function byResume(token: string, sending: SendingState): Promise<Result<Newcomer, EnterRefusal>> {
		const identity = await readResume(token, secret, clock.now())
		if (!identity) return refused('resume.invalid')
		const closedAt = await store.closedAt(identity.meetingId)
		if (closedAt !== undefined && identity.enteredAt <= closedAt) return refused('room.ended')
		return ok({ identity, wants: sending, sending, returning: true })
	}

	/** Asked before the room is opened: nobody who is turned away starts a meeting (ROOM-05). */
	async function refusalOfMeeting({ identity, returning }: Newcomer): Promise<EnterRefusal | undefined> {
		const meeting = await meetings.find(identity.meetingId)
		const removed = await store.isRemoved(identity.meetingId, identity.personKey)
		const { locked, over } = meeting ?? { locked: false, over: true }
		return refusalAtTheDoor({ over, removed, locked, host: identity.host, returning, ...nobodyYet })
	}

	return {
		async admit(entry: EnterRequest): Promise<Result<Newcomer, EnterRefusal>> {
			const papers = entry.by === 'ticket' ? await byTicket(entry.ticket) : await byResume(entry.token, entry.sending)
			if (!papers.ok) return papers
			const refusal = await refusalOfMeeting(papers.value)
			return refusal ? refused(refusal) : papers
		},
		/** Asked with the room in hand and nothing awaited until the seat is taken: two at once cannot both be the last. */
		refusalOfRoom(room: LiveRoom, { identity, returning }: Newcomer): EnterRefusal | undefined {
			const { closed: over, locked, headcount } = room
			const { host, participantId, personKey } = identity
			const removed = room.removed.has(personKey)
			const seated = room.seat(participantId) !== undefined
			return refusalAtTheDoor({ over, removed, locked, host, returning, seated, headcount, capacity: places })
		},
	}
}

/** Nobody is counted before the room is open. */
const nobodyYet = { seated: false, headcount: 0, capacity: 1 }

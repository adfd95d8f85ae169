import { type MeetingId, ok, type Result, refused } from '@parley/core'
import { type EnterRefusal, roomLimits } from '@parley/room'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, type Ids } from '../../platform/ids.ts'
import type { RoomStore, TicketRow } from './store.ts'

/** Result of a join. */
export interface TicketRequest {
	meetingId: MeetingId
	siteId: string
	userId: string | null
	sessionId: string | null
	/** Key that is the same for every join of a person to this meeting; removals are stored under it. */
	personKey: string
	/** Address key of guests: removals are stored under it, too, so that a new cookie does not readmit them. */
	addressKey: string | null
	/** Proof of the password that was needed to join in this role. */
	passwordProof: string | null
	displayName: string
	host: boolean
	audio: boolean
	video: boolean
}

/** Each takes about 200 bytes. */
const maxIssued = 10_000

export interface JoinTicketDeps {
	store: RoomStore
	clock: Clock
	ids: Ids
}

export type JoinTickets = ReturnType<typeof createJoinTickets>

/** Join tickets: 256 random bits, stored as a fingerprint, valid once and for a minute (ROOM-01 to ROOM-03). */
export function createJoinTickets({ store, clock, ids }: JoinTicketDeps) {
	/** The meetings of the latest tickets of this server, by hash: most people enter over the server that they joined over. */
	const issued = new LRUCache<string, MeetingId>({ max: maxIssued })

	async function issue({ audio, video, ...person }: TicketRequest): Promise<{ ticket: string }> {
		const ticket = ids.secret()
		const hash = hashToken(ticket)
		const expiresAt = clock.now() + roomLimits.ticketLifetimeMs
		issued.set(hash, person.meetingId)
		await store.insertTicket({
			...person,
			hash,
			microphone: audio,
			camera: video,
			expiresAt,
			usedAt: null,
		})
		return { ticket }
	}

	async function redeem(ticket: string): Promise<Result<TicketRow, EnterRefusal>> {
		const hash = hashToken(ticket)
		const redeemed = await store.redeemTicket(hash, clock.now())
		return redeemed ? ok(redeemed) : refused(await ticketRefusal(hash))
	}

	async function ticketRefusal(hash: string): Promise<EnterRefusal> {
		const known = await store.findTicket(hash)
		if (!known) return 'ticket.unknown'
		return known.usedAt === null ? 'ticket.expired' : 'ticket.used'
	}

	/** Returns the meeting of a ticket, valid or not; undefined for an unknown one. */
	async function meetingOf(ticket: string): Promise<MeetingId | undefined> {
		const hash = hashToken(ticket)
		return issued.get(hash) ?? (await store.findTicket(hash))?.meetingId
	}

	/** Makes a ticket valid again whose entry was undone. */
	const restore = (ticket: string) => store.restoreTicket(hashToken(ticket))

	return { issue, meetingOf, redeem, restore }
}

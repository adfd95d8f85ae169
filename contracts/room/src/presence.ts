import { MeetingId, type Result } from '@parley/core'
import * as v from 'valibot'
import { MediaGrant, MediaSource } from './grant.ts'
import { ParticipantId } from './ids.ts'

/** Microphone and camera as everybody else sees them. */
export const SendingState = v.object({ microphone: v.boolean(), camera: v.boolean() })
export type SendingState = v.InferOutput<typeof SendingState>

/** One row of the roster. */
export const Participant = v.object({
	id: ParticipantId,
	name: v.string(),
	host: v.boolean(),
	sending: SendingState,
	/** False while their socket is away and their place is kept (ROOM-20). */
	present: v.boolean(),
})
export type Participant = v.InferOutput<typeof Participant>

/** How somebody proves they may come in: a ticket once, the resume token ever after. */
export const EnterRequest = v.variant('by', [
	v.object({ by: v.literal('ticket'), ticket: v.pipe(v.string(), v.maxLength(128)) }),
	v.object({ by: v.literal('resume'), token: v.pipe(v.string(), v.maxLength(2048)), sending: SendingState }),
])
export type EnterRequest = v.InferOutput<typeof EnterRequest>

/** The answer to `enter`: the room as it stands, and what is needed to stay in it. */
export const EnterResult = v.object({
	self: ParticipantId,
	meetingId: MeetingId,
	topic: v.string(),
	locked: v.boolean(),
	/** When the first person came in, and the server's clock now: the elapsed time is the difference. */
	startedAt: v.number(),
	now: v.number(),
	/** Microphone and camera as chosen on the join screen. */
	wants: SendingState,
	roster: v.array(Participant),
	resumeToken: v.string(),
	/** Nothing while the engine is away; ask `media.grant` then. */
	grant: v.nullable(MediaGrant),
})
export type EnterResult = v.InferOutput<typeof EnterResult>

/** Why nobody gets in with this ticket or token. */
export type EnterRefusal =
	| 'ticket.unknown'
	| 'ticket.used'
	| 'ticket.expired'
	| 'resume.invalid'
	| 'room.ended'
	| 'room.full'
	| 'room.locked'
	| 'participant.removed'

/** Refusals any call can meet at the edge, before its own are looked at. */
export type GatewayRefusal = 'input.invalid' | 'not.entered' | 'calls.too-many' | 'server.broken'

export type HostRefusal = 'host.only'
export type TargetRefusal = HostRefusal | 'participant.missing' | 'participant.self'

/** Why a participant is sent out, in the server's words; the page owns the sentence. */
export type CloseReason = 'ended-by-host' | 'ended' | 'deleted' | 'removed' | 'elsewhere'

/** How somebody left. */
export type LeaveReason = 'choice' | 'lost' | 'removed'

export type PresenceResult<T, F extends string = never> = Result<T, F | GatewayRefusal>
type Ack<T, F extends string = never> = (answer: PresenceResult<T, F>) => void

/** Calls of the `/room` namespace; every one is acknowledged. */
export interface PresenceCalls {
	enter(input: EnterRequest, ack: Ack<EnterResult, EnterRefusal>): void
	leave(input: null, ack: Ack<null>): void
	'sending.set'(input: SendingState, ack: Ack<null>): void
	'media.grant'(input: null, ack: Ack<MediaGrant, 'engine.away'>): void
	'room.lock'(input: { locked: boolean }, ack: Ack<null, HostRefusal>): void
	'room.end'(input: null, ack: Ack<null, HostRefusal>): void
	'participant.mute'(input: { participantId: ParticipantId; source: MediaSource }, ack: Ack<null, TargetRefusal>): void
	'participant.remove'(input: { participantId: ParticipantId }, ack: Ack<null, TargetRefusal>): void
}

/** What the edge lets through, per call. */
export const presenceInputs = {
	enter: EnterRequest,
	leave: v.null(),
	'sending.set': SendingState,
	'media.grant': v.null(),
	'room.lock': v.object({ locked: v.boolean() }),
	'room.end': v.null(),
	'participant.mute': v.object({ participantId: ParticipantId, source: MediaSource }),
	'participant.remove': v.object({ participantId: ParticipantId }),
} satisfies Record<keyof PresenceCalls, v.GenericSchema>

/** What the server tells everybody inside. */
export interface PresenceEvents {
	'participant.joined'(participant: Participant): void
	'participant.changed'(participant: Participant): void
	'participant.left'(who: { participantId: ParticipantId; by: LeaveReason }): void
	'room.locked'(news: { locked: boolean }): void
	/** The host turned one of your sources off; turning it on again is yours to do. */
	muted(news: { source: MediaSource }): void
	/** You are out; the socket is closed after this. */
	'room.closed'(news: { reason: CloseReason }): void
	/** The engine is there again after it was away: ask for a fresh grant. */
	'media.available'(): void
}

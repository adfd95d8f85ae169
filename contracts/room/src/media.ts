import type { Result } from '@parley/core'
import * as v from 'valibot'
import { MediaSource } from './grant.ts'
import { ParticipantId } from './ids.ts'

/** Payload types are fixed on every leg, so that packets are forwarded without mapping them. */
export const payloadTypes = { opus: 111, vp8: 96 } as const

/** A media line of the offer: one of yours to send on, or one that brings you somebody else's source. */
export const Slot = v.variant('role', [
	v.object({ role: v.literal('send'), mid: v.string(), source: MediaSource }),
	v.object({ role: v.literal('receive'), mid: v.string(), source: MediaSource, participantId: ParticipantId }),
])
export type Slot = v.InferOutput<typeof Slot>

/** `link` is the connection the page still holds, or nothing after a reload: then the engine starts a new one. */
export const HelloRequest = v.object({
	token: v.pipe(v.string(), v.maxLength(2048)),
	link: v.nullable(v.pipe(v.string(), v.maxLength(64))),
})
export type HelloRequest = v.InferOutput<typeof HelloRequest>

const Sdp = v.pipe(v.string(), v.maxLength(60_000))

export const Answer = v.object({ offer: v.pipe(v.number(), v.integer()), sdp: Sdp })
export type Answer = v.InferOutput<typeof Answer>

export const Candidate = v.object({
	candidate: v.pipe(v.string(), v.maxLength(1024)),
	mid: v.pipe(v.string(), v.maxLength(32)),
})
export type Candidate = v.InferOutput<typeof Candidate>

/** An offer of the engine. A `link` the page does not hold means: throw the old connection away and build a new one. */
export interface Offer {
	link: string
	offer: number
	sdp: string
	slots: Slot[]
}

export type HelloRefusal = 'grant.invalid' | 'engine.away' | 'room.full'
export type MediaGatewayRefusal = 'input.invalid' | 'calls.too-many' | 'server.broken'

/** Calls of the `/media` namespace; only `hello` is acknowledged. */
export interface MediaCalls {
	hello(input: HelloRequest, ack: (answer: Result<{ link: string }, HelloRefusal | MediaGatewayRefusal>) => void): void
	answer(input: Answer): void
	candidate(input: Candidate): void
	/** Packets of this source begin; also lifts a mute by the host. */
	published(input: { source: MediaSource }): void
	unpublished(input: { source: MediaSource }): void
}

/** What the edge lets through, per call. */
export const mediaInputs = {
	hello: HelloRequest,
	answer: Answer,
	candidate: Candidate,
	published: v.object({ source: MediaSource }),
	unpublished: v.object({ source: MediaSource }),
} satisfies Record<keyof MediaCalls, v.GenericSchema>

/** What the engine tells one connection. */
export interface MediaEvents {
	offer(offer: Offer): void
	/** Who is on which line now, when no new offer was needed. */
	slots(news: { link: string; slots: Slot[] }): void
	speaking(news: { participantId: ParticipantId; speaking: boolean }): void
	/** The connection is gone (engine restarted, media failed): ask for a fresh grant and say hello again. */
	lost(): void
}

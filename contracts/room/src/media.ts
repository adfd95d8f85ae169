import type { Result } from '@parley/core'
import * as v from 'valibot'
import { MediaSource } from './grant.ts'
import { ParticipantId } from './ids.ts'

/** RTP payload types, the same on every connection, so that packets are forwarded without mapping them. */
export const payloadTypes = { opus: 111, red: 63, vp8: 96, rtx: 97 } as const

/** A media line (m-line) of the offer: it either sends one's own source, or receives another participant's. */
export const Slot = v.variant('role', [
	v.object({ role: v.literal('send'), mid: v.string(), source: MediaSource }),
	v.object({ role: v.literal('receive'), mid: v.string(), source: MediaSource, participantId: ParticipantId }),
])
export type Slot = v.InferOutput<typeof Slot>

/** `connectionId` is the id of the connection the page still holds; after a reload it is null and the engine starts a new one. */
export const HelloRequest = v.object({
	token: v.pipe(v.string(), v.maxLength(2048)),
	connectionId: v.nullable(v.pipe(v.string(), v.maxLength(64))),
})
export type HelloRequest = v.InferOutput<typeof HelloRequest>

const Sdp = v.pipe(v.string(), v.maxLength(60_000))

/** The connection a message is for; one for an earlier connection of the socket is ignored. */
const connectionId = v.exactOptional(v.pipe(v.string(), v.maxLength(64)))

export const SdpAnswer = v.object({ connectionId, offerId: v.pipe(v.number(), v.integer()), sdp: Sdp })
export type SdpAnswer = v.InferOutput<typeof SdpAnswer>

export const Candidate = v.object({
	connectionId,
	candidate: v.pipe(v.string(), v.maxLength(1024)),
	mid: v.pipe(v.string(), v.maxLength(32)),
})
export type Candidate = v.InferOutput<typeof Candidate>

/** An offer of the engine. Where `connectionId` is not the connection the page holds, the page closes its own and builds a new one. */
export interface Offer {
	connectionId: string
	offerId: number
	sdp: string
	slots: Slot[]
}

/** A camera or screen of another participant. */
export interface PausedSource {
	participantId: ParticipantId
	source: MediaSource
}

/** Sizes in which a page shows cameras and screens: the height of the tile in device pixels, 0 for one that is hidden. */
export const ViewRequest = v.object({
	tiles: v.pipe(
		v.array(
			v.object({
				participantId: ParticipantId,
				source: MediaSource,
				height: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
			}),
		),
		v.maxLength(64),
	),
})
export type ViewRequest = v.InferOutput<typeof ViewRequest>

/** Says how well a participant's line carries the meeting, in both directions (ROOM-87). */
export type LineQuality = 'good' | 'fair' | 'poor'

export type HelloRefusal = 'grant.invalid' | 'engine.unavailable' | 'room.full'
/** Refusals of the gateway, before the call itself is looked at. */
export type MediaGatewayRefusal = 'input.invalid' | 'calls.too-many' | 'server.broken'

/** `engine.full`: too many pages prepare to join; the page connects after it is admitted. */
export type PrepareRefusal = 'engine.unavailable' | 'engine.full'

/** Calls of the `/media` namespace. `hello` and `prepare` are acknowledged. */
export interface MediaCalls {
	/**
	 * Connects to the engine before admission, once per socket. The connection carries no media and is not announced
	 * until `hello` names it together with a grant; it ends with the socket.
	 */
	prepare(
		input: null,
		ack: (answer: Result<{ connectionId: string }, PrepareRefusal | MediaGatewayRefusal>) => void,
	): void
	hello(
		input: HelloRequest,
		ack: (answer: Result<{ connectionId: string }, HelloRefusal | MediaGatewayRefusal>) => void,
	): void
	answer(input: SdpAnswer): void
	candidate(input: Candidate): void
	/** Packets of this source begin. Also lifts a mute by the host. */
	published(input: { source: MediaSource }): void
	unpublished(input: { source: MediaSource }): void
	/** Limits what is sent to this page; a camera or screen that it does not name is sent as well as possible (ROOM-86). */
	view(input: ViewRequest): void
}

/** Schema of the input of each call; the gateway refuses anything else. */
export const mediaInputs = {
	prepare: v.null(),
	hello: HelloRequest,
	answer: SdpAnswer,
	candidate: Candidate,
	published: v.object({ source: MediaSource }),
	unpublished: v.object({ source: MediaSource }),
	view: ViewRequest,
} satisfies Record<keyof MediaCalls, v.GenericSchema>

/** Events of the `/media` namespace, sent to one connection. */
export interface MediaEvents {
	offer(offer: Offer): void
	/** The media lines have other participants now, without a new offer. */
	slots(event: { connectionId: string; slots: Slot[] }): void
	speaking(event: { participantId: ParticipantId; speaking: boolean }): void
	/** All cameras and screens that are not sent to this connection because its line is too slow for them (ROOM-83). */
	paused(sources: PausedSource[]): void
	/** Simulcast layers of an own source that anybody receives; the page stops the others (ROOM-86). */
	layers(event: { source: MediaSource; rids: string[] }): void
	quality(event: { participantId: ParticipantId; quality: LineQuality }): void
	/**
	 * The connection is lost (engine restarted, media failed): request a new grant and send `hello` again. Names the connection,
	 * which may be that of an earlier page of the participant; without a name all connections are lost.
	 */
	lost(event?: { connectionId: string }): void
}

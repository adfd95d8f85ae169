import { codePointLength, MeetingId } from '@parley/core'
import * as v from 'valibot'
import { ParticipantId } from './ids.ts'
import { roomLimits } from './limits.ts'
import { SendingState } from './sending.ts'

/** The facts that a person who waits before a meeting knows about it (ROOM-141): none of them is about its room. */
export const Waiting = v.object({
	/** Id that they will have in the room, too. */
	self: ParticipantId,
	meetingId: MeetingId,
	topic: v.string(),
	hostName: v.string(),
	/** Place in line, from 1. */
	place: v.number(),
	/** Message of the hosts to all who wait. */
	message: v.nullable(v.string()),
	/** Devices to switch on once they are let in. */
	wants: SendingState,
	/** Keeps the place in line over a reload; it never admits. */
	resumeToken: v.string(),
})
export type Waiting = v.InferOutput<typeof Waiting>

/** A person who waits, as hosts see them. */
export const WaitingPerson = v.object({
	id: ParticipantId,
	name: v.string(),
	isGuest: v.boolean(),
	/** A guest whose network address is that of a person who was removed (ROOM-40). */
	sharesRemovedAddress: v.exactOptional(v.literal(true)),
})
export type WaitingPerson = v.InferOutput<typeof WaitingPerson>

/** The waiting room as hosts see it. */
export const WaitingRoom = v.object({
	/** Says whether newcomers wait, by the rule of the meeting. */
	isOn: v.boolean(),
	/** Number of all who wait. */
	count: v.number(),
	/** The first of them, in line. */
	people: v.array(WaitingPerson),
	message: v.nullable(v.string()),
})
export type WaitingRoom = v.InferOutput<typeof WaitingRoom>

/** The answer to a person who was not let in and asks again too early (ROOM-144). */
export const Denial = v.object({
	topic: v.string(),
	hostName: v.string(),
	/** Words of the host; may be empty. */
	message: v.string(),
	/** Time until they may ask again, in ms. */
	askAgainInMs: v.number(),
})
export type Denial = v.InferOutput<typeof Denial>

const textOf = (maxLength: number) =>
	v.pipe(
		v.string(),
		// Counting the code points of a long text would take longer than refusing it.
		v.maxLength(2 * maxLength),
		v.check(text => codePointLength(text) <= maxLength),
	)
/** Empty: without words. */
export const DenialMessage = textOf(roomLimits.maxDenialMessage)
/** Empty: the message is taken back. */
export const WaitingMessage = textOf(roomLimits.maxWaitingMessage)

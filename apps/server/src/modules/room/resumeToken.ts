import { type Instant, MeetingId } from '@parley/core'
import { ParticipantId } from '@parley/room'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

/**
 * Tokens for other purposes are for another audience, and never admit: that of a person who waits keeps a place in line
 * (ROOM-143), and the one of a visit (visitToken.ts) proves who was in the room.
 */
const audiences = { admitted: 'room-resume', waiting: 'room-waiting' } as const
export type TokenKind = keyof typeof audiences
const lifetimeS = 24 * 3600

const Claims = v.object({
	sub: ParticipantId,
	meetingId: MeetingId,
	siteId: v.string(),
	userId: v.nullable(v.string()),
	sessionId: v.nullable(v.string()),
	personKey: v.string(),
	addressKey: v.nullable(v.string()),
	passwordProof: v.nullable(v.string()),
	name: v.string(),
	host: v.boolean(),
	/** In milliseconds; the registered claim has seconds only. Of a person who waits: since when. */
	enteredAt: v.number(),
	/** Tokens of earlier releases lack it. */
	joinedAt: v.optional(v.number()),
})

/** The identity of a participant. The page stores it in a signed token, so that it survives a restart of the server. */
export interface ParticipantIdentity {
	participantId: ParticipantId
	meetingId: MeetingId
	siteId: string
	userId: string | null
	sessionId: string | null
	personKey: string
	addressKey: string | null
	passwordProof: string | null
	name: string
	host: boolean
	/** When the token was signed, or since when the person waits. */
	enteredAt: Instant
	/** The first entry, over every return with a token; missing at the first one. */
	joinedAt?: Instant | undefined
}

export function signResumeToken(
	{ participantId, ...claims }: ParticipantIdentity,
	key: Uint8Array,
	kind: TokenKind = 'admitted',
): Promise<string> {
	return new SignJWT({ ...claims })
		.setProtectedHeader({ alg: 'HS256' })
		.setAudience(audiences[kind])
		.setSubject(participantId)
		.setExpirationTime(Math.floor(claims.enteredAt / 1000) + lifetimeS)
		.sign(key)
}

/** Returns the identity in a token; undefined if it is forged, expired or for another purpose. */
export async function verifyResumeToken(
	token: string,
	key: Uint8Array,
	now: Instant,
	kind: TokenKind = 'admitted',
): Promise<ParticipantIdentity | undefined> {
	try {
		const { payload } = await jwtVerify(token, key, {
			audience: audiences[kind],
			algorithms: ['HS256'],
			currentDate: new Date(now),
		})
		const { sub, ...claims } = v.parse(Claims, payload)
		return { participantId: sub, ...claims }
	} catch {
		return undefined
	}
}

import { type Instant, MeetingId } from '@parley/core'
import { ParticipantId } from '@parley/room'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

const audience = 'room-resume'
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
	/** In milliseconds; the registered claim has seconds only. */
	enteredAt: v.number(),
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
	enteredAt: Instant
}

export function signResumeToken({ participantId, ...claims }: ParticipantIdentity, key: Uint8Array): Promise<string> {
	return new SignJWT({ ...claims })
		.setProtectedHeader({ alg: 'HS256' })
		.setAudience(audience)
		.setSubject(participantId)
		.setExpirationTime(Math.floor(claims.enteredAt / 1000) + lifetimeS)
		.sign(key)
}

/** Returns the identity in a token; undefined if it is forged, expired or for another purpose. */
export async function verifyResumeToken(
	token: string,
	key: Uint8Array,
	now: Instant,
): Promise<ParticipantIdentity | undefined> {
	try {
		const { payload } = await jwtVerify(token, key, { audience, algorithms: ['HS256'], currentDate: new Date(now) })
		const { sub, ...claims } = v.parse(Claims, payload)
		return { participantId: sub, ...claims }
	} catch {
		return undefined
	}
}

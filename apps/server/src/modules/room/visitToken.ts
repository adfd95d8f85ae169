import { type Instant, MeetingId } from '@parley/core'
import { ParticipantId } from '@parley/room'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

/** Tokens for other purposes are for another audience; see resumeToken.ts. */
const audience = 'room-visit'
const lifetimeS = 24 * 3600

const Claims = v.object({ sub: ParticipantId, meetingId: MeetingId })

/** The person whose visit it is. */
export interface Visitor {
	participantId: ParticipantId
	meetingId: MeetingId
}

/**
 * Signs the proof of a visit, with which it is rated (ROOM-172) and the host's place claimed (ROOM-173). The tab keeps it
 * after leaving, so it has nothing else of the person.
 */
export const signVisitToken = ({ participantId, meetingId }: Visitor, key: Uint8Array, now: Instant): Promise<string> =>
	new SignJWT({ meetingId })
		.setProtectedHeader({ alg: 'HS256' })
		.setAudience(audience)
		.setSubject(participantId)
		.setExpirationTime(Math.floor(now / 1000) + lifetimeS)
		.sign(key)

/** Returns whose visit a token proves; undefined if it is forged, has expired or is for another purpose. */
export async function verifyVisitToken(token: string, key: Uint8Array, now: Instant): Promise<Visitor | undefined> {
	try {
		const { payload } = await jwtVerify(token, key, { audience, algorithms: ['HS256'], currentDate: new Date(now) })
		const { sub, meetingId } = v.parse(Claims, payload)
		return { participantId: sub, meetingId }
	} catch {
		return undefined
	}
}

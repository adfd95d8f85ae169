import { createHmac } from 'node:crypto'
import { type Instant, MeetingId, UserId } from '@parley/core'
import { ParticipantId } from '@parley/room'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

/** Tokens for those in a room, and for members who look at its chat afterwards, are no tokens for the other purpose. */
const audiences = { participant: 'chat-files', member: 'kept-chat-files' } as const
const lifetimeS = { participant: 24 * 3_600, member: 12 * 3_600 }

const Participant = v.object({ sub: ParticipantId })
const MemberClaims = v.object({ sub: MeetingId, userId: UserId, sessionId: v.string() })

/** The right of a member to the files that are kept with a meeting, for as long as a sign-in lasts. */
export interface KeptFilesGrant {
	meetingId: MeetingId
	userId: UserId
	sessionId: string
}

/** Signs what identifies the people who send and load files of chats; whether they may is decided at each request. */
export function createFileTokens(secret: Uint8Array) {
	const key = createHmac('sha256', secret).update('chat-files').digest()

	const sign = (kind: keyof typeof audiences, subject: string, claims: object, now: Instant): Promise<string> =>
		new SignJWT({ ...claims })
			.setProtectedHeader({ alg: 'HS256' })
			.setAudience(audiences[kind])
			.setSubject(subject)
			.setExpirationTime(Math.floor(now / 1_000) + lifetimeS[kind])
			.sign(key)

	async function verify<T>(
		kind: keyof typeof audiences,
		claims: v.GenericSchema<unknown, T>,
		token: string,
		now: Instant,
	) {
		try {
			const options = { audience: audiences[kind], algorithms: ['HS256'], currentDate: new Date(now) }
			return v.parse(claims, (await jwtVerify(token, key, options)).payload)
		} catch {
			return undefined
		}
	}

	return {
		signParticipant: (id: ParticipantId, now: Instant) => sign('participant', id, {}, now),
		/** Returns the participant of a token; undefined if it is forged, expired or for another purpose. */
		async verifyParticipant(token: string, now: Instant): Promise<ParticipantId | undefined> {
			return (await verify('participant', Participant, token, now))?.sub
		},
		signMember: ({ meetingId, ...claims }: KeptFilesGrant, now: Instant) => sign('member', meetingId, claims, now),
		/** Returns the member of a token; undefined if it is forged, expired or for another purpose. */
		async verifyMember(token: string, now: Instant): Promise<KeptFilesGrant | undefined> {
			const claims = await verify('member', MemberClaims, token, now)
			return claims && { meetingId: claims.sub, userId: claims.userId, sessionId: claims.sessionId }
		},
	}
}
export type FileTokens = ReturnType<typeof createFileTokens>

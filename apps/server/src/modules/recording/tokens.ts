import { createHmac } from 'node:crypto'
import { RecordingId } from '@parley/api'
import { CompanyId, type Instant, UserId } from '@parley/core'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

const lifetimeS = 12 * 3_600
const audience = 'meeting-recording'

/** The right of a member, signed in to one of their companies, to the media of one recording. */
export interface RecordingGrant {
	recordingId: RecordingId
	userId: UserId
	companyId: CompanyId
	/** The grant ends with this sign-in. */
	sessionId: string
}

const Claims = v.object({ sub: RecordingId, userId: UserId, companyId: CompanyId, sessionId: v.string() })

/** Signs the cookies with which a browser plays and downloads one recording. */
export function createRecordingTokens(secret: Uint8Array) {
	const key = createHmac('sha256', secret).update('recording').digest()
	return {
		sign: ({ recordingId, ...claims }: RecordingGrant, now: Instant): Promise<string> =>
			new SignJWT({ ...claims })
				.setProtectedHeader({ alg: 'HS256' })
				.setAudience(audience)
				.setSubject(recordingId)
				.setExpirationTime(Math.floor(now / 1000) + lifetimeS)
				.sign(key),
		/** Returns undefined for a token that is forged, expired or for another recording. */
		async verify(token: string, recordingId: RecordingId, now: Instant): Promise<RecordingGrant | undefined> {
			try {
				const options = { audience, algorithms: ['HS256'], currentDate: new Date(now) }
				const { sub, ...claims } = v.parse(Claims, (await jwtVerify(token, key, options)).payload)
				return sub === recordingId ? { recordingId: sub, ...claims } : undefined
			} catch {
				return undefined
			}
		},
	}
}
export type RecordingTokens = ReturnType<typeof createRecordingTokens>

import { createHmac } from 'node:crypto'
import { type Instant, MeetingId } from '@parley/core'
import { ImUserId } from '@parley/im'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

const lifetimeS = 12 * 3_600
const passwordAudience = 'live-password'
const streamAudience = 'live-stream'

/** Conditions a live sets for its viewers: if they change, earlier tokens become invalid. */
export interface LiveGate {
	needsLogin: boolean
	password: string | null
}

/** The basis on which a viewer was admitted to one stream of a live. */
export interface WatchGrant {
	streamId: string
	meetingId: MeetingId
	/** Their identity in messaging: for members the id of their account. */
	viewer: ImUserId
	/** The sign-in of a member, with which the grant ends; null for guests. */
	sessionId: string | null
	/** True if they knew the password, or the live had none. Host and creator don't need it. */
	knowsPassword: boolean
	/** The conditions of the live at that time; see `gateOf`. */
	gate: string
}

interface LivePassword {
	meetingId: MeetingId
	password: string
}

const PasswordClaims = v.object({ sub: MeetingId, viewer: ImUserId, password: v.string() })
const StreamClaims = v.object({
	streamId: v.string(),
	meetingId: MeetingId,
	viewer: ImUserId,
	sessionId: v.nullable(v.string()),
	knowsPassword: v.boolean(),
	gate: v.string(),
	/** A keyed hash of the browser it was given to; null if external lines, which do not see browsers, use it. */
	browser: v.nullable(v.string()),
})

/** Signs viewers' tokens: proof of the password of one live, and the right to pull the media of one stream. */
export function createLiveTokens(secret: Uint8Array) {
	const key = createHmac('sha256', secret).update('live').digest()

	/** Fingerprint that reveals nothing about the password without the key. */
	const hashOf = (...parts: unknown[]): string =>
		createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')

	const passwordHash = ({ meetingId, password }: LivePassword): string => hashOf('password', meetingId, password)
	const browserHash = (browser: string): string => hashOf('browser', browser).slice(0, 22)

	const sign = (audience: string, subject: string, claims: object, now: Instant): Promise<string> =>
		new SignJWT({ ...claims })
			.setProtectedHeader({ alg: 'HS256' })
			.setAudience(audience)
			.setSubject(subject)
			.setExpirationTime(Math.floor(now / 1000) + lifetimeS)
			.sign(key)

	async function claimsOf(audience: string, token: string, now: Instant): Promise<JWTPayload | undefined> {
		try {
			const options = { audience, algorithms: ['HS256'], currentDate: new Date(now) }
			return (await jwtVerify(token, key, options)).payload
		} catch {
			return undefined
		}
	}

	return {
		signPassword: ({ viewer, ...live }: LivePassword & { viewer: ImUserId }, now: Instant): Promise<string> =>
			sign(passwordAudience, live.meetingId, { viewer, password: passwordHash(live) }, now),
		/**
		 * Returns who knew the current password according to a token; undefined if it is for another password, forged or
		 * expired.
		 */
		async knowsPassword(token: string, live: LivePassword, now: Instant): Promise<ImUserId | undefined> {
			const claims = v.safeParse(PasswordClaims, await claimsOf(passwordAudience, token, now))
			if (!claims.success) return undefined
			const { sub, viewer, password } = claims.output
			return sub === live.meetingId && password === passwordHash(live) ? viewer : undefined
		},
		gateOf: ({ needsLogin, password }: LiveGate): string => hashOf('gate', needsLogin, password),
		/** @param browser as requests name it; null if players on other hosts use the token */
		signStream: (grant: WatchGrant, browser: string | null, now: Instant): Promise<string> =>
			sign(streamAudience, grant.streamId, { ...grant, browser: browser && browserHash(browser) }, now),
		/**
		 * Returns the grant of a stream token; undefined if it is for another stream or browser, forged or expired.
		 * @param browser undefined if it cannot be known, as at an external origin
		 */
		async verifyStream(
			token: string,
			streamId: string,
			browser: string | undefined,
			now: Instant,
		): Promise<WatchGrant | undefined> {
			const claims = v.safeParse(StreamClaims, await claimsOf(streamAudience, token, now))
			if (!claims.success || claims.output.streamId !== streamId) return undefined
			const { browser: owner, ...grant } = claims.output
			const isOwn = owner === null || browser === undefined || owner === browserHash(browser)
			return isOwn ? grant : undefined
		},
	}
}
export type LiveTokens = ReturnType<typeof createLiveTokens>

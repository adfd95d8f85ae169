import { createHmac, randomBytes } from 'node:crypto'
import type { Instant } from '@parley/core'
import type { FastifyRequest } from 'fastify'
import { isEqualInConstantTime } from '../platform/constantTime.ts'

export const browserCookie = 'parley_browser'
const lifetimeMs = 24 * 3_600_000

/** Identifies the browser of a request: the id in its cookie, or its address if it accepts none. */
export const browserOf = ({ cookies, clientAddress }: FastifyRequest): string => cookies[browserCookie] ?? clientAddress

/** Identifies one browser; the token is valid in that browser only. */
export const newBrowser = (): string => randomBytes(24).toString('base64url')

export function csrf(secret: string) {
	const sign = (browser: string, issuedAt: string) =>
		createHmac('sha256', Buffer.from(secret, 'base64url')).update(`${browser}.${issuedAt}`).digest('base64url')

	/** The `_token` that a page receives with its HTML. */
	function issue(browser: string, now: Instant): string {
		const issuedAt = now.toString(36)
		return `${issuedAt}.${sign(browser, issuedAt)}`
	}

	function accepts(token: unknown, browser: string | undefined, now: Instant): boolean {
		if (typeof token !== 'string' || browser === undefined) return false
		const [issuedAt = '', signature = ''] = token.split('.')
		if (!isEqualInConstantTime(signature, sign(browser, issuedAt))) return false
		const age = now - Number.parseInt(issuedAt, 36)
		return age >= 0 && age < lifetimeMs
	}

	return { issue, accepts }
}
export type Csrf = ReturnType<typeof csrf>

import type { SiteId } from '@parley/core'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'

const windowS = 15 * 60

/** One guess at a secret: of an account name, of a number. */
export interface Attempt {
	siteId: SiteId
	target: string
	address: string
}

/** Slows down guessing, per what is guessed at and per address, whether or not there is anything to find. */
function createAttemptLimit(
	createRateLimit: CreateRateLimit,
	name: string,
	times: { ofTarget: number; ofAddress: number },
) {
	const perTarget = createRateLimit(`${name}-target`, times.ofTarget, windowS)
	const perAddress = createRateLimit(`${name}-address`, times.ofAddress, windowS)
	const targetOf = ({ siteId, target }: Attempt) => `${siteId}/${target.trim().toLowerCase()}`
	const addressOf = ({ siteId, address }: Attempt) => `${siteId}/${address}`

	return {
		/** Takes one guess. Before it is judged: a thousand at once are a thousand attemptLimit. */
		async consume(attempt: Attempt): Promise<{ ok: true } | { ok: false; retryAfterMs: number }> {
			const ofAddress = await perAddress.consume(addressOf(attempt))
			if (!ofAddress.ok) return ofAddress
			const ofTarget = await perTarget.consume(targetOf(attempt))
			if (!ofTarget.ok) await perAddress.refund(addressOf(attempt))
			return ofTarget
		},
		/** It was not judged, so it was none. */
		async refund(attempt: Attempt): Promise<void> {
			await Promise.all([perTarget.refund(targetOf(attempt)), perAddress.refund(addressOf(attempt))])
		},
		/** It was right: those before it are forgiven, and the address has lost nothing. */
		async recordSuccess(attempt: Attempt): Promise<void> {
			await Promise.all([perTarget.reset(targetOf(attempt)), perAddress.refund(addressOf(attempt))])
		},
	}
}
export type AttemptLimit = ReturnType<typeof createAttemptLimit>

/** One count for every door a password opens, so that many doors are no more attemptLimit (LOGIN-42, BIND-25). */
export const createPasswordAttemptLimit = (createRateLimit: CreateRateLimit): AttemptLimit =>
	createAttemptLimit(createRateLimit, 'password', { ofTarget: 10, ofAddress: 60 })

/** The same for codes sent to a number, beyond the five tries each of them has. */
export const createCodeAttemptLimit = (createRateLimit: CreateRateLimit): AttemptLimit =>
	createAttemptLimit(createRateLimit, 'code', { ofTarget: 10, ofAddress: 60 })

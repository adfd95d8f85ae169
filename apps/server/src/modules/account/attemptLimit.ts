import type { SiteId } from '@parley/core'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'

const windowS = 15 * 60

/** One try at a secret. `target` is the account name or mobile number, `address` the IP address. */
export interface Attempt {
	siteId: SiteId
	target: string
	address: string
}

/** Limits tries per target and per address. Targets that do not exist are limited alike. */
function createAttemptLimit(
	createRateLimit: CreateRateLimit,
	name: string,
	times: { target: number; address: number },
) {
	const perTarget = createRateLimit(`${name}-target`, times.target, windowS)
	const perAddress = createRateLimit(`${name}-address`, times.address, windowS)
	const targetOf = ({ siteId, target }: Attempt) => `${siteId}/${target.trim().toLowerCase()}`
	const addressOf = ({ siteId, address }: Attempt) => `${siteId}/${address}`

	return {
		/** Counts one try. Call it before the secret is checked, so that concurrent tries are all counted. */
		async consume(attempt: Attempt): Promise<{ ok: true } | { ok: false; retryAfterMs: number }> {
			const address = await perAddress.consume(addressOf(attempt))
			if (!address.ok) return address
			const target = await perTarget.consume(targetOf(attempt))
			if (!target.ok) await perAddress.refund(addressOf(attempt))
			return target
		},
		/** Takes a try back that was not checked after all. */
		async refund(attempt: Attempt): Promise<void> {
			await Promise.all([perTarget.refund(targetOf(attempt)), perAddress.refund(addressOf(attempt))])
		},
		/** After a correct secret: forgets earlier tries of the target, and this one of the address. */
		async recordSuccess(attempt: Attempt): Promise<void> {
			await Promise.all([perTarget.reset(targetOf(attempt)), perAddress.refund(addressOf(attempt))])
		},
	}
}
export type AttemptLimit = ReturnType<typeof createAttemptLimit>

/** Shared by every call that checks a password, so that using several of them allows no more tries (LOGIN-42, BIND-25). */
export const createPasswordAttemptLimit = (createRateLimit: CreateRateLimit): AttemptLimit =>
	createAttemptLimit(createRateLimit, 'password', { target: 10, address: 60 })

/** For codes sent by text message; each code also has its own limit of five tries. */
export const createCodeAttemptLimit = (createRateLimit: CreateRateLimit): AttemptLimit =>
	createAttemptLimit(createRateLimit, 'code', { target: 10, address: 60 })

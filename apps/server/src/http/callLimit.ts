import type { Call } from '@parley/api'
import { type Caller, callerKey } from '../platform/handlers.ts'
import type { CreateRateLimit } from '../platform/rateLimit.ts'

/**
 * Counts a request for a call. A client can drop its cookie, so all browsers of an address share a second limit. It is
 * generous: guessable secrets have limits of their own that count wrong guesses only.
 */
export function createCallLimit(
	{ route, rateLimit: { times, perS, crowd } }: Pick<Call, 'route' | 'rateLimit'>,
	createRateLimit: CreateRateLimit,
	browsersPerAddress: number,
) {
	const ofEach = createRateLimit(route, times, perS)
	if (crowd === undefined) return (caller: Caller) => ofEach.consume(callerKey(caller))
	const ofAddress = createRateLimit(
		`${route} of an address`,
		Math.ceil(times * Math.max(1, crowd * browsersPerAddress)),
		perS,
	)
	return async (caller: Caller) => {
		const { member, address, browser } = caller
		if (member) return await ofEach.consume(callerKey(caller))
		// The browser's own limit comes first: a browser that exceeds it takes nothing from the others.
		const taken = await ofEach.consume(`${address} ${browser}`)
		return taken.ok ? await ofAddress.consume(address) : taken
	}
}

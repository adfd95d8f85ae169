import type { Call } from '@parley/api'
import { type Caller, callerKey } from '../platform/handlers.ts'
import type { CreateRateLimit } from '../platform/rateLimit.ts'

/**
 * Counts a request for a call. A cookie is easily forgotten, so that the browsers of an address have a limit together, too:
 * generous, as what may be guessed has limits of its own that count wrong guesses alone.
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
		// First the one: whoever has used it up takes nothing away from the others.
		const taken = await ofEach.consume(`${address} ${browser}`)
		return taken.ok ? await ofAddress.consume(address) : taken
	}
}

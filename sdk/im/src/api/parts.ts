import type { Environment } from '../core/environment.ts'
import { toIMError } from '../core/errors.ts'
import { retryDelay } from '../session/backoff.ts'

/** Parts that a page loads on first use; logging in and exchanging messages needs none of them. */
const loaders = {
	calls: () => import('./calls.ts'),
	rooms: () => import('../rooms/rooms.ts'),
	telemetry: () => import('../telemetry/flowLog.ts'),
	online: () => import('./online.ts'),
	tokens: () => import('./tokens.ts'),
}
type PartName = keyof typeof loaders
type Part<N extends PartName> = Awaited<ReturnType<(typeof loaders)[N]>>
export type LoadPart = <N extends PartName>(name: N) => Promise<Part<N>>

const loaded: { [N in PartName]?: Part<N> } = {}

/** Attempts take about as long as a call waits for its answer. */
const maxAttempts = 7

/**
 * Retries while the network is down, as a call waits for a connection.
 * @throws {IMError} of the kind `network` if it could not be loaded within a minute; the next use tries again
 */
export async function loadPart<N extends PartName>(
	{ after, log }: Pick<Environment, 'after' | 'log'>,
	name: N,
): Promise<Part<N>> {
	for (let attempt = 1; ; attempt++) {
		try {
			loaded[name] ??= (await loaders[name]()) as (typeof loaded)[N]
			return loaded[name] as Part<N>
		} catch (error) {
			log(`the part ${name} could not be loaded`, error)
			if (attempt === maxAttempts) throw toIMError(error)
			await new Promise<void>(resolve => after(retryDelay(attempt), resolve))
		}
	}
}

/** For tests and simulations: loaded parts resolve without a delay that a virtual clock cannot advance. */
export async function loadAllParts(): Promise<void> {
	await Promise.all(
		(Object.keys(loaders) as PartName[]).map(name => loadPart({ after: () => () => {}, log: console.warn }, name)),
	)
}

import type { SiteId } from '@parley/core'
import { type Caller, callerKey } from '../../platform/handlers.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'

const windowS = 10 * 60
/** So many unknown ids are typing mistakes; more are an attempt to find meetings by trying. */
const toleratedMisses = 10
const maxUnknownIds = 30

type Requester = Pick<Caller, 'siteId' | 'address' | 'member'>

/** Limits lookups of unknown meeting ids, so that meetings cannot be found by trying ids. Members count by person. */
export function createEnumerationGuard(
	createRateLimit: CreateRateLimit,
	suspect: (siteId: SiteId, address: string) => Promise<void>,
) {
	const unknown = createRateLimit('meeting-unknown', maxUnknownIds, windowS)
	const misses = createRateLimit('meeting-slips', toleratedMisses, windowS)

	/** The result of `find`, or how long to wait before the next lookup. */
	async function lookUp<T>(requester: Requester, find: () => Promise<T | undefined>) {
		const { siteId, address, member } = requester
		const key = `${siteId}/${callerKey(requester)}`
		// Counted before the lookup, so that a hundred at once count as a hundred.
		const taken = await unknown.consume(key)
		if (!taken.ok) return taken
		const found = await find()
		if (found !== undefined) await unknown.refund(key)
		// Who is signed in is known already, and others at the address are not under suspicion.
		else if (!member && !(await misses.consume(key)).ok) await suspect(siteId, address)
		return { ok: true, found } as const
	}

	return { look: lookUp }
}
export type EnumerationGuard = ReturnType<typeof createEnumerationGuard>

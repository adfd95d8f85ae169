import type { SiteId } from '@parley/core'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'

const windowS = 10 * 60
/** So many ids that are not there are slips of the finger; beyond, somebody is trying them. */
const freeMistakes = 10
const maxUnknownIds = 30

export interface Requester {
	siteId: SiteId
	address: string
}

/** Looks at meetings by id. Ids that are not there are counted, so that none is found by trying them all. */
export function createEnumerationGuard(
	createRateLimit: CreateRateLimit,
	suspect: (siteId: SiteId, address: string) => Promise<void>,
) {
	const unknown = createRateLimit('meeting-unknown', maxUnknownIds, windowS)
	const mistakes = createRateLimit('meeting-slips', freeMistakes, windowS)

	/** What `find` finds, or how long to wait before the next look. */
	async function lookUp<T>({ siteId, address }: Requester, find: () => Promise<T | undefined>) {
		const key = `${siteId}/${address}`
		// Taken before it is known: a hundred at once are a hundred looks.
		const taken = await unknown.consume(key)
		if (!taken.ok) return taken
		const found = await find()
		if (found !== undefined) await unknown.refund(key)
		else if (!(await mistakes.consume(key)).ok) await suspect(siteId, address)
		return { ok: true, found } as const
	}

	return { look: lookUp }
}
export type EnumerationGuard = ReturnType<typeof createEnumerationGuard>

import type { SiteId } from '@parley/core'
import type { CreateBudget } from '../../platform/limits.ts'

const windowS = 10 * 60
/** So many ids that are not there are slips of the finger; beyond, somebody is trying them. */
const slips = 10
const mostUnknown = 30

export interface Looker {
	siteId: SiteId
	address: string
}

/** Looks at meetings by id. Ids that are not there are counted, so that none is found by trying them all. */
export function meetingLookups(budget: CreateBudget, suspect: (siteId: SiteId, address: string) => Promise<void>) {
	const unknown = budget('meeting-unknown', mostUnknown, windowS)
	const slipsLeft = budget('meeting-slips', slips, windowS)

	/** What `find` finds, or how long to wait before the next look. */
	async function look<T>({ siteId, address }: Looker, find: () => Promise<T | undefined>) {
		const key = `${siteId}/${address}`
		// Taken before it is known: a hundred at once are a hundred looks.
		const taken = await unknown.take(key)
		if (!taken.ok) return taken
		const found = await find()
		if (found !== undefined) await unknown.giveBack(key)
		else if (!(await slipsLeft.take(key)).ok) await suspect(siteId, address)
		return { ok: true, found } as const
	}

	return { look }
}
export type MeetingLookups = ReturnType<typeof meetingLookups>

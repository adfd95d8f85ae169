import { cleanText, ok, refused, type SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Member } from '../../platform/handlers.ts'
import type { Ids } from '../../platform/ids.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import { isComplaintValid } from './policy.ts'
import type { ComplaintStore } from './store.ts'

const dayS = 86_400
/** Somebody with more to say is better served by the telephone. */
const perDay = 20

export interface ComplaintDeps {
	store: ComplaintStore
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
}

/** What people are not content with. */
export function createComplaintService({ store, clock, ids, createRateLimit }: ComplaintDeps) {
	const complaintsPerPerson = createRateLimit('complaints', perDay, dayS)

	/** Keeps a complaint of whoever is signed in; who they say they are beside it counts for nothing. */
	async function complain(member: Member, siteId: SiteId, typed: string) {
		const content = cleanText(typed)
		if (!isComplaintValid(content)) return refused('contentInvalid')
		const taken = await complaintsPerPerson.consume(member.userId)
		if (!taken.ok) return { ...refused('tooMany'), retryAfterMs: taken.retryAfterMs }
		const { companyId, userId, userName, displayName } = member
		const who = { companyId, userId, userName, displayName }
		await store.insert({ id: ids.row('co'), siteId, ...who, content, at: clock.now() })
		return ok({})
	}

	return { complain }
}
export type ComplaintService = ReturnType<typeof createComplaintService>

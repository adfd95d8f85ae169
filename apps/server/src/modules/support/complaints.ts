import { cleanText, ok, refused, type SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Member } from '../../platform/handlers.ts'
import type { Ids } from '../../platform/ids.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import { isComplaintValid } from './policy.ts'
import type { ComplaintStore } from './store.ts'

const dayS = 86_400
/** Complaints per person and day. */
const perDay = 20

export interface ComplaintDeps {
	store: ComplaintStore
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
}

/** Complaints of signed-in people. */
export function createComplaintService({ store, clock, ids, createRateLimit }: ComplaintDeps) {
	const complaintsPerPerson = createRateLimit('complaints', perDay, dayS)

	/** Stores a complaint under the signed-in person, whatever the request says about its author. */
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

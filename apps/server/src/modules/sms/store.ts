import type { Instant, SiteId } from '@parley/core'

export interface SmsStore {
	/** How many text messages a site sent since then, to any number. */
	countSent(siteId: SiteId, since: Instant): Promise<number>
}

import type { Instant, SiteId } from '@parley/core'

/** `sweep`: meeting ids are being guessed from many addresses. */
export type AlarmKind = 'sweep'

export interface Alarm {
	/** Host name of the site. */
	host: string
	kind: AlarmKind
	raisedAt: Instant
	/** Null while it lasts. */
	endedAt: Instant | null
}

export interface AlarmStore {
	raise(siteId: SiteId, kind: AlarmKind, at: Instant): Promise<void>
	/** Ends the alarms of this kind that last, but for those of the given sites. */
	endAllBut(siteIds: readonly SiteId[], kind: AlarmKind, at: Instant): Promise<void>
	/** Alarms that last, or ended after `since`, newest first. */
	listSince(since: Instant): Promise<Alarm[]>
}

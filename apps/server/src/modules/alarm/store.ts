import type { Instant, SiteId } from '@parley/core'

/** `sweep`: meeting ids are being guessed from many addresses. */
export type AlarmKind = 'sweep'

export interface Alarm {
	/** Host name of the site. */
	host: string
	kind: AlarmKind
	raisedAt: Instant
	/** Null while it is active. */
	endedAt: Instant | null
}

export interface AlarmStore {
	raise(siteId: SiteId, kind: AlarmKind, at: Instant): Promise<void>
	/** Ends active alarms of this kind, except those of the given sites. */
	endAllBut(siteIds: readonly SiteId[], kind: AlarmKind, at: Instant): Promise<void>
	/** Alarms that are active or ended after `since`, newest first. */
	listSince(since: Instant): Promise<Alarm[]>
}

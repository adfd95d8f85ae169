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

/** Alarms of all servers of a database; `server` is the id of the calling one. */
export interface AlarmStore {
	raise(siteId: SiteId, kind: AlarmKind, by: { server: string; at: Instant }): Promise<void>
	/** Notes that the cause of the active alarms of these sites lasts. */
	renew(siteIds: readonly SiteId[], kind: AlarmKind, by: { server: string; at: Instant }): Promise<void>
	/**
	 * Ends active alarms of this kind: those that this server was the last to raise or renew, except those of the given
	 * sites, and those that no server has renewed since `before`.
	 */
	endAllBut(
		siteIds: readonly SiteId[],
		kind: AlarmKind,
		by: { server: string; before: Instant; at: Instant },
	): Promise<void>
	/** Sites with an active alarm of this kind. */
	listActive(kind: AlarmKind): Promise<SiteId[]>
	/** Alarms that are active or ended after `since`, newest first. */
	listSince(since: Instant): Promise<Alarm[]>
}

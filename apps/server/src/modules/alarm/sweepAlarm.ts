import type { SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { AlarmStore } from './store.ts'

const minuteMs = 60_000
const windowMinutes = 10
/** Unknown meeting ids on a site within the window, from all addresses: this many are no longer typing mistakes. */
export const sweepLimit = 100
/** The alarm ends below this part of the limit, so that it does not flap. */
const calmPart = 0.5
/** An alarm that no server has renewed for this long ends: two runs of the job, and some delay. */
const unrenewedMs = 2.5 * minuteMs

interface SiteCount {
	/** Unknown ids of each minute of the window. */
	byMinute: Map<number, number>
	total: number
	isOn: boolean
}

export interface SweepAlarmDeps {
	store: AlarmStore
	clock: Clock
	log: Log
	/** Id of this server among those of the database. */
	server: string
}

/**
 * Detects guessing of meeting ids from so many addresses that none of them reaches its limit. While the alarm is on,
 * guests solve a challenge before they look a meeting up. Each server counts in memory; an alarm of one applies on all, and
 * ends when it is calm there, or when that server has stopped.
 */
export function createSweepAlarm({ store, clock, log, server }: SweepAlarmDeps) {
	const sites = new Map<SiteId, SiteCount>()
	/** Sites with an alarm of any server, as of the last run of the job. */
	let active: ReadonlySet<SiteId> = new Set()
	const currentMinute = () => Math.floor(clock.now() / minuteMs)

	function siteOf(siteId: SiteId): SiteCount {
		const known = sites.get(siteId)
		if (known) return known
		const made: SiteCount = { byMinute: new Map(), total: 0, isOn: false }
		sites.set(siteId, made)
		return made
	}

	/** Unknown ids within the window; forgets those before. */
	function countRecent({ byMinute }: SiteCount): number {
		for (const minute of byMinute.keys()) if (minute <= currentMinute() - windowMinutes) byMinute.delete(minute)
		return [...byMinute.values()].reduce((sum, count) => sum + count, 0)
	}

	/** Counts a lookup of an id that no meeting of the site has. */
	async function recordUnknownId(siteId: SiteId): Promise<void> {
		const site = siteOf(siteId)
		const minute = currentMinute()
		site.byMinute.set(minute, (site.byMinute.get(minute) ?? 0) + 1)
		site.total++
		if (site.isOn || countRecent(site) < sweepLimit) return
		site.isOn = true
		log.warn(
			{ site: siteId, unknownIds: sweepLimit, minutes: windowMinutes },
			'meeting ids are being guessed from many addresses: guests must solve a challenge until this ends',
		)
		await store
			.raise(siteId, 'sweep', { server, at: clock.now() })
			.catch(error => log.error({ err: error, site: siteId }, 'the alarm could not be recorded'))
	}

	/** Renews the alarms of sites that have not calmed down here, and ends those that no server renews. Runs on every server. */
	async function endCalm(): Promise<void> {
		for (const [siteId, site] of sites) {
			if (!site.isOn || countRecent(site) >= sweepLimit * calmPart) continue
			site.isOn = false
			log.info({ site: siteId }, 'meeting ids are no longer being guessed here: guests look meetings up as usual')
		}
		const at = clock.now()
		const on = [...sites].filter(([, { isOn }]) => isOn).map(([siteId]) => siteId)
		await store.renew(on, 'sweep', { server, at })
		await store.endAllBut(on, 'sweep', { server, before: at - unrenewedMs, at })
		active = new Set(await store.listActive('sweep'))
	}

	return {
		recordUnknownId,
		endCalm,
		isOn: (siteId: SiteId): boolean => active.has(siteId) || (sites.get(siteId)?.isOn ?? false),
		/** For metrics. */
		list: () => [...sites].map(([siteId, { total, isOn }]) => ({ siteId, unknownIds: total, isOn })),
	}
}
export type SweepAlarm = ReturnType<typeof createSweepAlarm>

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
}

/**
 * Detects guessing of meeting ids from so many addresses that none of them reaches its limit. While the alarm is on,
 * guests solve a challenge before they look a meeting up. It counts in memory, so a restart ends it.
 */
export function createSweepAlarm({ store, clock, log }: SweepAlarmDeps) {
	const sites = new Map<SiteId, SiteCount>()
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
			.raise(siteId, 'sweep', clock.now())
			.catch(error => log.error({ err: error, site: siteId }, 'the alarm could not be recorded'))
	}

	/** Ends the alarms of sites that have calmed down, and those that a process before this one left behind. */
	async function endCalm(): Promise<void> {
		for (const [siteId, site] of sites) {
			if (!site.isOn || countRecent(site) >= sweepLimit * calmPart) continue
			site.isOn = false
			log.info({ site: siteId }, 'meeting ids are no longer being guessed: guests look meetings up as usual')
		}
		const on = [...sites].filter(([, { isOn }]) => isOn).map(([siteId]) => siteId)
		await store.endAllBut(on, 'sweep', clock.now())
	}

	return {
		recordUnknownId,
		endCalm,
		isOn: (siteId: SiteId): boolean => sites.get(siteId)?.isOn ?? false,
		/** For metrics. */
		list: () => [...sites].map(([siteId, { total, isOn }]) => ({ siteId, unknownIds: total, isOn })),
	}
}
export type SweepAlarm = ReturnType<typeof createSweepAlarm>

import type { SiteId } from '@parley/core'
import { Gauge, type Registry } from 'prom-client'
import type { SweepAlarm } from './sweepAlarm.ts'

/**
 * Lookups of meeting ids that do not exist, and whether the alarm of a site is on.
 * @param siteIds of all sites: those where nothing happened yet are at 0
 */
export function measureSweeps(registry: Registry, list: SweepAlarm['list'], siteIds: () => Promise<SiteId[]>) {
	const measured = async () => {
		const happened = list()
		// Without the database the previous values stay.
		const all = await siteIds().catch(() => [])
		const quiet = all.filter(id => !happened.some(({ siteId }) => siteId === id))
		return [...happened, ...quiet.map(siteId => ({ siteId, unknownIds: 0, isOn: false }))]
	}
	const alarm = new Gauge({
		name: 'parley_sweep_alarm',
		help: '1 while meeting ids are guessed from many addresses, by site',
		labelNames: ['site'],
		registers: [registry],
		async collect() {
			for (const { siteId, isOn } of await measured()) alarm.set({ site: siteId }, isOn ? 1 : 0)
		},
	})
	const unknownIds = new Gauge({
		name: 'parley_unknown_meeting_ids',
		help: 'Lookups of meeting ids that do not exist, since the start, by site',
		labelNames: ['site'],
		registers: [registry],
		async collect() {
			for (const site of await measured()) unknownIds.set({ site: site.siteId }, site.unknownIds)
		},
	})
}

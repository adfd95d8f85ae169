import { Gauge, type Registry } from 'prom-client'
import type { SmsBudget } from './budget.ts'

/** Text messages of the last 24 hours, and the most a site sends in them. */
export function measureSmsBudgets(registry: Registry, list: SmsBudget['list']) {
	const sent = new Gauge({
		name: 'parley_sms_sent_24h',
		help: 'Text messages sent in the last 24 hours, by site',
		labelNames: ['site'],
		registers: [registry],
		async collect() {
			for (const site of await list()) sent.set({ site: site.siteId }, site.sent)
		},
	})
	const budget = new Gauge({
		name: 'parley_sms_budget_24h',
		help: 'Most text messages that are sent in 24 hours (smsPerDay), by site',
		labelNames: ['site'],
		registers: [registry],
		async collect() {
			for (const { siteId, perDay } of await list()) budget.set({ site: siteId }, perDay)
		},
	})
}

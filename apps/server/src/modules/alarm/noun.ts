import type { Registry } from 'prom-client'
import type { Platform } from '../../platform/noun.ts'
import type { Nodes } from '../node/index.ts'
import type { SiteService } from '../site/index.ts'
import { alarmChecks } from './checks.ts'
import { measureSweeps } from './metrics.ts'
import { createSqlAlarmStore } from './store.sql.ts'
import { createSweepAlarm } from './sweepAlarm.ts'

export type AlarmDeps = Pick<Platform, 'db' | 'clock' | 'log'> & {
	node: { nodes: Pick<Nodes, 'id'> }
	site: { sites: SiteService }
}

function open({ db, clock, log, node: { nodes }, site: { sites } }: AlarmDeps) {
	const sweeps = createSweepAlarm({ store: createSqlAlarmStore(db), clock, log, server: nodes.id })
	return {
		sweeps,
		jobs: [{ name: 'alarms', run: sweeps.endCalm, runsOnEveryNode: true }],
		metrics: (registry: Registry) =>
			measureSweeps(registry, sweeps.list, async () => (await sites.all()).map(({ id }) => id)),
	}
}

export const alarmNoun = { name: 'alarm' as const, open, checks: alarmChecks }

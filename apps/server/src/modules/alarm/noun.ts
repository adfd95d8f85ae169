import type { Registry } from 'prom-client'
import type { Platform } from '../../platform/noun.ts'
import type { SiteService } from '../site/index.ts'
import { alarmChecks } from './checks.ts'
import { measureSweeps } from './metrics.ts'
import { createSqlAlarmStore } from './store.sql.ts'
import { createSweepAlarm } from './sweepAlarm.ts'

export type AlarmDeps = Pick<Platform, 'db' | 'clock' | 'ids' | 'log'> & { site: { sites: SiteService } }

function open({ db, clock, ids, log, site: { sites } }: AlarmDeps) {
	const sweeps = createSweepAlarm({ store: createSqlAlarmStore(db), clock, log, server: ids.row('server') })
	return {
		sweeps,
		jobs: [{ name: 'alarms', run: sweeps.endCalm }],
		metrics: (registry: Registry) =>
			measureSweeps(registry, sweeps.list, async () => (await sites.all()).map(({ id }) => id)),
	}
}

export const alarmNoun = { name: 'alarm' as const, open, checks: alarmChecks }

import type { Db } from '../../platform/db.ts'
import type { AlarmKind, AlarmStore } from './store.ts'

type AlarmTables = {
	alarms: { site_id: string; kind: AlarmKind; raised_at: number; ended_at: number | null }
	sites: { id: string; host: string }
}

export function createSqlAlarmStore(database: Db): AlarmStore {
	const db = database.$extendTables<AlarmTables>()
	return {
		async raise(siteId, kind, at) {
			await db
				.insertInto('alarms')
				.values({ site_id: siteId, kind, raised_at: at, ended_at: null })
				.onConflict(conflict => conflict.doNothing())
				.execute()
		},
		async endAllBut(siteIds, kind, at) {
			await db
				.updateTable('alarms')
				.set({ ended_at: at })
				.where('kind', '=', kind)
				.where('ended_at', 'is', null)
				.$if(siteIds.length > 0, query => query.where('site_id', 'not in', siteIds))
				.execute()
		},
		async listSince(since) {
			const rows = await db
				.selectFrom('alarms')
				.innerJoin('sites', 'sites.id', 'alarms.site_id')
				.select(['sites.host', 'alarms.kind', 'alarms.raised_at', 'alarms.ended_at'])
				.where(({ or, eb }) => or([eb('alarms.ended_at', 'is', null), eb('alarms.ended_at', '>', since)]))
				.orderBy('alarms.raised_at', 'desc')
				.execute()
			return rows.map(({ host, kind, raised_at, ended_at }) => ({ host, kind, raisedAt: raised_at, endedAt: ended_at }))
		},
	}
}

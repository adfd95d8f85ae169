import type { SiteId } from '@parley/core'
import type { Db } from '../../platform/db.ts'
import type { AlarmKind, AlarmStore } from './store.ts'

type AlarmTables = {
	alarms: {
		site_id: SiteId
		kind: AlarmKind
		raised_at: number
		ended_at: number | null
		/** Null in rows from before these columns. */
		renewed_at: number | null
		renewed_by: string | null
	}
	sites: { id: string; host: string }
}

export function createSqlAlarmStore(database: Db): AlarmStore {
	const db = database.$extendTables<AlarmTables>()
	return {
		async raise(siteId, kind, { server, at }) {
			await db
				.insertInto('alarms')
				.values({ site_id: siteId, kind, raised_at: at, ended_at: null, renewed_at: at, renewed_by: server })
				.onConflict(conflict => conflict.doNothing())
				.execute()
		},
		async renew(siteIds, kind, { server, at }) {
			if (siteIds.length === 0) return
			await db
				.updateTable('alarms')
				.set({ renewed_at: at, renewed_by: server })
				.where('kind', '=', kind)
				.where('ended_at', 'is', null)
				.where('site_id', 'in', siteIds)
				.execute()
		},
		async endAllBut(siteIds, kind, { server, before, at }) {
			await db
				.updateTable('alarms')
				.set({ ended_at: at })
				.where('kind', '=', kind)
				.where('ended_at', 'is', null)
				.where(({ eb, or, and, fn }) => {
					const isOwn = eb('renewed_by', '=', server)
					return or([
						siteIds.length > 0 ? and([isOwn, eb('site_id', 'not in', siteIds)]) : isOwn,
						eb(fn.coalesce('renewed_at', 'raised_at'), '<', before),
					])
				})
				.execute()
		},
		async listActive(kind) {
			const rows = await db
				.selectFrom('alarms')
				.select('site_id')
				.where('kind', '=', kind)
				.where('ended_at', 'is', null)
				.execute()
			return rows.map(({ site_id }) => site_id)
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

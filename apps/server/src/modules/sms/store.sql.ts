import type { Db } from '../../platform/database.ts'
import type { SmsStore } from './store.ts'

type SmsTables = { sms_codes: { site_id: string; is_sent: number; created_at: number } }

export function createSqlSmsStore(database: Db): SmsStore {
	const db = database.$extendTables<SmsTables>()
	return {
		async countSent(siteId, since) {
			const { count } = await db
				.selectFrom('sms_codes')
				.select(({ fn }) => fn.countAll().as('count'))
				.where('site_id', '=', siteId)
				.where('is_sent', '=', 1)
				.where('created_at', '>', since)
				.executeTakeFirstOrThrow()
			return Number(count)
		},
	}
}

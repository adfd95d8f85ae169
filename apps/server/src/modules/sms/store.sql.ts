import type { Db } from '../../platform/database.ts'
import type { SmsStore } from './store.ts'

type SmsTables = {
	sms_codes: { site_id: string; is_sent: number; created_at: number }
	guessing_notices: { meeting_id: string; site_id: string; user_id: string; sent_at: number }
}

export function createSqlSmsStore(database: Db): SmsStore {
	const db = database.$extendTables<SmsTables>()
	const countNotices: SmsStore['countGuessingNotices'] = async (siteId, since, hostId) => {
		const { count } = await db
			.selectFrom('guessing_notices')
			.select(({ fn }) => fn.countAll().as('count'))
			.where('site_id', '=', siteId)
			.where('sent_at', '>', since)
			.$if(hostId !== undefined, query => query.where('user_id', '=', hostId ?? ''))
			.executeTakeFirstOrThrow()
		return Number(count)
	}
	return {
		async countSent(siteId, since) {
			const { count } = await db
				.selectFrom('sms_codes')
				.select(({ fn }) => fn.countAll().as('count'))
				.where('site_id', '=', siteId)
				.where('is_sent', '=', 1)
				.where('created_at', '>', since)
				.executeTakeFirstOrThrow()
			return Number(count) + (await countNotices(siteId, since))
		},
		countGuessingNotices: countNotices,
		async findGuessingNotice(meetingId) {
			const row = await db
				.selectFrom('guessing_notices')
				.select('sent_at')
				.where('meeting_id', '=', meetingId)
				.executeTakeFirst()
			return row?.sent_at
		},
		async claimGuessingNotice({ meetingId, siteId, hostId }, at, since) {
			const { numInsertedOrUpdatedRows } = await db
				.insertInto('guessing_notices')
				.values({ meeting_id: meetingId, site_id: siteId, user_id: hostId, sent_at: at })
				.onConflict(conflict =>
					conflict
						.column('meeting_id')
						.doUpdateSet({ site_id: siteId, user_id: hostId, sent_at: at })
						.where('guessing_notices.sent_at', '<=', since),
				)
				.executeTakeFirst()
			return numInsertedOrUpdatedRows === 1n
		},
		async removeGuessingNotices(before) {
			await db.deleteFrom('guessing_notices').where('sent_at', '<=', before).execute()
		},
	}
}

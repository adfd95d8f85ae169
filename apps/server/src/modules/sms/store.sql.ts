import type { Instant, SiteId } from '@parley/core'
import type { Db } from '../../platform/db.ts'
import type { SmsKind } from './sender.ts'
import { type SmsStore, smsChannelName } from './store.ts'

type SmsTables = {
	sms_codes: { site_id: string; is_sent: number; created_at: number }
	guessing_notices: { meeting_id: string; site_id: string; user_id: string; channel: string; sent_at: number }
}

export function createSqlSmsStore(database: Db): SmsStore {
	const db = database.$extendTables<SmsTables>()
	const guessingNotices = (siteId: SiteId, since: Instant) =>
		db
			.selectFrom('guessing_notices')
			.select(({ fn }) => fn.countAll().as('count'))
			.where('site_id', '=', siteId)
			.where('sent_at', '>', since)
	const codes = (siteId: SiteId, since: Instant) =>
		db
			.selectFrom('sms_codes')
			.select(({ fn }) => fn.countAll().as('count'))
			.where('site_id', '=', siteId)
			.where('is_sent', '=', 1)
			.where('created_at', '>', since)
	const bySms = (siteId: SiteId, since: Instant) => guessingNotices(siteId, since).where('channel', '=', smsChannelName)
	/** Text messages of each kind, which all count in the budget. */
	const recorded = { code: codes, passwordGuessing: bySms } satisfies Record<SmsKind, unknown>

	const countOf = async (query: { executeTakeFirstOrThrow(): Promise<{ count: unknown }> }): Promise<number> =>
		Number((await query.executeTakeFirstOrThrow()).count)
	return {
		async countSent(siteId, since) {
			const kinds = Object.keys(recorded) as SmsKind[]
			const counts = await Promise.all(kinds.map(kind => countOf(recorded[kind](siteId, since))))
			return Object.fromEntries(kinds.map((kind, index) => [kind, counts[index]])) as Record<SmsKind, number>
		},
		countGuessingNotices: (siteId, since, hostId) =>
			countOf(guessingNotices(siteId, since).where('user_id', '=', hostId)),
		async findGuessingNotice(meetingId) {
			const row = await db
				.selectFrom('guessing_notices')
				.select('sent_at')
				.where('meeting_id', '=', meetingId)
				.executeTakeFirst()
			return row?.sent_at
		},
		async claimGuessingNotice({ meetingId, siteId, hostId, channel }, at, since) {
			const { numInsertedOrUpdatedRows } = await db
				.insertInto('guessing_notices')
				.values({ meeting_id: meetingId, site_id: siteId, user_id: hostId, channel, sent_at: at })
				.onConflict(conflict =>
					conflict
						.column('meeting_id')
						.doUpdateSet({ site_id: siteId, user_id: hostId, channel, sent_at: at })
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

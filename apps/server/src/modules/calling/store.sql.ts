import type { UserId } from '@parley/core'
import type { Db } from '../../platform/db.ts'
import type { CallStore } from './store.ts'

type CallTables = {
	called_people: { meeting_id: string; user_id: string; rings_until: number }
	admitted_people: { meeting_id: string; user_id: string; admitted_at: number }
}

export function createSqlCallStore(database: Db): CallStore {
	const db = database.$extendTables<CallTables>()
	const idsOf = (rows: readonly { user_id: string }[]) => rows.map(({ user_id }) => user_id as UserId)
	return {
		async noteAdmitted(meetingId, uid, at) {
			await db
				.insertInto('admitted_people')
				.values({ meeting_id: meetingId, user_id: uid, admitted_at: at })
				.onConflict(conflict => conflict.columns(['meeting_id', 'user_id']).doUpdateSet({ admitted_at: at }))
				.execute()
		},
		async begin(meetingId, uids, { ringsUntil, admittedAfter }) {
			if (uids.length === 0) return []
			await db
				.insertInto('called_people')
				.values(uids.map(uid => ({ meeting_id: meetingId, user_id: uid, rings_until: ringsUntil })))
				.onConflict(conflict => conflict.columns(['meeting_id', 'user_id']).doUpdateSet({ rings_until: ringsUntil }))
				.execute()
			// A person who is admitted at this moment either finds their call, or is found here.
			await db
				.deleteFrom('called_people')
				.where('meeting_id', '=', meetingId)
				.where('user_id', 'in', admitted =>
					admitted
						.selectFrom('admitted_people')
						.select('user_id')
						.where('meeting_id', '=', meetingId)
						.where('admitted_at', '>', admittedAfter),
				)
				.execute()
			const called = await db
				.selectFrom('called_people')
				.select('user_id')
				.where('meeting_id', '=', meetingId)
				.execute()
			const ringing = new Set(idsOf(called))
			return uids.filter(uid => ringing.has(uid))
		},
		async isRinging(meetingId, uid, now) {
			const row = await db
				.selectFrom('called_people')
				.select('user_id')
				.where('meeting_id', '=', meetingId)
				.where('user_id', '=', uid)
				.where('rings_until', '>', now)
				.executeTakeFirst()
			return row !== undefined
		},
		async end(meetingId, uid, now) {
			const { numDeletedRows } = await db
				.deleteFrom('called_people')
				.where('meeting_id', '=', meetingId)
				.where('user_id', '=', uid)
				.where('rings_until', '>', now)
				.executeTakeFirst()
			return numDeletedRows > 0n
		},
		async endAll(meetingId, now) {
			const ended = await db
				.deleteFrom('called_people')
				.where('meeting_id', '=', meetingId)
				.where('rings_until', '>', now)
				.returning('user_id')
				.execute()
			return idsOf(ended)
		},
		async removeOld(now, admittedUntil) {
			await db.deleteFrom('called_people').where('rings_until', '<=', now).execute()
			await db.deleteFrom('admitted_people').where('admitted_at', '<=', admittedUntil).execute()
		},
	}
}

import { MeetingId, type RoomActivityAction } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import type { ActivityPerson, RoomActivity } from '../room/index.ts'
import type { MeetingReportStore, StoredActivity } from './store.ts'

type MeetingReportTables = {
	meeting_activity: {
		meeting_id: string
		site_id: string
		at: number
		number: number
		action: RoomActivityAction
		actor_name: string | null
		actor_id: string | null
		target_name: string | null
		target_id: string | null
		detail: string | null
	}
}

export function createSqlMeetingReportStore(database: Db): MeetingReportStore {
	const db = database.$extendTables<MeetingReportTables>()
	return {
		async insertActivity(entries) {
			if (entries.length === 0) return
			await db
				.insertInto('meeting_activity')
				.values(entries.map(rowOf))
				.onConflict(conflict => conflict.columns(['meeting_id', 'at', 'number']).doNothing())
				.execute()
		},
		async listActivity(meetingId, limit) {
			const rows = await db
				.selectFrom('meeting_activity')
				.selectAll()
				.where('meeting_id', '=', meetingId)
				.orderBy('at', 'desc')
				.orderBy('number', 'desc')
				.limit(limit)
				.execute()
			return rows.reverse().map(activityOf)
		},
		async removeActivity(siteId, before, limit) {
			const old = await db
				.selectFrom('meeting_activity')
				.select(['meeting_id', 'at', 'number'])
				.where('site_id', '=', siteId)
				.where('at', '<', before)
				.limit(limit)
				.execute()
			await db.transaction().execute(async trx => {
				for (const { meeting_id, at, number } of old)
					await trx
						.deleteFrom('meeting_activity')
						.where('meeting_id', '=', meeting_id)
						.where('at', '=', at)
						.where('number', '=', number)
						.execute()
			})
			return old.length
		},
		async forgetPerson(userId) {
			await db
				.updateTable('meeting_activity')
				.set({ detail: null })
				.where('action', '=', 'renamed')
				.where(({ eb, or, and }) =>
					or([eb('target_id', '=', userId), and([eb('target_name', 'is', null), eb('actor_id', '=', userId)])]),
				)
				.execute()
			await db.updateTable('meeting_activity').set({ actor_name: '' }).where('actor_id', '=', userId).execute()
			await db.updateTable('meeting_activity').set({ target_name: '' }).where('target_id', '=', userId).execute()
		},
		async forget(meetingId) {
			await db.deleteFrom('meeting_activity').where('meeting_id', '=', meetingId).execute()
		},
	}
}

const rowOf = ({ meetingId, siteId, at, number, action, actor, target, detail }: StoredActivity) => ({
	meeting_id: meetingId,
	site_id: siteId,
	at,
	number,
	action,
	actor_name: actor?.name ?? null,
	actor_id: actor?.userId ?? null,
	target_name: target?.name ?? null,
	target_id: target?.userId ?? null,
	detail,
})

const activityOf = (row: MeetingReportTables['meeting_activity']): RoomActivity => ({
	meetingId: v.parse(MeetingId, row.meeting_id),
	at: Number(row.at),
	action: row.action,
	actor: personOf(row.actor_name, row.actor_id),
	target: personOf(row.target_name, row.target_id),
	detail: row.detail,
})

const personOf = (name: string | null, userId: string | null): ActivityPerson | null =>
	name === null ? null : { name, userId }

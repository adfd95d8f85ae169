import { MeetingId } from '@parley/core'
import { GroupId } from '@parley/im'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import type { MeetingChat, RoomChatStore } from './store.ts'

type RoomChatTables = {
	meeting_chats: { meeting_id: string; started_at: number; site_id: string; gid: string }
	meeting_chat_people: { gid: string; user_id: string; sees_from: number }
}

export function createSqlRoomChatStore(database: Db): RoomChatStore {
	const db = database.$extendTables<RoomChatTables>()
	const chatsOf = (meetingId: MeetingId) =>
		db.selectFrom('meeting_chats').selectAll('meeting_chats').where('meeting_id', '=', meetingId)
	return {
		async find(meetingId, startedAt) {
			const row = await chatsOf(meetingId).where('started_at', '=', startedAt).executeTakeFirst()
			return row && chatOf(row)
		},
		async list(meetingId) {
			return (await chatsOf(meetingId).orderBy('started_at', 'desc').execute()).map(chatOf)
		},
		async insert({ meetingId, startedAt, siteId, gid }) {
			await db
				.insertInto('meeting_chats')
				.values({ meeting_id: meetingId, started_at: startedAt, site_id: siteId, gid })
				.execute()
		},
		async addPerson(gid, userId, seesFrom) {
			await db
				.insertInto('meeting_chat_people')
				.values({ gid, user_id: userId, sees_from: seesFrom })
				// The visit counts in which they saw most.
				.onConflict(conflict =>
					conflict
						.columns(['gid', 'user_id'])
						.doUpdateSet({ sees_from: seesFrom })
						.where('meeting_chat_people.sees_from', '>', seesFrom),
				)
				.execute()
		},
		async listAttended(meetingId, userId) {
			const rows = await chatsOf(meetingId)
				.innerJoin('meeting_chat_people', 'meeting_chat_people.gid', 'meeting_chats.gid')
				.select('meeting_chat_people.sees_from')
				.where('meeting_chat_people.user_id', '=', userId)
				.orderBy('started_at', 'desc')
				.execute()
			return rows.map(row => ({ ...chatOf(row), seesFrom: Number(row.sees_from) }))
		},
		async remove(meetingId) {
			await db.transaction().execute(async trx => {
				const gids = trx.selectFrom('meeting_chats').select('gid').where('meeting_id', '=', meetingId)
				await trx.deleteFrom('meeting_chat_people').where('gid', 'in', gids).execute()
				await trx.deleteFrom('meeting_chats').where('meeting_id', '=', meetingId).execute()
			})
		},
	}
}

const chatOf = (row: RoomChatTables['meeting_chats']): MeetingChat => ({
	meetingId: v.parse(MeetingId, row.meeting_id),
	startedAt: Number(row.started_at),
	siteId: row.site_id,
	gid: v.parse(GroupId, row.gid),
})

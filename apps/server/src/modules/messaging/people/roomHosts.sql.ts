import { type ImUserId, memberRoles } from '@parley/im'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db.ts'
import type { RoomHostStore } from './reservedNames.ts'

export const createSqlRoomHostStore = (db: Db): RoomHostStore => ({
	async listRoomHosts(appId) {
		const { rows } = await sql<{ uid: ImUserId; nick_name: string | null }>`
			select distinct m.uid, m.nick_name from im_conversations as c
			join im_members as m on m.app_id = c.app_id and m.conversation_id = c.id
			where c.app_id = ${appId} and c.kind = 'room' and c.deleted_at is null and m.role in (${memberRoles.owner}, ${memberRoles.manager}) and m.absence = 0`.execute(
			db,
		)
		return rows.map(({ uid, nick_name }) => ({ uid, nickName: nick_name }))
	},
})

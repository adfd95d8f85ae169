import { ChatFileId, MeetingId } from '@parley/core'
import { GroupId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import type { Db } from '../../../platform/db.ts'
import type { ChatFileStore, StoredFile } from './store.ts'

type FileTables = {
	meeting_chat_files: {
		id: string
		meeting_id: string
		gid: string
		author: string
		receiver: string | null
		name: string
		bytes: number
		width: number | null
		height: number | null
		created_at: number
		finished_at: number | null
		sent_at: number | null
	}
}

export function createSqlChatFileStore(database: Db): ChatFileStore {
	const db = database.$extendTables<FileTables>()
	const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => v.parse(ChatFileId, id))
	return {
		async insert({ id, meetingId, gid, author, receiver, name, bytes, createdAt }) {
			const values = { id, meeting_id: meetingId, gid, author, receiver, name, bytes, created_at: createdAt }
			await db.insertInto('meeting_chat_files').values(values).execute()
		},
		async find(id) {
			const row = await db.selectFrom('meeting_chat_files').selectAll().where('id', '=', id).executeTakeFirst()
			return row && fileOf(row)
		},
		async finish(id, { name, bytes, picture, finishedAt }) {
			const size = { width: picture?.width ?? null, height: picture?.height ?? null }
			await db
				.updateTable('meeting_chat_files')
				.set({ name, bytes, ...size, finished_at: finishedAt })
				.where('id', '=', id)
				.execute()
		},
		async markSent(id, at) {
			await db
				.updateTable('meeting_chat_files')
				.set({ sent_at: at })
				.where('id', '=', id)
				.where('sent_at', 'is', null)
				.execute()
		},
		async countBytes(gid) {
			const row = await db
				.selectFrom('meeting_chat_files')
				.select(({ fn }) => fn.sum<number | string | null>('bytes').as('total'))
				.where('gid', '=', gid)
				.executeTakeFirst()
			return Number(row?.total ?? 0)
		},
		async listOfMeeting(meetingId) {
			return idsOf(await db.selectFrom('meeting_chat_files').select('id').where('meeting_id', '=', meetingId).execute())
		},
		async listOld(before, count) {
			return idsOf(
				await db
					.selectFrom('meeting_chat_files')
					.select('id')
					.where('created_at', '<', before)
					.orderBy('created_at')
					.limit(count)
					.execute(),
			)
		},
		async listUnsent(before, count) {
			const rows = await db
				.selectFrom('meeting_chat_files')
				.select(['id', 'author'])
				.where('sent_at', 'is', null)
				.where('created_at', '<', before)
				.where(({ eb, or }) => or([eb('finished_at', 'is', null), eb('finished_at', '<', before)]))
				.orderBy('created_at')
				.limit(count)
				.execute()
			return rows.map(({ id, author }) => ({ id: v.parse(ChatFileId, id), author: v.parse(ImUserId, author) }))
		},
		async findExisting(ids) {
			if (ids.length === 0) return new Set()
			const rows = await db
				.selectFrom('meeting_chat_files')
				.select('id')
				.where('id', 'in', [...ids])
				.execute()
			return new Set(rows.map(({ id }) => id))
		},
		async remove(id) {
			await db.deleteFrom('meeting_chat_files').where('id', '=', id).execute()
		},
	}
}

const instantOf = (value: number | null) => (value === null ? null : Number(value))

const fileOf = (row: FileTables['meeting_chat_files']): StoredFile => ({
	id: v.parse(ChatFileId, row.id),
	meetingId: v.parse(MeetingId, row.meeting_id),
	gid: v.parse(GroupId, row.gid),
	author: v.parse(ImUserId, row.author),
	receiver: row.receiver === null ? null : v.parse(ImUserId, row.receiver),
	name: row.name,
	bytes: Number(row.bytes),
	picture: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
	createdAt: Number(row.created_at),
	finishedAt: instantOf(row.finished_at),
	sentAt: instantOf(row.sent_at),
})

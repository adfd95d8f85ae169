import { CompanyId, MeetingId, type MeetingStatus, meetingStatus, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import type { HandoverStore } from './handoverStore.ts'

type HandoverTables = {
	meeting_handovers: { host_id: string; successor_id: string | null; asked_at: number }
	meetings: {
		meeting_id: string
		company_id: string
		creator_id: string
		host_id: string
		status: MeetingStatus
		updated_at: number
	}
	users: { id: string; disabled_at: number | null }
	memberships: { user_id: string; company_id: string }
}

export function createSqlHandoverStore(database: Db): HandoverStore {
	const db = database.$extendTables<HandoverTables>()
	const hostedBy = (hostId: UserId) =>
		db.selectFrom('meetings').where('host_id', '=', hostId).where('status', '!=', meetingStatus.ended)

	return {
		async ask({ hostId, successorId = null }, at) {
			await db
				.insertInto('meeting_handovers')
				.values({ host_id: hostId, successor_id: successorId, asked_at: at })
				.onConflict(conflict => conflict.column('host_id').doUpdateSet({ successor_id: successorId, asked_at: at }))
				.execute()
		},
		async all() {
			const rows = await db.selectFrom('meeting_handovers').selectAll().orderBy('asked_at').execute()
			return rows.map(row => ({
				hostId: v.parse(UserId, row.host_id),
				successorId: row.successor_id === null ? undefined : v.parse(UserId, row.successor_id),
			}))
		},
		async finish(hostId) {
			await db.deleteFrom('meeting_handovers').where('host_id', '=', hostId).execute()
		},
		async findHosted(hostId, limit) {
			const rows = await hostedBy(hostId)
				.select(['meeting_id', 'company_id', 'creator_id', 'status'])
				// Meetings in progress are checked repeatedly, and must not delay the others.
				.orderBy('status')
				.limit(limit)
				.execute()
			return rows.map(row => ({
				meetingId: v.parse(MeetingId, row.meeting_id),
				companyId: v.parse(CompanyId, row.company_id),
				creatorId: v.parse(UserId, row.creator_id),
				status: row.status,
			}))
		},
		async countHosted(hostId) {
			const rows = await hostedBy(hostId)
				.select(({ fn }) => ['company_id', fn.countAll<number | bigint>().as('count')])
				.groupBy('company_id')
				.execute()
			return rows.map(row => ({ companyId: v.parse(CompanyId, row.company_id), count: Number(row.count) }))
		},
		async changeHost(meetingId, { from, to, at }) {
			const { numUpdatedRows } = await db
				.updateTable('meetings')
				.set({ host_id: to, updated_at: at })
				.where('meeting_id', '=', meetingId)
				.where('host_id', '=', from)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async isActiveMember(userId, companyId) {
			const row = await db
				.selectFrom('memberships')
				.innerJoin('users', 'users.id', 'memberships.user_id')
				.select('users.id')
				.where('memberships.user_id', '=', userId)
				.where('memberships.company_id', '=', companyId)
				.where('users.disabled_at', 'is', null)
				.executeTakeFirst()
			return row !== undefined
		},
		async hasAccount(userId) {
			return (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined
		},
	}
}

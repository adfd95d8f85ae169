import type { BroadcastStatus, CompanyId, MeetingPassword, UserId } from '@parley/core'
import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely'
import { type RowOf, rowMapping } from '../../platform/columns.ts'
import type { Db } from '../../platform/db.ts'
import { cipherOf } from '../../platform/fieldCipher.ts'
import { meetingColumns } from './fields.ts'
import { createSameRows } from './sameRows.ts'
import type { ListedMeeting } from './store.ts'

type Row = RowOf<typeof meetingColumns>
export type MeetingTables = {
	meetings: Row
	meeting_occurrences: { meeting_id: string; day: string; started_at: number | null; ended_at: number }
	meeting_password_guesses: { meeting_id: string; guessed_at: number; password: MeetingPassword }
	meeting_introductions: { meeting_id: string; html: string }
	meeting_people: { meeting_id: string; user_id: string }
	meeting_departments: { meeting_id: string; department_id: string }
	users: { id: string; display_name: string }
	lives: { id: string; status: BroadcastStatus }
	memberships: { user_id: string; company_id: string }
	departments: { id: string; company_id: string; number: string; name: string; parent_number: string | null }
}
type ListedRow = Row & {
	host_name: string | null
	occurrence_ended_at: number | null
	live_status: BroadcastStatus | null
}

/** Building blocks of the store's queries. */
export function meetingQueries(database: Db) {
	const db = database.$extendTables<MeetingTables>()

	/** A query with the departments of a person and all departments above them; `union` ends cycles. */
	const withDepartmentsOver = (companyId: CompanyId, userId: UserId): QueryCreator<MeetingTables> =>
		db.withRecursive(
			'over_person(id, parent_number)',
			() => sql<{ id: string; parent_number: string | null }>`(
				select departments.id, departments.parent_number from department_people
				join departments on departments.id = department_people.department_id
				where department_people.user_id = ${userId} and departments.company_id = ${companyId}
				union
				select departments.id, departments.parent_number from over_person
				join departments on departments.number = over_person.parent_number and departments.company_id = ${companyId}
			)`,
		)

	/** Meetings with the name of their host, the occurrence of a day, and their broadcast. */
	const listed = (day: string) =>
		db
			.selectFrom('meetings')
			.leftJoin('users', 'users.id', 'meetings.host_id')
			.leftJoin('lives', 'lives.id', 'meetings.meeting_id')
			.leftJoin('meeting_occurrences', join =>
				join
					.onRef('meeting_occurrences.meeting_id', '=', 'meetings.meeting_id')
					.on('meeting_occurrences.day', '=', day),
			)
			.select(columnsOfMeeting)
			.select([
				'users.display_name as host_name',
				'meeting_occurrences.ended_at as occurrence_ended_at',
				'lives.status as live_status',
			])

	const mapping = rowMapping(meetingColumns, cipherOf(database))
	const listedOf = createSameRows(
		(row: ListedRow) => `${row.id} ${row.occurrence_ended_at}`,
		(row): ListedMeeting => ({
			...mapping.fromRow(row),
			hostName: row.host_name ?? '',
			occurrenceEndedAt: row.occurrence_ended_at,
			isOnAir: row.live_status === 'onAir',
		}),
	)

	return { db, withDepartmentsOver, listed, toRow: mapping.toRow, listedOf }
}
export type MeetingQueries = ReturnType<typeof meetingQueries>

export type Where = ExpressionBuilder<MeetingTables, 'meetings'>

/**
 * Returns whether a person is invited, in a query with their departments. One `exists` over a union: as two of them
 * PostgreSQL would plan to read all invitations.
 */
export const isAmong = (where: Where, userId: UserId) =>
	where.exists(
		where
			.selectFrom('meeting_people')
			.select('meeting_people.user_id as who')
			.whereRef('meeting_people.meeting_id', '=', 'meetings.meeting_id')
			.where('meeting_people.user_id', '=', userId)
			.unionAll(
				where
					.selectFrom('meeting_departments')
					.select('meeting_departments.department_id as who')
					.whereRef('meeting_departments.meeting_id', '=', 'meetings.meeting_id')
					.where('meeting_departments.department_id', 'in', sql<string>`(select id from over_person)`),
			),
	)

const columnsOfMeeting = Object.values(meetingColumns).map(({ name }) => `meetings.${name}` as const)

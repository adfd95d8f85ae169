import { type CompanyId, MeetingId, meetingStatus, repeatType, UserId } from '@parley/core'
import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely'
import * as v from 'valibot'
import { type RowOf, rowMapping } from '../../platform/columns.ts'
import type { Db } from '../../platform/database.ts'
import { editableColumns, meetingColumns } from './fields.ts'
import type { DayQuery, Invited, ListedMeeting, MeetingScope, MeetingStore } from './store.ts'

type Row = RowOf<typeof meetingColumns>
type MeetingTables = {
	meetings: Row
	meeting_occurrences: { meeting_id: string; day: string; started_at: number | null; ended_at: number }
	meeting_people: { meeting_id: string; user_id: string }
	meeting_departments: { meeting_id: string; department_id: string }
	users: { id: string; display_name: string }
	memberships: { user_id: string; company_id: string }
	departments: { id: string; company_id: string; number: string; name: string; parent_number: string | null }
}
type ListedRow = Row & { host_name: string | null; occurrence_ended_at: number | null }

const rowsAtOnce = 500

/** A statement takes a limited number of values. */
function* inParts<T>(rows: readonly T[]): Generator<T[]> {
	for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce)
}

export function createSqlMeetingStore(database: Db): MeetingStore {
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

	/** One page of the day as keys only, so that names are joined for the rows of the page alone. */
	const keysOfDay = ({ scope, from, to, keywords, offset, limit, ...calendar }: DayQuery) => {
		const oneOff = db
			.selectFrom('meetings')
			.select(['meetings.id as key', sql<number>`start_at - ${sql.lit(from)}`.as('since_midnight')])
			.where(isWithin(scope))
			.where('is_room', '=', 0)
			.where('start_at', '>=', from)
			.where('start_at', '<', to)
			.$if(keywords !== '', select => select.where(matches(keywords)))
		const series = db
			.selectFrom('meetings')
			.select(['meetings.id as key', sql<number>`repeat_second * 1000`.as('since_midnight')])
			.where(isWithin(scope))
			.where('is_room', '=', 1)
			.where('created_at', '<', to)
			.where(occursOn(calendar))
			.$if(keywords !== '', select => select.where(matches(keywords)))
		return ('userId' in scope ? withDepartmentsOver(scope.companyId, scope.userId) : db)
			.selectFrom(oneOff.unionAll(series).as('listed'))
			.select(['key', 'since_midnight'])
			.orderBy('since_midnight')
			.orderBy('key')
			.limit(limit)
			.offset(offset)
	}

	const listed = (day: string) =>
		db
			.selectFrom('meetings')
			.leftJoin('users', 'users.id', 'meetings.host_id')
			.leftJoin('meeting_occurrences', join =>
				join
					.onRef('meeting_occurrences.meeting_id', '=', 'meetings.meeting_id')
					.on('meeting_occurrences.day', '=', day),
			)
			.selectAll('meetings')
			.select(['users.display_name as host_name', 'meeting_occurrences.ended_at as occurrence_ended_at'])

	/** Runs in the current transaction, or in a new one. */
	const together = <T>(work: (inside: typeof db) => Promise<T>): Promise<T> =>
		db.isTransaction ? work(db) : db.transaction().execute(work)

	async function insertInvited(
		inside: typeof db,
		rows: readonly { meetingId: MeetingId; invited?: Invited | undefined }[],
	) {
		const people = rows.flatMap(({ meetingId, invited }) =>
			(invited?.people ?? []).map(id => ({ meeting_id: meetingId, user_id: id })),
		)
		const departments = rows.flatMap(({ meetingId, invited }) =>
			(invited?.departmentIds ?? []).map(id => ({ meeting_id: meetingId, department_id: id })),
		)
		for (const some of inParts(people)) await inside.insertInto('meeting_people').values(some).execute()
		for (const some of inParts(departments)) await inside.insertInto('meeting_departments').values(some).execute()
	}

	async function replaceInvited(inside: typeof db, meetingId: MeetingId, invited: Invited) {
		await inside.deleteFrom('meeting_people').where('meeting_id', '=', meetingId).execute()
		await inside.deleteFrom('meeting_departments').where('meeting_id', '=', meetingId).execute()
		await insertInvited(inside, [{ meetingId, invited }])
	}

	return {
		async find(meetingId, day = '') {
			const row = await listed(day).where('meetings.meeting_id', '=', meetingId).executeTakeFirst()
			return row && fromListedRow(row)
		},
		async findByDay(query) {
			const rows = await listed(query.day)
				.innerJoin(keysOfDay(query).as('page'), 'page.key', 'meetings.id')
				.orderBy('page.since_midnight')
				.orderBy('page.key')
				.execute()
			return rows.map(fromListedRow)
		},
		async insert(meeting) {
			return await together(async inside => {
				const { numInsertedOrUpdatedRows } = await inside
					.insertInto('meetings')
					.values(meetingMapping.toRow(meeting))
					.onConflict(conflict => conflict.column('meeting_id').doNothing())
					.executeTakeFirst()
				const isNew = numInsertedOrUpdatedRows === 1n
				if (isNew) await insertInvited(inside, [meeting])
				return isNew
			})
		},
		async insertMany(meetings) {
			await together(async inside => {
				for (const some of inParts(meetings))
					await inside.insertInto('meetings').values(some.map(meetingMapping.toRow)).execute()
				await insertInvited(inside, meetings)
			})
		},
		async isInvited({ meetingId, companyId }, userId) {
			const row = await withDepartmentsOver(companyId, userId)
				.selectFrom('meetings')
				.select('id')
				.where('meeting_id', '=', meetingId)
				.where(where => isAmong(where, userId))
				.executeTakeFirst()
			return row !== undefined
		},
		async findInvited(meetingId) {
			const people = await db
				.selectFrom('meeting_people')
				.innerJoin('meetings', 'meetings.meeting_id', 'meeting_people.meeting_id')
				.innerJoin('users', 'users.id', 'meeting_people.user_id')
				.innerJoin('memberships', join =>
					join
						.onRef('memberships.user_id', '=', 'users.id')
						.onRef('memberships.company_id', '=', 'meetings.company_id'),
				)
				.select(['users.id', 'users.display_name'])
				.where('meeting_people.meeting_id', '=', meetingId)
				.orderBy('users.display_name')
				.orderBy('users.id')
				.execute()
			const departments = await db
				.selectFrom('meeting_departments')
				.innerJoin('departments', 'departments.id', 'meeting_departments.department_id')
				.select(['departments.number', 'departments.name'])
				.where('meeting_departments.meeting_id', '=', meetingId)
				.orderBy('departments.number')
				.execute()
			return { people: people.map(row => ({ id: v.parse(UserId, row.id), name: row.display_name })), departments }
		},
		async start(meetingId, at) {
			const { numUpdatedRows } = await db
				.updateTable('meetings')
				.set({ status: meetingStatus.inProgress, started_at: at, updated_at: at })
				.where('meeting_id', '=', meetingId)
				.where('status', '=', meetingStatus.notStarted)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async setStatus(meetingId, next, at) {
			await db
				.updateTable('meetings')
				.set({
					status: next,
					is_locked: 0,
					updated_at: at,
					...(next === meetingStatus.notStarted && { started_at: null }),
				})
				.where('meeting_id', '=', meetingId)
				.execute()
		},
		async endOccurrence(meetingId, { day, startedAt, endedAt }) {
			await db
				.insertInto('meeting_occurrences')
				.values({ meeting_id: meetingId, day, started_at: startedAt, ended_at: endedAt })
				.onConflict(conflict => conflict.columns(['meeting_id', 'day']).doUpdateSet({ ended_at: endedAt }))
				.execute()
		},
		async setLocked(meetingId, locked, at) {
			await db
				.updateTable('meetings')
				.set({ is_locked: locked ? 1 : 0, updated_at: at })
				.where('meeting_id', '=', meetingId)
				.execute()
		},
		async update(meetingId, basis, revision, at) {
			return await together(async inside => {
				// Locks the row first: of two simultaneous edits the second waits here and then finds a newer version.
				const { numUpdatedRows } = await inside
					.updateTable('meetings')
					.set({ ...updateMapping.toRow(revision), updated_at: at })
					.where('meeting_id', '=', meetingId)
					.where('status', '=', basis.status)
					.where('updated_at', '=', basis.updatedAt)
					.executeTakeFirst()
				if (numUpdatedRows !== 1n) return false
				if (revision.invited) await replaceInvited(inside, meetingId, revision.invited)
				return true
			})
		},
		async remove(meetingId) {
			const { numDeletedRows } = await db
				.deleteFrom('meetings')
				.where('meeting_id', '=', meetingId)
				.where('status', '!=', meetingStatus.inProgress)
				.executeTakeFirst()
			return numDeletedRows === 1n
		},
		async findOverdue(now) {
			const rows = await db
				.selectFrom('meetings')
				.select('meeting_id')
				.where('status', '=', meetingStatus.inProgress)
				.where(where =>
					where.or([
						where.and([where('is_room', '=', 0), where('end_at', '<=', now)]),
						where.and([where('is_room', '=', 1), sql<boolean>`started_at + duration_s * 1000 <= ${now}`]),
					]),
				)
				.execute()
			return rows.map(row => v.parse(MeetingId, row.meeting_id))
		},
		async closeMissed(endedBefore, now) {
			await db
				.updateTable('meetings')
				.set({ status: meetingStatus.over, updated_at: now })
				.where('is_room', '=', 0)
				.where('status', '=', meetingStatus.notStarted)
				.where('end_at', '<', endedBefore)
				.execute()
		},
	}
}

type Where = ExpressionBuilder<MeetingTables, 'meetings'>

const isWithin = (within: MeetingScope) => (where: Where) => {
	if ('allOf' in within) return where('company_id', '=', within.allOf)
	if ('publicOf' in within) {
		const { publicOf } = within
		return where.and([where('site_id', '=', publicOf), where('is_private', '=', 0), where('is_invited_only', '=', 0)])
	}
	const { companyId } = within
	if ('runBy' in within) {
		const { runBy } = within
		const isTheirs = where.or([where('host_id', '=', runBy), where('creator_id', '=', runBy)])
		return where.and([where('company_id', '=', companyId), isTheirs])
	}
	const { userId } = within
	const concerns = where.or([
		where('is_invited_only', '=', 0),
		where('host_id', '=', userId),
		where('creator_id', '=', userId),
		isAmong(where, userId),
	])
	return where.and([where('company_id', '=', companyId), concerns])
}

/**
 * Whether a person is invited, in a query with their departments. One `exists` over a union: as two of them PostgreSQL
 * would plan to read all invitations.
 */
const isAmong = (where: Where, userId: UserId) =>
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

const occursOn =
	({ weekday, dayOfMonth, isLastOfMonth }: Pick<DayQuery, 'weekday' | 'dayOfMonth' | 'isLastOfMonth'>) =>
	(where: Where) =>
		where.or([
			where('repeat_type', 'not in', [repeatType.weekly, repeatType.monthly]),
			where.and([where('repeat_type', '=', repeatType.weekly), where('repeat_condition', '=', weekday)]),
			where.and([
				where('repeat_type', '=', repeatType.monthly),
				where('repeat_condition', isLastOfMonth ? '>=' : '=', dayOfMonth),
			]),
		])

const matches = (keywords: string) => (where: Where) => {
	const within = (words: string) => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
	// Ids are shown in groups of three and searched as they are shown.
	const id = /^[\d\s-]*\d[\d\s-]*$/.test(keywords) ? keywords.replace(/[\s-]/g, '') : keywords
	return where.or([
		sql<boolean>`lower(topic) like ${within(keywords)} escape '\\'`,
		sql<boolean>`meeting_id like ${within(id)} escape '\\'`,
	])
}

const meetingMapping = rowMapping(meetingColumns)
const updateMapping = rowMapping(editableColumns)

const fromListedRow = (row: ListedRow): ListedMeeting => ({
	...meetingMapping.fromRow(row),
	hostName: row.host_name ?? '',
	occurrenceEndedAt: row.occurrence_ended_at,
})

import { MeetingId, meetingStatus, UserId } from '@parley/core'
import { sql } from 'kysely'
import * as v from 'valibot'
import { rowMapping } from '../../platform/columns.ts'
import { compileOnce } from '../../platform/compiledQuery.ts'
import type { Db } from '../../platform/db.ts'
import { cipherOf } from '../../platform/fieldCipher.ts'
import { createDayFinder } from './day.sql.ts'
import { editableColumns } from './fields.ts'
import { isAmong, meetingQueries } from './queries.sql.ts'
import { createSearchFinder } from './search.sql.ts'
import type { Invited, MeetingStore } from './store.ts'

const rowsAtOnce = 500

/** A statement takes a limited number of values. */
function* inParts<T>(rows: readonly T[]): Generator<T[]> {
	for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce)
}

export function createSqlMeetingStore(database: Db): MeetingStore {
	const queries = meetingQueries(database)
	const { db, listed, withDepartmentsOver, toRow, listedOf } = queries
	const updateMapping = rowMapping(editableColumns, cipherOf(database))

	const findOne = compileOnce(db, ({ meetingId, day }: { meetingId: MeetingId; day: string }) =>
		listed(day).where('meetings.meeting_id', '=', meetingId),
	)

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

	async function replaceIntroduction(inside: typeof db, meetingId: MeetingId, html: string) {
		await inside.deleteFrom('meeting_introductions').where('meeting_id', '=', meetingId).execute()
		if (html) await inside.insertInto('meeting_introductions').values({ meeting_id: meetingId, html }).execute()
	}

	return {
		async find(meetingId, day = '') {
			const [row] = await findOne({ meetingId, day })
			return row && listedOf(row)
		},
		findByDay: createDayFinder(queries),
		findMatching: createSearchFinder(queries),
		async insert(meeting) {
			return await together(async inside => {
				const { numInsertedOrUpdatedRows } = await inside
					.insertInto('meetings')
					.values(toRow(meeting))
					.onConflict(conflict => conflict.column('meeting_id').doNothing())
					.executeTakeFirst()
				const isNew = numInsertedOrUpdatedRows === 1n
				if (isNew) await insertInvited(inside, [meeting])
				if (isNew && meeting.introduction) await replaceIntroduction(inside, meeting.meetingId, meeting.introduction)
				return isNew
			})
		},
		async insertMany(meetings) {
			await together(async inside => {
				for (const some of inParts(meetings)) await inside.insertInto('meetings').values(some.map(toRow)).execute()
				await insertInvited(inside, meetings)
				for (const { meetingId, introduction } of meetings)
					if (introduction) await replaceIntroduction(inside, meetingId, introduction)
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
		async listAttendees(meetingId, most) {
			const { rows } = await sql<{ id: UserId }>`
				with recursive below(id, number, company_id) as (
					select d.id, d.number, d.company_id from meeting_departments as md
					join departments as d on d.id = md.department_id where md.meeting_id = ${meetingId}
					union
					select d.id, d.number, d.company_id from below
					join departments as d on d.parent_number = below.number and d.company_id = below.company_id
				), invited(user_id) as (
					select user_id from meeting_people where meeting_id = ${meetingId}
					union
					select p.user_id from below join department_people as p on p.department_id = below.id
				)
				select u.id from invited
				join users as u on u.id = invited.user_id
				join meetings as m on m.meeting_id = ${meetingId}
				join memberships as s on s.user_id = u.id and s.company_id = m.company_id
				where u.disabled_at is null order by u.id limit ${most}`.execute(db)
			return rows.map(({ id }) => id)
		},
		async findIntroduction(meetingId) {
			const row = await db
				.selectFrom('meeting_introductions')
				.select('html')
				.where('meeting_id', '=', meetingId)
				.executeTakeFirst()
			return row?.html
		},
		async findPicturesInUse(paths) {
			const inUse = new Set<string>()
			for (const some of inParts(paths)) {
				const rows = await db
					.selectFrom('meetings')
					.select('live_background')
					.where('live_background', 'in', some)
					.execute()
				for (const { live_background } of rows) if (live_background) inUse.add(live_background)
			}
			for (const path of paths) {
				if (inUse.has(path)) continue
				const row = await db
					.selectFrom('meeting_introductions')
					.select('meeting_id')
					.where('html', 'like', `%"${path}"%`)
					.limit(1)
					.executeTakeFirst()
				if (row) inUse.add(path)
			}
			return inUse
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
					waiting_room_now: null,
					updated_at: at,
					...(next === meetingStatus.notStarted && { started_at: null }),
					...(next === meetingStatus.ended && { ended_at: at }),
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
		async setWaitingRoomNow(meetingId, rule, at) {
			await db
				.updateTable('meetings')
				.set({ waiting_room_now: rule, updated_at: at })
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
				if (revision.introduction !== undefined) await replaceIntroduction(inside, meetingId, revision.introduction)
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
		async saveGuess(meetingId, { at, password }) {
			const guess = { guessed_at: at, password }
			await db
				.insertInto('meeting_password_guesses')
				.values({ meeting_id: meetingId, ...guess })
				.onConflict(conflict => conflict.column('meeting_id').doUpdateSet(guess))
				.execute()
		},
		async removeGuess(meetingId, passwords) {
			await db
				.deleteFrom('meeting_password_guesses')
				.where('meeting_id', '=', meetingId)
				.where('password', 'in', passwords)
				.execute()
		},
		async findGuess(meetingId) {
			return await db
				.selectFrom('meeting_password_guesses')
				.select(['guessed_at as at', 'password'])
				.where('meeting_id', '=', meetingId)
				.executeTakeFirst()
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
		async findLongOver(siteId, { ended, endedWithLive }, limit) {
			const rows = await db
				.selectFrom('meetings')
				.select(['meeting_id', 'live_background'])
				.where('site_id', '=', siteId)
				// Written into the statement as text, to match the condition of the partial index.
				.where(sql<boolean>`is_room = 0 and status = ${sql.lit(meetingStatus.ended)}`)
				.where('end_at', '<', ended)
				.where('updated_at', '<', ended)
				.where(where => where.or([where('has_live', '=', 0), where('end_at', '<', endedWithLive)]))
				.where(sql<boolean>`not exists (select 1 from recordings where recordings.meeting_id = meetings.meeting_id)`)
				.orderBy('end_at')
				.limit(limit)
				.execute()
			return rows.map(row => ({ meetingId: v.parse(MeetingId, row.meeting_id), liveBackground: row.live_background }))
		},
		async removeOccurrences(siteId, beforeDay, limit) {
			return await together(async inside => {
				const rows = await inside
					.selectFrom('meetings')
					.innerJoin('meeting_occurrences', 'meeting_occurrences.meeting_id', 'meetings.meeting_id')
					.select(['meeting_occurrences.meeting_id', 'meeting_occurrences.day'])
					.where('meetings.site_id', '=', siteId)
					.where(sql<boolean>`meetings.is_room = 1`)
					.where('meeting_occurrences.day', '<', beforeDay)
					.limit(limit)
					.execute()
				for (const { meeting_id, day } of rows) {
					await inside
						.deleteFrom('meeting_occurrences')
						.where('meeting_id', '=', meeting_id)
						.where('day', '=', day)
						.execute()
				}
				return rows.length
			})
		},
		async closeMissed(endedBefore, now) {
			await db
				.updateTable('meetings')
				.set({ status: meetingStatus.ended, updated_at: now })
				.where('is_room', '=', 0)
				.where('status', '=', meetingStatus.notStarted)
				.where('end_at', '<', endedBefore)
				.execute()
		},
	}
}

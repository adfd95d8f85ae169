import { CompanyId, MeetingId, SiteId, UserId } from '@parley/core'
import { type ExpressionBuilder, sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../platform/database.ts'
import { repeat, status } from './recurrence.ts'
import type { DayQuery, ListedMeeting, MeetingRow, MeetingStore, Revision, StoredStatus, Within } from './store.ts'

type Row = {
	id: string
	meeting_id: string
	site_id: string
	company_id: string
	creator_id: string
	host_id: string
	topic: string
	zone: string
	start_at: number
	end_at: number
	duration_s: number
	status: number
	is_private: number
	is_locked: number
	host_must_open: number
	password: string | null
	host_password: string
	is_room: number
	repeat_type: number
	repeat_condition: number
	repeat_second: number
	started_at: number | null
	created_at: number
	updated_at: number
}
type MeetingTables = {
	meetings: Row
	meeting_occurrences: { meeting_id: string; day: string; started_at: number | null; ended_at: number }
	users: { id: string; display_name: string }
}
type ListedRow = Row & { host_name: string | null; occurrence_ended_at: number | null }

const rowsAtOnce = 500

export function sqlMeetingStore(database: Db): MeetingStore {
	const db = database.$extendTables<MeetingTables>()

	/** One page of the day as keys only, so that names are joined for the rows of the page and no others. */
	const keysOfDay = ({ within, day, from, to, keywords, ...query }: DayQuery) => {
		const oneOff = db
			.selectFrom('meetings')
			.select(['meetings.id as key', sql<number>`start_at - ${sql.lit(from)}`.as('since_midnight')])
			.where(isWithin(within))
			.where('is_room', '=', 0)
			.where('start_at', '>=', from)
			.where('start_at', '<', to)
			.$if(keywords !== '', select => select.where(matches(keywords)))
		const rooms = db
			.selectFrom('meetings')
			.select(['meetings.id as key', sql<number>`repeat_second * 1000`.as('since_midnight')])
			.where(isWithin(within))
			.where('is_room', '=', 1)
			.where('created_at', '<', to)
			.where(occursOn(query))
			.$if(keywords !== '', select => select.where(matches(keywords)))
		return db
			.selectFrom(oneOff.unionAll(rooms).as('listed'))
			.select(['key', 'since_midnight'])
			.orderBy('since_midnight')
			.orderBy('key')
			.limit(query.limit)
			.offset(query.offset)
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

	return {
		async find(meetingId, day = '') {
			const row = await listed(day).where('meetings.meeting_id', '=', meetingId).executeTakeFirst()
			return row && listedOf(row)
		},
		async ofDay(query) {
			const rows = await listed(query.day)
				.innerJoin(keysOfDay(query).as('page'), 'page.key', 'meetings.id')
				.orderBy('page.since_midnight')
				.orderBy('page.key')
				.execute()
			return rows.map(listedOf)
		},
		async insert(meeting) {
			const { numInsertedOrUpdatedRows } = await db
				.insertInto('meetings')
				.values(rowOf(meeting))
				.onConflict(conflict => conflict.column('meeting_id').doNothing())
				.executeTakeFirst()
			return numInsertedOrUpdatedRows === 1n
		},
		async insertMany(meetings) {
			for (let from = 0; from < meetings.length; from += rowsAtOnce) {
				await db
					.insertInto('meetings')
					.values(meetings.slice(from, from + rowsAtOnce).map(rowOf))
					.execute()
			}
		},
		async start(meetingId, at) {
			const { numUpdatedRows } = await db
				.updateTable('meetings')
				.set({ status: status.inProgress, started_at: at, updated_at: at })
				.where('meeting_id', '=', meetingId)
				.where('status', '=', status.notStarted)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async setStatus(meetingId, next, at) {
			await db
				.updateTable('meetings')
				.set({ status: next, is_locked: 0, updated_at: at, ...(next === status.notStarted && { started_at: null }) })
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
		async revise(meetingId, expected, revision, at) {
			const { numUpdatedRows } = await db
				.updateTable('meetings')
				.set({ ...revisedOf(revision), updated_at: at })
				.where('meeting_id', '=', meetingId)
				.where('status', '=', expected)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async remove(meetingId) {
			const { numDeletedRows } = await db
				.deleteFrom('meetings')
				.where('meeting_id', '=', meetingId)
				.where('status', '!=', status.inProgress)
				.executeTakeFirst()
			return numDeletedRows === 1n
		},
		async overdue(now) {
			const rows = await db
				.selectFrom('meetings')
				.select('meeting_id')
				.where('status', '=', status.inProgress)
				.where(where =>
					where.or([
						where.and([where('is_room', '=', 0), where('end_at', '<=', now)]),
						where.and([where('is_room', '=', 1), sql<boolean>`started_at + duration_s * 1000 <= ${now}`]),
					]),
				)
				.execute()
			return rows.map(row => v.parse(MeetingId, row.meeting_id))
		},
		async lapse(endedBefore, now) {
			await db
				.updateTable('meetings')
				.set({ status: status.over, updated_at: now })
				.where('is_room', '=', 0)
				.where('status', '=', status.notStarted)
				.where('end_at', '<', endedBefore)
				.execute()
		},
	}
}

type Where = ExpressionBuilder<MeetingTables, 'meetings'>

const isWithin = (within: Within) => (where: Where) =>
	'companyId' in within
		? where('company_id', '=', within.companyId)
		: where.and([where('site_id', '=', within.publicOf), where('is_private', '=', 0)])

const occursOn =
	({ weekday, dayOfMonth, isLastOfMonth }: Pick<DayQuery, 'weekday' | 'dayOfMonth' | 'isLastOfMonth'>) =>
	(where: Where) =>
		where.or([
			where('repeat_type', 'not in', [repeat.weekly, repeat.monthly]),
			where.and([where('repeat_type', '=', repeat.weekly), where('repeat_condition', '=', weekday)]),
			where.and([
				where('repeat_type', '=', repeat.monthly),
				where('repeat_condition', isLastOfMonth ? '>=' : '=', dayOfMonth),
			]),
		])

const matches = (keywords: string) => (where: Where) => {
	const pattern = `%${keywords.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
	return where.or([
		sql<boolean>`lower(topic) like ${pattern} escape '\\'`,
		sql<boolean>`meeting_id like ${pattern} escape '\\'`,
	])
}

const listedOf = ({ host_name, occurrence_ended_at, ...row }: ListedRow): ListedMeeting => ({
	id: row.id,
	meetingId: v.parse(MeetingId, row.meeting_id),
	siteId: v.parse(SiteId, row.site_id),
	companyId: v.parse(CompanyId, row.company_id),
	creatorId: v.parse(UserId, row.creator_id),
	hostId: v.parse(UserId, row.host_id),
	topic: row.topic,
	zone: row.zone,
	startAt: row.start_at,
	endAt: row.end_at,
	durationS: row.duration_s,
	status: row.status as StoredStatus,
	isPrivate: row.is_private === 1,
	isLocked: row.is_locked === 1,
	hostMustOpen: row.host_must_open === 1,
	password: row.password,
	hostPassword: row.host_password,
	isRoom: row.is_room === 1,
	repeatType: row.repeat_type,
	repeatCondition: row.repeat_condition,
	repeatSecond: row.repeat_second,
	startedAt: row.started_at,
	createdAt: row.created_at,
	updatedAt: row.updated_at,
	hostName: host_name ?? '',
	occurrenceEndedAt: occurrence_ended_at,
})

const revisedOf = (revision: Revision) => ({
	topic: revision.topic,
	zone: revision.zone,
	start_at: revision.startAt,
	end_at: revision.endAt,
	duration_s: revision.durationS,
	repeat_second: revision.repeatSecond,
	is_private: revision.isPrivate ? 1 : 0,
	host_must_open: revision.hostMustOpen ? 1 : 0,
	password: revision.password,
	host_password: revision.hostPassword,
})

const rowOf = (meeting: MeetingRow): Row => ({
	...revisedOf(meeting),
	id: meeting.id,
	meeting_id: meeting.meetingId,
	site_id: meeting.siteId,
	company_id: meeting.companyId,
	creator_id: meeting.creatorId,
	host_id: meeting.hostId,
	status: meeting.status,
	is_locked: meeting.isLocked ? 1 : 0,
	is_room: meeting.isRoom ? 1 : 0,
	repeat_type: meeting.repeatType,
	repeat_condition: meeting.repeatCondition,
	started_at: meeting.startedAt,
	created_at: meeting.createdAt,
	updated_at: meeting.updatedAt,
})

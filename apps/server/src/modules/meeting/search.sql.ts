import { type Instant, repeatType } from '@parley/core'
import { sql } from 'kysely'
import { compileOnce } from '../../platform/compiledQuery.ts'
import {
	type Condition,
	kindOfScope,
	matches,
	partsOf,
	type ScopeKind,
	type ScopeValues,
	type SearchPatterns,
	searchPatterns,
	valuesOfScope,
} from './day.sql.ts'
import type { MeetingQueries } from './queries.sql.ts'
import type { ListedMeeting, SearchQuery } from './store.ts'

const dayMs = 86_400_000

/** Past range of the search: older meetings are found by their day. */
const pastMs = 366 * dayMs

interface SearchValues extends ScopeValues, SearchPatterns {
	now: Instant
	midnight: Instant
	/** No meeting lasts longer than a day. */
	lastDay: Instant
	oldest: Instant
	weekday: number
	dayOfMonth: number
	daysOfMonth: number
	offset: number
}

/** Finds meetings of all days; future ones before past ones, each ordered by distance from now. */
export function createSearchFinder({ db, listed, withDepartmentsOver, listedOf }: MeetingQueries) {
	const keysOf = (kind: ScopeKind, limit: number, values: SearchValues) => {
		const branch = (isWithin: Condition, isOfTime: Condition, isPast: 0 | 1, at: typeof nextStart) =>
			db
				.selectFrom('meetings')
				.select(['meetings.id as key', sql.lit(isPast).as('is_past'), at(values).as('at')])
				.where(isWithin)
				.where(isOfTime)
				.where(matches(values))
		const { now, lastDay, oldest } = values
		const branches = partsOf[kind](values).flatMap(({ isWithin }) => [
			branch(
				isWithin,
				where => where.and([where('is_room', '=', 0), where('start_at', '>=', lastDay), where('end_at', '>=', now)]),
				0,
				() => sql<number>`start_at`,
			),
			branch(isWithin, where => where('is_room', '=', 1), 0, nextStart),
			branch(
				isWithin,
				where =>
					where.and([
						where('is_room', '=', 0),
						where('start_at', '>=', oldest),
						where('start_at', '<', now),
						where('end_at', '<', now),
					]),
				1,
				() => sql<number>`-start_at`,
			),
		])
		const [first, ...others] = branches.map(part => db.selectFrom(part.as('part')).select(['key', 'is_past', 'at']))
		const found = others.reduce((all, part) => all.unionAll(part), first as (typeof others)[number])
		return (kind === 'forPerson' ? withDepartmentsOver(values.companyId, values.userId) : db)
			.selectFrom(found.as('found'))
			.select(['key', 'is_past', 'at'])
			.orderBy('is_past')
			.orderBy('at')
			.orderBy('key')
			.limit(sql.lit(limit))
			.offset(values.offset)
	}

	const compileSearch = (kind: ScopeKind, limit: number) =>
		compileOnce(db, (values: SearchValues) =>
			listed('')
				.innerJoin(keysOf(kind, limit, values).as('page'), 'page.key', 'meetings.id')
				.orderBy('page.is_past')
				.orderBy('page.at')
				.orderBy('page.key'),
		)
	const compiled = new Map<string, ReturnType<typeof compileSearch>>()

	return async ({ scope, keywords, limit, ...query }: SearchQuery): Promise<ListedMeeting[]> => {
		const kind = kindOfScope(scope)
		const key = `${kind} ${limit}`
		const find = compiled.get(key) ?? compileSearch(kind, limit)
		compiled.set(key, find)
		const { now } = query
		const values = { ...query, lastDay: now - dayMs, oldest: now - pastMs, ...searchPatterns(keywords) }
		return (await find({ ...values, ...valuesOfScope(scope) } as SearchValues)).map(listedOf)
	}
}

/**
 * The next start of a series, as if its zone were the site's and every month had its day: it only orders the results,
 * while the displayed time is computed from the meeting itself.
 */
function nextStart({ midnight, now, weekday, dayOfMonth, daysOfMonth }: SearchValues) {
	const of = (value: number) => sql`cast(${value} as bigint)`
	const days = sql`case
		when repeat_type = ${sql.lit(repeatType.weekly)} then (repeat_condition - ${of(weekday)} + 7) % 7
		when repeat_type = ${sql.lit(repeatType.monthly)} and repeat_condition >= ${of(dayOfMonth)}
			then repeat_condition - ${of(dayOfMonth)}
		when repeat_type = ${sql.lit(repeatType.monthly)} then repeat_condition - ${of(dayOfMonth)} + ${of(daysOfMonth)}
		else 0 end`
	const period = sql`case repeat_type
		when ${sql.lit(repeatType.weekly)} then 7 when ${sql.lit(repeatType.monthly)} then ${of(daysOfMonth)}
		when ${sql.lit(repeatType.daily)} then 1 else 0 end`
	const today = sql`${of(midnight)} + repeat_second * 1000`
	return sql<number>`${today} + ${sql.lit(dayMs)} * (${days}
		+ case when (${days}) = 0 and ${today} + duration_s * 1000 <= ${of(now)} then ${period} else 0 end)`
}

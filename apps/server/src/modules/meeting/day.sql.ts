import { type CompanyId, type Instant, repeatType, type SiteId, type UserId } from '@parley/core'
import { type Expression, type SqlBool, sql } from 'kysely'
import { compileOnce } from '../../platform/compiledQuery.ts'
import { isAmong, type MeetingQueries, type Where } from './queries.sql.ts'
import type { DayQuery, ListedMeeting, MeetingScope } from './store.ts'

/**
 * Finds one page of the meetings of a day; one query for each kind of scope and size of page, with and without keywords, on
 * the first page and on those up to twice, four times … as far.
 */
export function createDayFinder({ db, listed, withDepartmentsOver, listedOf }: MeetingQueries) {
	/**
	 * One page of the day as keys only, so that names are joined for the rows of the page alone. Each branch is in an index in
	 * the order of the list, and read up to the end of the page and no further.
	 */
	const keysOfDay = (
		kind: ScopeKind,
		isSearch: boolean,
		{ limit, end, isLastOfMonth }: PageShape,
		values: DayValues,
	) => {
		const { from, to, offset } = values
		const branch = (isWithin: Condition, isOnDay: Condition, order: 'start_at' | 'repeat_second') =>
			db
				.selectFrom('meetings')
				.select(['meetings.id as key', sinceMidnight[order](from).as('since_midnight')])
				.where(isWithin)
				.where(isOnDay)
				.$if(isSearch, select => select.where(matches(values)))
				.orderBy(order)
				.orderBy('meetings.id')
				.limit(sql.lit(end))
		const oneOff: Condition = where =>
			where.and([where('is_room', '=', 0), where('start_at', '>=', from), where('start_at', '<', to)])
		const series =
			(occurs: Condition): Condition =>
			where =>
				where.and([where('is_room', '=', 1), where('created_at', '<', to), occurs(where)])
		const branches = partsOf[kind](values).flatMap(part => [
			branch(part.isWithin, oneOff, 'start_at'),
			...seriesOf(part, values, isLastOfMonth).map(occurs => branch(part.isWithin, series(occurs), 'repeat_second')),
		])
		const [first, ...others] = branches.map(part => db.selectFrom(part.as('part')).select(['key', 'since_midnight']))
		const listedKeys = others.reduce((all, part) => all.unionAll(part), first as (typeof others)[number])
		return (
			(kind === 'forPerson' ? withDepartmentsOver(values.companyId, values.userId) : db)
				.selectFrom(listedKeys.as('listed'))
				.select(['key', 'since_midnight'])
				.orderBy('since_midnight')
				.orderBy('key')
				// With a parameter, SQLite would not know that few rows are needed, and would take five times as long.
				.limit(sql.lit(limit))
				.offset(offset)
		)
	}

	const compileDay = (kind: ScopeKind, isSearch: boolean, shape: PageShape) =>
		compileOnce(db, (values: DayValues) =>
			listed(values.day)
				.innerJoin(keysOfDay(kind, isSearch, shape, values).as('page'), 'page.key', 'meetings.id')
				.orderBy('page.since_midnight')
				.orderBy('page.key'),
		)
	const compiled = new Map<string, ReturnType<typeof compileDay>>()

	return async (query: DayQuery): Promise<ListedMeeting[]> => {
		const [kind, isSearch] = [kindOfScope(query.scope), query.keywords !== '']
		const shape = { limit: query.limit, end: endOfPage(query), isLastOfMonth: query.isLastOfMonth }
		const key = `${kind} ${isSearch} ${Object.values(shape).join(' ')}`
		const find = compiled.get(key) ?? compileDay(kind, isSearch, shape)
		compiled.set(key, find)
		return (await find(dayValues(query))).map(listedOf)
	}
}

interface PageShape {
	/** Rows of the page. */
	limit: number
	/** Rows up to its end. */
	end: number
	isLastOfMonth: boolean
}

/** Exact for the first page, which is nearly every one; then in doublings, so that few queries are compiled. */
function endOfPage({ offset, limit }: Pick<DayQuery, 'offset' | 'limit'>): number {
	let end = limit
	while (end < offset + limit) end *= 2
	return end
}

const sinceMidnight = {
	start_at: (from: Instant) => sql<number>`start_at - cast(${from} as bigint)`,
	repeat_second: () => sql<number>`repeat_second * 1000`,
}

export type Condition = (where: Where) => Expression<SqlBool>
export type ScopeKind = 'forPerson' | 'ofHostOrCreator' | 'allOfCompany' | 'publicOfSite'

export const kindOfScope = (scope: MeetingScope): ScopeKind => {
	if ('userId' in scope) return 'forPerson'
	if ('hostOrCreatorId' in scope) return 'ofHostOrCreator'
	return 'allOf' in scope ? 'allOfCompany' : 'publicOfSite'
}

/** The values of a scope; those of other scopes are in no query. */
export interface ScopeValues {
	companyId: CompanyId
	userId: UserId
	siteId: SiteId
}

/** Search terms as patterns of `like`. */
export interface SearchPatterns {
	topicPattern: string
	idPattern: string
}

/** The values of the query of a day; those of no search are in no query. */
interface DayValues extends ScopeValues, SearchPatterns {
	day: string
	from: Instant
	to: Instant
	weekday: number
	dayOfMonth: number
	dayAfter: number
	secondDayAfter: number
	thirdDayAfter: number
	offset: number
}

/** A part of a scope. Where its series are few they are read at once; elsewhere each kind in the order of its index. */
interface ScopePart {
	isWithin: Condition
	hasFewSeries?: true
}

/** Prevents use of the company's index: a host has fewer meetings than a company. */
const isOfCompany = (companyId: CompanyId) => sql<boolean>`company_id || '' = ${companyId}`

/** A meeting is in a scope if it is in one of its parts; the parts are disjoint. */
export const partsOf: Record<ScopeKind, (values: ScopeValues) => ScopePart[]> = {
	forPerson: ({ companyId, userId }) => [
		{ isWithin: where => where.and([where('company_id', '=', companyId), where('is_invited_only', '=', 0)]) },
		{
			isWithin: where =>
				where.and([
					where('company_id', '=', companyId),
					where('is_invited_only', '=', 1),
					where.or([where('host_id', '=', userId), where('creator_id', '=', userId), isAmong(where, userId)]),
				]),
			hasFewSeries: true,
		},
	],
	ofHostOrCreator: ({ companyId, userId }) => [
		{ isWithin: where => where.and([where('host_id', '=', userId), isOfCompany(companyId)]), hasFewSeries: true },
		{
			isWithin: where =>
				where.and([where('creator_id', '=', userId), where('host_id', '!=', userId), isOfCompany(companyId)]),
			hasFewSeries: true,
		},
	],
	allOfCompany: ({ companyId }) => [{ isWithin: where => where('company_id', '=', companyId) }],
	publicOfSite: ({ siteId }) => [
		{
			isWithin: where =>
				where.and([where('site_id', '=', siteId), where('is_private', '=', 0), where('is_invited_only', '=', 0)]),
		},
	],
}

/** The day of the month; on a month's last day also the days that month lacks (OP-018). */
const monthlyDays = ['dayOfMonth', 'dayAfter', 'secondDayAfter', 'thirdDayAfter'] as const

/** One condition for each kind of series, so that each is in an index in the order of the list. */
const occursOn = (values: DayValues, isLastOfMonth: boolean): Condition[] => [
	where => where('repeat_type', '=', repeatType.none),
	where => where('repeat_type', '=', repeatType.daily),
	// A type of a newer version: this one assumes every day.
	where => where('repeat_type', '>', repeatType.monthly),
	where => where.and([where('repeat_type', '=', repeatType.weekly), where('repeat_condition', '=', values.weekday)]),
	...monthlyDays.slice(0, isLastOfMonth ? undefined : 1).map(
		(day): Condition =>
			where =>
				where.and([where('repeat_type', '=', repeatType.monthly), where('repeat_condition', '=', values[day])]),
	),
]

function seriesOf({ hasFewSeries }: ScopePart, values: DayValues, isLastOfMonth: boolean): Condition[] {
	const kinds = occursOn(values, isLastOfMonth)
	return hasFewSeries ? [where => where.or(kinds.map(occurs => occurs(where)))] : kinds
}

export const matches =
	({ topicPattern, idPattern }: SearchPatterns) =>
	(where: Where) =>
		where.or([
			sql<boolean>`lower(topic) like ${topicPattern} escape '\\'`,
			sql<boolean>`meeting_id like ${idPattern} escape '\\'`,
		])

function dayValues({ scope, day, from, to, weekday, dayOfMonth, ...page }: DayQuery): DayValues {
	const { keywords, offset } = page
	return {
		...valuesOfScope(scope),
		...{ day, from, to, weekday, offset },
		...Object.fromEntries(monthlyDays.map((name, n) => [name, dayOfMonth + n])),
		...searchPatterns(keywords),
	} as DayValues
}

export function searchPatterns(keywords: string): SearchPatterns {
	const within = (words: string) => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
	// Ids are shown in groups of three and searched as they are shown.
	const id = /^[\d\s-]*\d[\d\s-]*$/.test(keywords) ? keywords.replace(/[\s-]/g, '') : keywords
	return { topicPattern: within(keywords), idPattern: within(id) }
}

export function valuesOfScope(scope: MeetingScope): Partial<DayValues> {
	if ('allOf' in scope) return { companyId: scope.allOf }
	if ('publicOf' in scope) return { siteId: scope.publicOf }
	return { companyId: scope.companyId, userId: 'hostOrCreatorId' in scope ? scope.hostOrCreatorId : scope.userId }
}

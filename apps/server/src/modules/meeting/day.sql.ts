import { type CompanyId, type Instant, repeatType, type SiteId, type UserId } from '@parley/core'
import { type Expression, type SqlBool, sql } from 'kysely'
import { compileOnce } from '../../platform/compiledQuery.ts'
import { isAmong, type MeetingQueries, type Where } from './queries.sql.ts'
import type { DayQuery, ListedMeeting, MeetingScope } from './store.ts'

/** Finds one page of the meetings of a day; one query for each kind of scope and size of page, with and without keywords. */
export function createDayFinder({ db, listed, withDepartmentsOver, listedOf }: MeetingQueries) {
	/** One page of the day as keys only, so that names are joined for the rows of the page alone. */
	const keysOfDay = (kind: ScopeKind, isSearch: boolean, limit: number, values: DayValues) => {
		const { from, to, offset } = values
		const oneOff = db
			.selectFrom('meetings')
			.select(['meetings.id as key', sql<number>`start_at - cast(${from} as bigint)`.as('since_midnight')])
			.where(isWithin[kind](values))
			.where('is_room', '=', 0)
			.where('start_at', '>=', from)
			.where('start_at', '<', to)
			.$if(isSearch, select => select.where(matches(values)))
		const series = db
			.selectFrom('meetings')
			.select(['meetings.id as key', sql<number>`repeat_second * 1000`.as('since_midnight')])
			.where(isWithin[kind](values))
			.where('is_room', '=', 1)
			.where('created_at', '<', to)
			.where(occursOn(values))
			.$if(isSearch, select => select.where(matches(values)))
		return (
			(kind === 'forPerson' ? withDepartmentsOver(values.companyId, values.userId) : db)
				.selectFrom(oneOff.unionAll(series).as('listed'))
				.select(['key', 'since_midnight'])
				.orderBy('since_midnight')
				.orderBy('key')
				// As a parameter SQLite would not know that few rows are needed, and take five times as long.
				.limit(sql.lit(limit))
				.offset(offset)
		)
	}

	const compileDay = (kind: ScopeKind, isSearch: boolean, limit: number) =>
		compileOnce(db, (values: DayValues) =>
			listed(values.day)
				.innerJoin(keysOfDay(kind, isSearch, limit, values).as('page'), 'page.key', 'meetings.id')
				.orderBy('page.since_midnight')
				.orderBy('page.key'),
		)
	const compiled = new Map<string, ReturnType<typeof compileDay>>()

	return async (query: DayQuery): Promise<ListedMeeting[]> => {
		const [kind, isSearch] = [kindOfScope(query.scope), query.keywords !== '']
		const key = `${kind} ${isSearch} ${query.limit}`
		const find = compiled.get(key) ?? compileDay(kind, isSearch, query.limit)
		compiled.set(key, find)
		return (await find(dayValues(query))).map(listedOf)
	}
}

type ScopeKind = 'forPerson' | 'ofHostOrCreator' | 'allOfCompany' | 'publicOfSite'

const kindOfScope = (scope: MeetingScope): ScopeKind => {
	if ('userId' in scope) return 'forPerson'
	if ('hostOrCreatorId' in scope) return 'ofHostOrCreator'
	return 'allOf' in scope ? 'allOfCompany' : 'publicOfSite'
}

/** The values of the query of a day; those of other scopes and of no search are in no query. */
interface DayValues {
	companyId: CompanyId
	userId: UserId
	siteId: SiteId
	day: string
	from: Instant
	to: Instant
	weekday: number
	firstDayOfMonth: number
	lastDayOfMonth: number
	topicPattern: string
	idPattern: string
	offset: number
}

/** Conditions of each scope on a meeting. */
const isWithin: Record<ScopeKind, (values: DayValues) => (where: Where) => Expression<SqlBool>> = {
	forPerson:
		({ companyId, userId }) =>
		where =>
			where.and([
				where('company_id', '=', companyId),
				where.or([
					where('is_invited_only', '=', 0),
					where('host_id', '=', userId),
					where('creator_id', '=', userId),
					isAmong(where, userId),
				]),
			]),
	ofHostOrCreator:
		({ companyId, userId }) =>
		where =>
			where.and([
				where('company_id', '=', companyId),
				where.or([where('host_id', '=', userId), where('creator_id', '=', userId)]),
			]),
	allOfCompany:
		({ companyId }) =>
		where =>
			where('company_id', '=', companyId),
	publicOfSite:
		({ siteId }) =>
		where =>
			where.and([where('site_id', '=', siteId), where('is_private', '=', 0), where('is_invited_only', '=', 0)]),
}

const occursOn =
	({ weekday, firstDayOfMonth, lastDayOfMonth }: DayValues) =>
	(where: Where) =>
		where.or([
			where('repeat_type', 'not in', [repeatType.weekly, repeatType.monthly]),
			where.and([where('repeat_type', '=', repeatType.weekly), where('repeat_condition', '=', weekday)]),
			where.and([
				where('repeat_type', '=', repeatType.monthly),
				where('repeat_condition', '>=', firstDayOfMonth),
				where('repeat_condition', '<=', lastDayOfMonth),
			]),
		])

const matches =
	({ topicPattern, idPattern }: DayValues) =>
	(where: Where) =>
		where.or([
			sql<boolean>`lower(topic) like ${topicPattern} escape '\\'`,
			sql<boolean>`meeting_id like ${idPattern} escape '\\'`,
		])

const daysOfLongestMonth = 31

function dayValues({ scope, day, from, to, weekday, dayOfMonth, isLastOfMonth, ...page }: DayQuery): DayValues {
	const { keywords, offset } = page
	const within = (words: string) => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
	// Ids are shown in groups of three and searched as they are shown.
	const id = /^[\d\s-]*\d[\d\s-]*$/.test(keywords) ? keywords.replace(/[\s-]/g, '') : keywords
	return {
		...valuesOfScope(scope),
		...{ day, from, to, weekday, offset },
		firstDayOfMonth: dayOfMonth,
		lastDayOfMonth: isLastOfMonth ? daysOfLongestMonth : dayOfMonth,
		topicPattern: within(keywords),
		idPattern: within(id),
	} as DayValues
}

function valuesOfScope(scope: MeetingScope): Partial<DayValues> {
	if ('allOf' in scope) return { companyId: scope.allOf }
	if ('publicOf' in scope) return { siteId: scope.publicOf }
	return { companyId: scope.companyId, userId: 'hostOrCreatorId' in scope ? scope.hostOrCreatorId : scope.userId }
}

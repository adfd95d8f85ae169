import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Prefix of the keys of login names that are mobile numbers, which are not searched (`storedName.ts`). */
const numberKeyPrefix = '~'
/** Positions at which a suffix may begin, on SQLite; no display name is that long. */
const searchedCharacters = 200

/**
 * Search keys of people: every suffix of a display name (`梅 han`, ` han`, `han` …), in lower case, so that any part of
 * it is the beginning of one, and the login name. A search reads one range of the primary key instead of all people.
 * Triggers maintain it, whoever writes: the server, a command of `parley` or a person using SQL. An index of people,
 * and a reference to them, would take longer to write than the keys themselves, so a trigger removes a person's
 * previous keys.
 */
export async function up(db: Kysely<unknown>) {
	const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
	// Compared byte by byte: only then are texts with the same beginning adjacent.
	const key = isPostgres ? sql`text collate "C"` : sql`text`
	const table = db.schema
		.createTable('people_search_keys')
		.addColumn('site_id', 'text', column => column.notNull())
		.addColumn('key', key, column => column.notNull())
		.addColumn('user_id', 'text', column => column.notNull())
		.addColumn('is_login', 'integer', column => column.notNull())
		.addPrimaryKeyConstraint('people_search_keys_key', ['site_id', 'key', 'user_id', 'is_login'])
	await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute()
	for (const statement of isPostgres ? postgres() : sqlite()) await sql.raw(statement).execute(db)
}

const whatIsFound = ['site_id', 'name_key', 'display_name']

const addKeysOf = (people: string, positions: string) => `
	insert into people_search_keys (site_id, key, user_id, is_login)
	select person.site_id, substr(lower(person.display_name), position.n), person.id, 0
	from ${people} as person join ${positions}
	union all
	select person.site_id, person.name_key, person.id, 1 from ${people} as person
	where substr(person.name_key, 1, 1) <> '${numberKeyPrefix}'`

/** @param person one row */
const removeKeysOf = (person: string, positions: string) => `
	delete from people_search_keys where site_id = old.site_id and user_id = old.id and key in (
		select substr(lower(person.display_name), position.n) from ${person} as person join ${positions}
		union all select old.name_key
	)`

function* sqlite(): Generator<string> {
	// No statement in a trigger of SQLite may count by itself.
	yield 'create table name_positions (n integer primary key)'
	const numbers = Array.from({ length: searchedCharacters }, (_, at) => `(${at + 1})`)
	yield `insert into name_positions (n) values ${numbers.join(', ')}`
	const positions = 'name_positions as position on position.n <= length(person.display_name)'
	const row = (which: string) =>
		`(select ${['id', ...whatIsFound].map(column => `${which}.${column} as ${column}`).join(', ')})`
	yield addKeysOf('users', positions)
	yield `create trigger users_search_insert after insert on users begin ${addKeysOf(row('new'), positions)}; end`
	yield `create trigger users_search_update after update of ${whatIsFound.join(', ')} on users begin
		${removeKeysOf(row('old'), positions)};
		${addKeysOf(row('new'), positions)};
	end`
	yield `create trigger users_search_delete after delete on users begin ${removeKeysOf(row('old'), positions)}; end`
}

function* postgres(): Generator<string> {
	const positions = 'lateral generate_series(1, length(person.display_name)) as position (n) on true'
	const createFunction = (name: string, body: string) =>
		`create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`
	const remove = removeKeysOf('(select old.*)', positions)
	yield addKeysOf('users', positions)
	yield createFunction('add_people_search_keys', addKeysOf('changed', positions))
	yield createFunction('remove_people_search_keys', remove)
	yield createFunction('change_people_search_keys', `${remove}; ${addKeysOf('(select new.*)', positions)}`)
	yield `create trigger users_search_insert after insert on users referencing new table as changed
		for each statement execute function add_people_search_keys()`
	yield `create trigger users_search_update after update of ${whatIsFound.join(', ')} on users for each row
		when (${whatIsFound.map(column => `old.${column} <> new.${column}`).join(' or ')})
		execute function change_people_search_keys()`
	yield `create trigger users_search_delete after delete on users for each row
		execute function remove_people_search_keys()`
}

import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The tables that lists and details of meetings are read from, with the companies a row concerns: SQL with `row` for
 * the name of the row.
 */
const sources: Record<string, (row: string) => string> = {
	meetings: row => `${row}.company_id`,
	meeting_occurrences: row => `(select company_id from meetings where meeting_id = ${row}.meeting_id)`,
	meeting_people: row => `(select company_id from meetings where meeting_id = ${row}.meeting_id)`,
	meeting_departments: row => `(select company_id from meetings where meeting_id = ${row}.meeting_id)`,
	departments: row => `${row}.company_id`,
	department_people: row => `(select company_id from departments where id = ${row}.department_id)`,
}

/** The row before and after a change; either may belong to a different company. */
const changes = [
	{ event: 'insert', row: 'new' },
	{ event: 'update', row: 'new' },
	{ event: 'update', row: 'old' },
	{ event: 'delete', row: 'old' },
] as const

/**
 * `meetings_version` of a company changes whenever the data shown about its meetings changes, whoever writes it: the
 * server, a command of `parley` or a person using SQL. Data read with one number is valid while it is the company's
 * number.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('companies')
		.addColumn('meetings_version', 'bigint', column => column.notNull().defaultTo(0))
		.execute()
	const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres() : sqlite()
	for (const statement of statements) await sql.raw(statement).execute(db)
}

const nextVersion = 'update companies set meetings_version = meetings_version + 1'

function* sqlite(): Generator<string> {
	for (const [table, companyOf] of Object.entries(sources)) {
		for (const { event, row } of changes) {
			yield `create trigger ${table}_version_${event}_${row} after ${event} on ${table} begin
				${nextVersion} where id = ${companyOf(row)};
			end`
		}
	}
	// A host may have left the company whose meetings show the name, so every company of the site counts.
	yield `create trigger users_version_update after update of display_name on users
		when old.display_name <> new.display_name begin ${nextVersion} where site_id = old.site_id; end`
	yield `create trigger users_version_delete after delete on users begin
		${nextVersion} where site_id = old.site_id;
	end`
}

/** Once per statement, and companies always in the same order, so that two transactions cannot deadlock. */
function* postgres(): Generator<string> {
	const changeVersions = (companies: string) => `
		perform 1 from companies where ${companies} order by id for no key update;
		${nextVersion} where ${companies};
		return null;`
	const createFunction = (name: string, body: string) =>
		`create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`

	for (const [table, companyOf] of Object.entries(sources)) {
		yield createFunction(
			`change_version_of_${table}`,
			changeVersions(`id in (select ${companyOf('changed')} from changed)`),
		)
		for (const { event, row } of changes) {
			yield `create trigger ${table}_version_${event}_${row} after ${event} on ${table}
				referencing ${row} table as changed for each statement execute function change_version_of_${table}()`
		}
	}
	yield createFunction('change_version_of_users', changeVersions('site_id = old.site_id'))
	yield `create trigger users_version_update after update of display_name on users for each row
		when (old.display_name <> new.display_name) execute function change_version_of_users()`
	yield `create trigger users_version_delete after delete on users for each row
		execute function change_version_of_users()`
}

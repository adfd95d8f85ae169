import { type Kysely, PostgresAdapter, sql } from 'kysely'

const nextVersion = 'update companies set meetings_version = meetings_version + 1'
const companyOf = (row: string) => `id = (select company_id from meetings where meeting_id = ${row}.id)`

/** Lists show which meeting is on air, so a live that starts or stops changes their version (see 0007). */
export async function up(db: Kysely<unknown>) {
	const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgres() : sqlite()
	for (const statement of statements) await sql.raw(statement).execute(db)
}

function* sqlite(): Generator<string> {
	yield `create trigger lives_version_insert after insert on lives begin
		${nextVersion} where ${companyOf('new')}; end`
	yield `create trigger lives_version_update after update of status on lives
		when old.status <> new.status begin ${nextVersion} where ${companyOf('new')}; end`
	yield `create trigger lives_version_delete after delete on lives begin
		${nextVersion} where ${companyOf('old')}; end`
}

function* postgres(): Generator<string> {
	const createFunction = (name: string, row: string) =>
		`create function ${name}() returns trigger language plpgsql as $$ begin
			${nextVersion} where ${companyOf(row)}; return null; end $$`
	yield createFunction('change_version_of_live', 'new')
	yield createFunction('change_version_of_removed_live', 'old')
	yield `create trigger lives_version_insert after insert on lives for each row
		execute function change_version_of_live()`
	yield `create trigger lives_version_update after update of status on lives for each row
		when (old.status <> new.status) execute function change_version_of_live()`
	yield `create trigger lives_version_delete after delete on lives for each row
		execute function change_version_of_removed_live()`
}

import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** The rows of a database in memory that many runs use, one after the other. */
export interface StoredRows {
	/** Removes what runs have stored; the rows of the migrations stay. */
	empty(): Promise<void>
	/** Returns the rows of a table. */
	all(table: string): Promise<Record<string, unknown>[]>
}

/** @param db freshly migrated */
export async function createStoredRows(db: Db): Promise<StoredRows> {
	const all = async (table: string) =>
		(await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows
	const tables = await sql<{ name: string }>`
		select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(db)
	const emptied: string[] = []
	for (const { name } of tables.rows) if ((await all(name)).length === 0) emptied.push(name)
	return {
		all,
		empty: () =>
			db.transaction().execute(async trx => {
				await sql`pragma defer_foreign_keys = on`.execute(trx)
				for (const table of emptied) await sql`delete from ${sql.table(table)}`.execute(trx)
			}),
	}
}

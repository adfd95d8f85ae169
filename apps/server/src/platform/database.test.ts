import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabaseAsIs } from './database.ts'

test('a transaction of SQLite that began by reading can write, whatever another process wants meanwhile', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'parley-database-'))
	const { db, close } = openDatabaseAsIs({ folder })
	await sql`create table words (word text)`.execute(db)
	const other = new DatabaseSync(join(folder, 'parley.sqlite'))
	const writeFromOutside = () => other.exec(`insert into words values ('outside')`)
	await db.transaction().execute(async transaction => {
		await sql`select * from words`.execute(transaction)
		expect(writeFromOutside).toThrow('database is locked')
		await sql`insert into words values ('inside')`.execute(transaction)
	})
	writeFromOutside()
	const { rows } = await sql`select word from words`.execute(db)
	expect(rows).toEqual([{ word: 'inside' }, { word: 'outside' }])
	other.close()
	await close()
	rmSync(folder, { recursive: true })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { openDatabase } from './database.ts'
import { appliedMigrations, NewerDatabaseError, refuseNewerDatabase } from './migrationNames.ts'
import { describeOnEveryDatabase } from './testing/index.ts'
import { tryStartServerProcess } from './testing/serverProcess.ts'

describeOnEveryDatabase('the version of a database', (open, openWithoutTables) => {
	test('is that of its migrations, of an empty one none', async () => {
		const empty = await openWithoutTables()
		expect(await appliedMigrations(empty.db)).toEqual([])
		await refuseNewerDatabase(empty.db)
		await empty.close()
		const current = await open()
		expect((await appliedMigrations(current.db)).sort()).toEqual(Object.keys(migrations))
		await refuseNewerDatabase(current.db)
		await sql`insert into kysely_migration (name, timestamp) values ('9999-tomorrow', '2099')`.execute(current.db)
		await expect(refuseNewerDatabase(current.db)).rejects.toThrow(NewerDatabaseError)
		await current.close()
	})
})

test('a server does not start on a database of a newer version, and says so in one sentence', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'parley-newer-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	await (await openDatabase({ folder })).close()
	const database = new DatabaseSync(join(folder, 'parley.sqlite'))
	// Refused before anything else in it is read.
	database.exec("insert into kysely_migration values ('9999-tomorrow', '2099'); drop table field_keys")
	database.close()
	const { failed } = await tryStartServerProcess({ PARLEY_DATA: folder, PARLEY_LOG: 'warn' })
	expect(failed?.exitCode).toBe(1)
	expect(failed?.output.trim().split('\n')).toEqual([
		'The database was made by a newer version of Parley: update this one, or restore a backup it made.',
	])
})

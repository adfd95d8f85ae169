import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { lockDatabase } from '../platform/serverLock.ts'
import { createTestTerminal } from './testTerminal.ts'

const contracting = '9002-contract-drafts'
afterEach(() => {
	delete migrations[contracting]
})

test('[NODE-31] with SQLite everything is applied at once, but beside a running server nothing is contracted', async () => {
	const { parley, dataFolder } = await createTestTerminal()
	expect((await parley(['migrate'])).stdout).toBe(
		`The database is up to date (${Object.keys(migrations).length} migrations).`,
	)
	migrations[contracting] = {
		async up(db) {
			await db.schema.alterTable('sites').dropColumn('created_at').execute()
		},
	}
	const lock = await lockDatabase({ folder: dataFolder })
	const beside = await parley(['migrate'])
	await lock.release()
	expect(beside.stdout).toContain(`until the running server has stopped: ${contracting}`)
	expect((await parley(['migrate'])).stdout).toContain('up to date')
})

test('[NODE-30] commands work on a database that a newer version has expanded, and only that', async () => {
	const { parley, dataFolder } = await createTestTerminal()
	await parley(['migrate'])
	const database = new DatabaseSync(join(dataFolder, 'parley.sqlite'))
	onTestFinished(() => database.close())
	database.exec(
		"alter table sites add column colour text; insert into kysely_migration values ('9001-expand-a', '2099')",
	)
	expect((await parley(['site', 'create', 'a.example.org'])).exitCode).toBe(0)
	expect((await parley(['doctor'])).stdout).toContain('prepared for a newer version of Parley (9001-expand-a)')
	database.exec("insert into kysely_migration values ('9002-contract-a', '2099')")
	expect((await parley(['site', 'list'])).stderr).toContain('made by a newer version')
	expect((await parley(['doctor'])).stdout).toContain('created by a newer version of Parley (9002-contract-a)')
})

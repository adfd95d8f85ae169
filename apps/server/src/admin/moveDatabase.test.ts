import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { seedOrRefreshDemo } from '../demo/index.ts'
import { createSqlNodeStore } from '../modules/node/index.ts'
import { type DatabaseLocation, openDatabase } from '../platform/database.ts'
import { lockDatabase } from '../platform/serverLock.ts'
import { createPostgresDatabase } from '../platform/testing/postgres.ts'
import { aNodeRow } from '../testing/nodeRow.ts'
import { describeTables } from './tablesOf.ts'
import { createTestTerminal } from './testTerminal.ts'

const serverUrl = env.PARLEY_TEST_DATABASE_URL ?? ''

/** Every row of every table except those of running servers, as text. */
async function contentOf(location: DatabaseLocation) {
	const database = await openDatabase(location)
	const content: Record<string, string[]> = {}
	for (const { name } of await describeTables(database)) {
		if (name.startsWith('kysely_') || name === 'name_positions' || name.endsWith('nodes')) continue
		const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database.db)
		content[name] = rows.map(row => JSON.stringify(Object.entries(row).sort())).sort()
	}
	await database.close()
	return content
}

/** A terminal with the demo in SQLite, and an empty PostgreSQL. */
async function aTerminal() {
	const terminal = await createTestTerminal()
	const { dataFolder } = terminal
	await mkdir(dataFolder, { recursive: true })
	const database = await openDatabase({ folder: dataFolder })
	await seedOrRefreshDemo(database.db)
	await database.close()
	const postgres = await createPostgresDatabase(serverUrl)
	onTestFinished(() => postgres.drop())
	return { ...terminal, url: postgres.url, inPostgres: { url: postgres.url, keyFolder: dataFolder } }
}

test('a database moves only to one of the other kind', async () => {
	const { parley } = await createTestTerminal()
	expect((await parley(['move-database', 'mysql://host'])).stderr).toMatch(/^The target is postgres:/)
	expect((await parley(['move-database', 'sqlite'])).stderr).toContain('DATABASE_URL is not set')
	const DATABASE_URL = 'postgres://a:b@127.0.0.1:1/c'
	expect((await parley(['move-database', 'postgres://a:b@127.0.0.1:1/d'], { DATABASE_URL })).stderr).toContain(
		'pg_dump',
	)
})

describe.skipIf(serverUrl === '')('with PostgreSQL', () => {
	test('everything moves to PostgreSQL and back, and the server of each works with it', async () => {
		const { parley, url, dataFolder, folder, inPostgres } = await aTerminal()
		const before = await contentOf({ folder: dataFolder })
		expect(before.meetings?.length).toBeGreaterThan(5)
		const moved = await parley(['move-database', url])
		expect(moved.stderr).toBe('')
		expect(moved.stdout).toContain('Now set DATABASE_URL')
		expect(await contentOf(inPostgres)).toEqual(before)

		// Its triggers and numbers go on.
		const database = await openDatabase(inPostgres)
		const versions = async () =>
			(await sql`select * from companies order by id`.execute(database.db)).rows.map(row => JSON.stringify(row)).join()
		const [was] = [await versions()]
		await sql`update meetings set topic = topic || '!'`.execute(database.db)
		expect(await versions()).not.toBe(was)
		// A server with a room and the streams was killed.
		await createSqlNodeStore(database.db).insert(aNodeRow('killed'))
		await sql`insert into live_nodes (id, node) values (1, 'killed')`.execute(database.db)
		await sql`insert into room_nodes (meeting_id, node) values ('1', 'killed')`.execute(database.db)
		await database.close()

		const back = join(folder, 'back')
		await mkdir(back)
		await copyFile(join(dataFolder, 'field-keys.json'), join(back, 'field-keys.json'))
		const returned = await parley(['move-database', 'sqlite'], { DATABASE_URL: url, PARLEY_DATA: back })
		expect(returned).toMatchObject({ exitCode: 0, stderr: '' })
		expect(await contentOf({ folder: back })).toEqual(await contentOf({ url, keyFolder: back }))
		const again = await openDatabase({ folder: back })
		expect((await sql`select * from nodes`.execute(again.db)).rows).toEqual([])
		const { rows } = await sql<{
			count: number
		}>`select count(*) as count from sqlite_master where type = 'trigger'`.execute(again.db)
		await again.close()
		const original = await openDatabase({ folder: dataFolder })
		const triggers = await sql<{
			count: number
		}>`select count(*) as count from sqlite_master where type = 'trigger'`.execute(original.db)
		await original.close()
		expect(rows).toEqual(triggers.rows)
		expect(rows[0]?.count).toBeGreaterThan(0)
	}, 60_000)

	test('what was interrupted is continued, and no server starts on it before', async () => {
		const { parley, url, dataFolder, inPostgres } = await aTerminal()
		const interrupted = await parley(['move-database', url], {}, line => {
			if (line.startsWith('users:')) throw new Error('cut off')
		})
		expect(interrupted.exitCode).toBe(1)
		const { openStorage } = await import('../openPlatform.ts')
		const settings = { databaseUrl: url, dataFolder, keyFolder: dataFolder, demo: false } as never
		await expect(openStorage(settings, { warn() {} } as never)).rejects.toThrow('was not finished')
		const continued = await parley(['move-database', url])
		expect(continued).toMatchObject({ exitCode: 0 })
		expect(continued.stdout).not.toContain('users:')
		expect(await contentOf(inPostgres)).toEqual(await contentOf({ folder: dataFolder }))
	}, 60_000)

	test('a source that was written to meanwhile is found, and copied from the beginning', async () => {
		const { parley, url, dataFolder, inPostgres } = await aTerminal()
		await parley(['move-database', url], {}, line => {
			if (line.startsWith('meetings:')) throw new Error('cut off')
		})
		const database = await openDatabase({ folder: dataFolder })
		await sql`update users set display_name = 'Somebody else'`.execute(database.db)
		await database.close()
		const found = await parley(['move-database', url])
		expect(found.exitCode).toBe(1)
		expect(found.stderr).toMatch(/^\w+: the row .+ (differs|is missing)/)
		expect(await parley(['move-database', url, '--start-again'])).toMatchObject({ exitCode: 0 })
		expect(await contentOf(inPostgres)).toEqual(await contentOf({ folder: dataFolder }))
	}, 60_000)

	test('a database that is in use, or not empty, is left alone', async () => {
		const { parley, url, dataFolder, inPostgres } = await aTerminal()
		for (const location of [{ folder: dataFolder }, { url }]) {
			const lock = await lockDatabase(location)
			const refused = await parley(['move-database', url])
			await lock.release()
			expect(refused.exitCode).toBe(1)
			expect(refused.stderr).toMatch(/stop it first|Another Parley server/)
		}
		expect(await parley(['move-database', url])).toMatchObject({ exitCode: 0 })
		const before = await contentOf(inPostgres)
		const refused = await parley(['move-database', url])
		expect(refused).toMatchObject({ exitCode: 1 })
		expect(refused.stderr).toContain('--start-again deletes everything')
		expect(await contentOf(inPostgres)).toEqual(before)
	}, 60_000)
})

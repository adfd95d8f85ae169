import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compileOnce } from './compiledQuery.ts'
import { type OpenDatabase, openDatabaseAsIs } from './database.ts'
import { isDatabaseUnavailable } from './databaseUnavailable.ts'
import type { Db } from './db.ts'
import { DatabaseBusyError } from './sqliteDriver.ts'
import { createPostgresDatabase, runStatement } from './testing/postgres.ts'

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

describe('while another process writes to SQLite', () => {
	let folder: string
	let other: DatabaseSync
	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'parley-database-'))
		const { db, close } = openDatabaseAsIs({ folder })
		await sql`create table words (word text)`.execute(db)
		await close()
		other = new DatabaseSync(join(folder, 'parley.sqlite'))
		other.exec('begin immediate')
	})
	afterEach(() => {
		other.close()
		rmSync(folder, { recursive: true })
	})
	const wordsOf = (db: Db) => db.$extendTables<{ words: { word: string } }>()

	test('writes and transactions wait for it, in their order, and reads are answered meanwhile', async () => {
		const { db: database, ping, close } = openDatabaseAsIs({ folder })
		const db = wordsOf(database)
		const answerAtOnce = compileOnce(db, () => db.selectFrom('words').selectAll())
		const happened: string[] = []
		const write = db.transaction().execute(async transaction => {
			await transaction.insertInto('words').values({ word: 'first' }).execute()
			happened.push('first')
		})
		const second = db.insertInto('words').values({ word: 'second' }).execute()
		for (let n = 0; n < 20; n++) {
			expect(await db.selectFrom('words').selectAll().execute()).toEqual([])
			await ping()
			expect(await answerAtOnce({})).toEqual([])
			await wait(1)
		}
		happened.push('reads')
		other.exec('commit')
		await Promise.all([write, second])
		expect(happened).toEqual(['reads', 'first'])
		expect(await answerAtOnce({})).toEqual([{ word: 'first' }, { word: 'second' }])
		await close()
	})

	test('the event loop continues', async () => {
		const { db: database, close } = openDatabaseAsIs({ folder })
		const write = wordsOf(database).insertInto('words').values({ word: 'late' }).execute()
		let turns = 0
		for (const until = performance.now() + 2_000; performance.now() < until; turns++) await wait(1)
		other.exec('rollback')
		await write
		// Blocks of 50 ms would allow only 40 turns.
		expect(turns).toBeGreaterThan(100)
		await close()
	})

	test('a write that waited too long fails because the database is busy, and the next write is not affected', async () => {
		const { db: database, close } = openDatabaseAsIs({ folder }, { waitAtMostMs: 20 })
		const db = wordsOf(database)
		const insert = (word: string) => db.insertInto('words').values({ word }).execute()
		const inTransaction = db.transaction().execute(async transaction => {
			await transaction.insertInto('words').values({ word: 'never' }).execute()
		})
		const results = await Promise.allSettled([insert('never'), inTransaction, insert('never')])
		for (const result of results)
			expect(result).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseBusyError) })
		other.exec('rollback')
		await insert('now')
		expect(await db.selectFrom('words').selectAll().execute()).toEqual([{ word: 'now' }])
		await close()
	})
})

describe('one connection for everybody', () => {
	const open = async () => {
		const database = openDatabaseAsIs({ memory: true })
		await sql`create table words (word text)`.execute(database.db)
		return { ...database, db: database.db.$extendTables<{ words: { word: string } }>() }
	}

	test('a read waits for the end of another transaction, and sees nothing that was rolled back', async () => {
		const { db, close } = await open()
		const refused = new Error('refused')
		const work = db.transaction().execute(async transaction => {
			await transaction.insertInto('words').values({ word: 'taken back' }).execute()
			await wait(5)
			throw refused
		})
		await wait(1)
		const [failed, read] = await Promise.allSettled([work, db.selectFrom('words').selectAll().execute()])
		expect(failed).toMatchObject({ reason: refused })
		expect(read).toMatchObject({ value: [] })
		await close()
	})

	test('a savepoint is rolled back without earlier changes', async () => {
		const { db, close } = await open()
		const transaction = await db.startTransaction().execute()
		await transaction.insertInto('words').values({ word: 'before' }).execute()
		const inner = await transaction.savepoint('inner').execute()
		await inner.insertInto('words').values({ word: 'inside' }).execute()
		await inner.rollbackToSavepoint('inner').execute()
		await transaction.commit().execute()
		expect(await db.selectFrom('words').selectAll().execute()).toEqual([{ word: 'before' }])
		await close()
	})
})

const server = process.env.PARLEY_TEST_DATABASE_URL

describe.skipIf(server === undefined)('a connection to PostgreSQL that breaks', () => {
	const lost: string[] = []
	let database: OpenDatabase
	let url: string
	let drop: () => Promise<void>
	beforeEach(async () => {
		lost.length = 0
		;({ url, drop } = await createPostgresDatabase(server as string))
		database = openDatabaseAsIs({ url, keyFolder: '' }, { onConnectionLost: reason => lost.push(reason) })
		await database.ping()
	})
	afterEach(async () => {
		await database.close()
		await drop()
	})
	const endConnections = () =>
		runStatement(
			server as string,
			`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`,
		)

	test('is reported and counted, and replaced', async () => {
		expect(database.connections()).toEqual({ busy: 0, idle: 1, waiting: 0, broken: 0 })
		await endConnections()
		await expect.poll(() => lost).toEqual([expect.stringContaining('terminating connection')])
		expect(database.connections()).toMatchObject({ idle: 0, broken: 1 })
		await database.ping()
	})

	test('between two queries of a transaction fails that transaction alone', async () => {
		const work = database.db.transaction().execute(async transaction => {
			await sql`select 1`.execute(transaction)
			await endConnections()
			await expect.poll(() => lost).toHaveLength(1)
			await sql`select 1`.execute(transaction)
		})
		await expect(work).rejects.toSatisfy(isDatabaseUnavailable)
		expect(database.connections()).toMatchObject({ busy: 0, broken: 1 })
		await database.ping()
	})
})

test('a missing PostgreSQL is unavailable; a wrong statement is not', async () => {
	const { ping, close } = openDatabaseAsIs({ url: 'postgres://parley@127.0.0.1:1/parley', keyFolder: '' })
	await expect(ping()).rejects.toSatisfy(isDatabaseUnavailable)
	await close()
	const memory = openDatabaseAsIs({ memory: true })
	await expect(sql`select nothing from nowhere`.execute(memory.db)).rejects.not.toSatisfy(isDatabaseUnavailable)
	await memory.close()
})

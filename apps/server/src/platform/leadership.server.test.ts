import { env } from 'node:process'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLeadership } from './leadership.ts'
import { createPostgresDatabase, type PostgresDatabase } from './testing/postgres.ts'

const serverUrl = env.PARLEY_TEST_DATABASE_URL

test('on SQLite the only server leads', async () => {
	expect(await createLeadership({ folder: '/nowhere' }).isLeader()).toBe(true)
})

describe.skipIf(serverUrl === undefined)('on PostgreSQL', () => {
	let database: PostgresDatabase
	beforeAll(async () => {
		database = await createPostgresDatabase(serverUrl as string)
	})
	afterAll(() => database.drop())

	function start() {
		const leadership = createLeadership({ url: database.url })
		onTestFinished(leadership.release)
		return leadership
	}

	test('one of two servers leads, and the other does after it has stopped', async () => {
		const [one, other] = [start(), start()]
		expect(await one.isLeader()).toBe(true)
		expect([await other.isLeader(), await one.isLeader()]).toEqual([false, true])
		await one.release()
		expect(await other.isLeader()).toBe(true)
	})

	test('asked twice at once, a server takes the lead once', async () => {
		const one = start()
		expect(await Promise.all([one.isLeader(), one.isLeader()])).toEqual([true, true])
	})

	test('a server whose connection breaks no longer leads, and another one may', async () => {
		const [one, other] = [start(), start()]
		expect(await one.isLeader()).toBe(true)
		const client = new pg.Client({ connectionString: database.url })
		await client.connect()
		onTestFinished(() => client.end())
		await client.query(
			"select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'parley jobs lock'",
		)
		await expect.poll(() => other.isLeader(), { timeout: 10_000 }).toBe(true)
		await expect.poll(() => one.isLeader(), { timeout: 10_000 }).toBe(false)
	})

	test('without its database nobody leads', async () => {
		const nowhere = createLeadership({ url: 'postgres://127.0.0.1:1/none' })
		await expect(nowhere.isLeader()).rejects.toThrow()
	})
})

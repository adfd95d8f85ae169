import { randomBytes } from 'node:crypto'
import { env } from 'node:process'
import pg from 'pg'
import { describe } from 'vitest'
import { type OpenDatabase, openDatabase } from '../database.ts'

/** A PostgreSQL server on which suites create their databases; `npm test` starts one. */
const serverUrl = env.PARLEY_TEST_DATABASE_URL

/** Runs a suite on SQLite and, if a server is configured, on PostgreSQL: each test gets an empty, migrated database. */
export function describeOnEveryDatabase(name: string, suite: (open: () => Promise<OpenDatabase>) => void): void {
	describe(`${name} on SQLite`, () => suite(() => openDatabase({ memory: true })))
	if (serverUrl === undefined) {
		console.warn(`!!! ${name}: PostgreSQL NOT TESTED, PARLEY_TEST_DATABASE_URL is not set !!!`)
		describe.skip(`${name} on PostgreSQL`, () => suite(() => openDatabase({ memory: true })))
	} else describe(`${name} on PostgreSQL`, () => suite(() => createTestDatabase(serverUrl)))
}

/** A new database that is dropped when it is closed. */
async function createTestDatabase(server: string): Promise<OpenDatabase> {
	const name = `parley_test_${randomBytes(8).toString('hex')}`
	const url = new URL(server)
	url.pathname = `/${name}`
	await runStatement(server, `create database ${name}`)
	const database = await openDatabase({ url: url.href })
	return {
		...database,
		async close() {
			await database.close()
			await runStatement(server, `drop database ${name} with (force)`)
		},
	}
}

async function runStatement(url: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	await client.query(statement)
	await client.end()
}

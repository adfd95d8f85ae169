import { randomBytes } from 'node:crypto'
import { env } from 'node:process'
import pg from 'pg'
import { describe } from 'vitest'
import { type OpenDatabase, openDatabase } from '../database.ts'

/** A server on which suites may make databases of their own; `npm test` starts one. */
const serverUrl = env.PARLEY_TEST_DATABASE_URL

/** Runs a suite on SQLite and, where there is a server, on PostgreSQL: each test gets an empty, migrated database. */
export function onEveryDatabase(name: string, suite: (open: () => Promise<OpenDatabase>) => void): void {
	describe(`${name} on SQLite`, () => suite(() => openDatabase({ memory: true })))
	if (serverUrl === undefined) {
		console.warn(`!!! ${name}: PostgreSQL NOT TESTED, PARLEY_TEST_DATABASE_URL is not set !!!`)
		describe.skip(`${name} on PostgreSQL`, () => suite(() => openDatabase({ memory: true })))
	} else describe(`${name} on PostgreSQL`, () => suite(() => openOnServer(serverUrl)))
}

/** A database of its own, dropped when it is closed. */
async function openOnServer(server: string): Promise<OpenDatabase> {
	const name = `parley_test_${randomBytes(8).toString('hex')}`
	const url = new URL(server)
	url.pathname = `/${name}`
	await onServer(server, `create database ${name}`)
	const database = await openDatabase({ url: url.href })
	return {
		...database,
		async close() {
			await database.close()
			await onServer(server, `drop database ${name} with (force)`)
		},
	}
}

async function onServer(url: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	await client.query(statement)
	await client.end()
}

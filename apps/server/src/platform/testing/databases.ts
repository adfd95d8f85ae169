import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { describe } from 'vitest'
import { type OpenDatabase, openDatabase, openDatabaseAsIs } from '../database.ts'
import { createPostgresDatabase } from './postgres.ts'

/** A PostgreSQL server on which suites create their databases; `npm test` starts one. */
const serverUrl = env.PARLEY_TEST_DATABASE_URL

/** Opens an empty, migrated database; or one without any table, to be migrated by hand. */
type Open = () => Promise<OpenDatabase>

/** Runs a suite on SQLite and, if a server is configured, on PostgreSQL: each test gets an empty, migrated database. */
export function describeOnEveryDatabase(name: string, suite: (open: Open, openWithoutTables: Open) => void): void {
	const memory = { memory: true } as const
	const onSqlite = () =>
		suite(
			() => openDatabase(memory),
			async () => openDatabaseAsIs(memory),
		)
	describe(`${name} on SQLite`, onSqlite)
	if (serverUrl === undefined) {
		console.warn(`!!! ${name}: PostgreSQL NOT TESTED, PARLEY_TEST_DATABASE_URL is not set !!!`)
		describe.skip(`${name} on PostgreSQL`, onSqlite)
		return
	}
	describe(`${name} on PostgreSQL`, () =>
		suite(
			() => createTestDatabase(serverUrl),
			() => createTestDatabase(serverUrl, async location => openDatabaseAsIs(location)),
		))
}

/** Opens a new database on a PostgreSQL server, which is dropped when it is closed. @param server address of any of its databases */
export async function createTestDatabase(
	server: string,
	openIt: (location: { url: string; keyFolder: string }) => Promise<OpenDatabase> = openDatabase,
): Promise<OpenDatabase & { url: string; keyFolder: string }> {
	const { url, drop } = await createPostgresDatabase(server)
	const keyFolder = mkdtempSync(join(tmpdir(), 'parley-keys-'))
	const database = await openIt({ url, keyFolder })
	return {
		...database,
		url,
		keyFolder,
		async close() {
			await database.close()
			rmSync(keyFolder, { recursive: true })
			await drop()
		},
	}
}

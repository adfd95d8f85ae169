import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { DatabaseInUseError, lockDatabase, lockStart } from './serverLock.ts'
import { createPostgresDatabase, type PostgresDatabase } from './testing/postgres.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
	tryStartServerProcess,
} from './testing/serverProcess.ts'

const serverUrl = env.PARLEY_TEST_DATABASE_URL
const adminFile = fileURLToPath(new URL('../admin/main.ts', import.meta.url))

describe('a lock in the data folder', () => {
	let folder: string
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'parley-lock-'))
	})
	afterAll(() => rmSync(folder, { recursive: true, force: true }))

	test('one at a time holds it, and commands open the database beside it', async () => {
		const lock = await lockDatabase({ folder }, 0)
		await expect(lockDatabase({ folder }, 0)).rejects.toThrow(DatabaseInUseError)
		await (await openDatabase({ folder })).close()
		await lock.release()
		await (await lockDatabase({ folder }, 0)).release()
	})

	test('a server that is just stopping is waited for', async () => {
		const lock = await lockDatabase({ folder }, 0)
		const next = lockDatabase({ folder }, 10_000)
		await lock.release()
		await (await next).release()
	})
})

describe('two servers on one data folder', () => {
	let folder: string
	const running: ServerProcess[] = []
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'parley-lock-'))
	})
	afterAll(async () => {
		for (const server of running) await stopServerProcess(server, 'SIGKILL')
		rmSync(folder, { recursive: true, force: true })
	})

	const settings = () => ({ PARLEY_DATA: folder, PARLEY_LOG: 'warn' })
	const start = async () => {
		const server = await startServerProcess(settings())
		running.push(server)
		return server
	}
	const command = (...args: string[]) =>
		promisify(execFile)(process.execPath, [adminFile, ...args], { env: { PATH: '', PARLEY_DATA: folder } })

	test('[ROOM-48] the second is refused with a sentence, commands keep working, a killed one leaves no lock', async () => {
		const first = await start()
		const { failed } = await tryStartServerProcess(settings())
		expect(failed?.exitCode).toBe(1)
		expect(failed?.output).toMatch(/^Another Parley server is running on .*\n$/)
		expect(failed?.output).toContain(folder)
		expect(await command('site', 'list')).toMatchObject({ stderr: '' })

		await stopServerProcess(first, 'SIGKILL')
		const third = await start()
		await stopServerProcess(third)
		expect(third.child.exitCode).toBe(0)
	})
})

describe.skipIf(serverUrl === undefined)('a lock in PostgreSQL', () => {
	let admin: pg.Client
	let database: PostgresDatabase
	let url: string

	beforeAll(async () => {
		admin = new pg.Client({ connectionString: serverUrl })
		await admin.connect()
		database = await createPostgresDatabase(serverUrl ?? '')
		url = database.url
	})
	afterAll(async () => {
		await admin.end()
		await database.drop()
	})
	const endConnections = () =>
		admin.query(
			"select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'parley server lock'",
			[database.name],
		)

	/** Process ids of the connections that hold it. */
	const holders = async (): Promise<number[]> => {
		const { rows } = await admin.query(
			"select pid from pg_locks join pg_database on oid = database where locktype = 'advisory' and granted and datname = $1",
			[database.name],
		)
		return rows.map(row => row.pid)
	}

	test('one at a time holds it; other databases and schemas have their own', async () => {
		const lock = await lockDatabase({ url }, 0)
		await expect(lockDatabase({ url }, 0)).rejects.toThrow(DatabaseInUseError)
		const otherSchema = `${url}?options=-c%20search_path%3Dpg_catalog`
		await (await lockDatabase({ url: otherSchema }, 0)).release()
		await (await lockDatabase({ url: serverUrl ?? '' }, 0)).release()
		await lock.release()
		await (await lockDatabase({ url }, 0)).release()
	})

	test('[NODE-14] servers with a shared lock run together, and one without keeps out the others', async () => {
		const nodes = [await lockDatabase({ url }, 0, 'shared'), await lockDatabase({ url }, 0, 'shared')]
		await expect(lockDatabase({ url }, 0)).rejects.toThrow(/set PARLEY_NODE_URL for each/)
		await Promise.all(nodes.map(lock => lock.release()))
		const only = await lockDatabase({ url }, 0)
		await expect(lockDatabase({ url }, 0, 'shared')).rejects.toThrow(/has no PARLEY_NODE_URL/)
		await only.release()
	})

	test('[NODE-14] servers migrate one after the other', async () => {
		const first = await lockStart({ url })
		let isSecond = false
		const second = lockStart({ url }).then(lock => {
			isSecond = true
			return lock
		})
		await delay(300)
		expect(isSecond).toBe(false)
		await first.release()
		await (await second).release()
	})

	test('after a broken connection the lock is taken again', async () => {
		const lock = await lockDatabase({ url }, 0)
		let isLost = false
		void lock.lost.then(() => {
			isLost = true
		})
		const [before] = await holders()
		await endConnections()
		await expect.poll(async () => (await holders()).filter(pid => pid !== before).length).toBe(1)
		await expect(lockDatabase({ url }, 0)).rejects.toThrow(DatabaseInUseError)
		expect(isLost).toBe(false)
		await lock.release()
	})

	test('a server whose lock was taken by another is notified', async () => {
		const first = await lockDatabase({ url }, 0)
		const other = new pg.Client({ connectionString: url })
		await other.connect()
		// Waits for the lock, so that it gets it before the first can reconnect.
		const taken = other.query("select pg_advisory_lock(hashtext('parley server'), hashtext(current_schema()))")
		await expect
			.poll(
				async () => (await admin.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rowCount,
			)
			.toBe(1)
		await endConnections()
		await taken
		await first.lost
		await other.end()
		await first.release()
	})
})

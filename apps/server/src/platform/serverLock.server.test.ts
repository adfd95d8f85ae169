import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { DatabaseInUseError, lockDatabase } from './serverLock.ts'
import { freePort } from './testing/freePort.ts'

const serverUrl = env.PARLEY_TEST_DATABASE_URL
const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url))
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
	const children: ChildProcess[] = []
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'parley-lock-'))
	})
	afterAll(() => {
		for (const child of children) child.kill('SIGKILL')
		rmSync(folder, { recursive: true, force: true })
	})

	async function start(file: string, args: string[] = []) {
		const environment = { HOME: folder, PORT: String(await freePort()), PARLEY_DATA: folder, PARLEY_LOG: 'warn' }
		const child = spawn(process.execPath, [file, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
		children.push(child)
		return { child, readyUrl: `http://127.0.0.1:${environment.PORT}/readyz` }
	}

	async function startServer() {
		const { child, readyUrl } = await start(mainFile)
		child.stdout?.resume()
		child.stderr?.resume()
		const isReady = async () => (await fetch(readyUrl).catch(() => undefined))?.ok
		await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
		return child
	}

	async function run(file: string, args?: string[]) {
		const { child } = await start(file, args)
		const [stdout, stderr] = await Promise.all([
			text(child.stdout as NodeJS.ReadableStream),
			text(child.stderr as NodeJS.ReadableStream),
			once(child, 'exit'),
		])
		return { exitCode: child.exitCode, stdout, stderr }
	}

	test('[ROOM-48] the second is refused with a sentence, commands go on working, a killed one leaves no lock', async () => {
		const first = await startServer()
		const second = await run(mainFile)
		expect(second.exitCode).toBe(1)
		expect(second.stderr).toMatch(/^Another Parley server is running on .*\n$/)
		expect(second.stderr).toContain(folder)
		expect(await run(adminFile, ['site', 'list'])).toMatchObject({ exitCode: 0, stderr: '' })

		first.kill('SIGKILL')
		await once(first, 'exit')
		const third = await startServer()
		third.kill('SIGTERM')
		await once(third, 'exit')
		expect(third.exitCode).toBe(0)
	})
})

describe.skipIf(serverUrl === undefined)('a lock in PostgreSQL', () => {
	const name = `parley_test_${randomBytes(8).toString('hex')}`
	let admin: pg.Client
	let url: string

	beforeAll(async () => {
		admin = new pg.Client({ connectionString: serverUrl })
		await admin.connect()
		await admin.query(`create database ${name}`)
		url = Object.assign(new URL(serverUrl ?? ''), { pathname: `/${name}` }).href
	})
	afterAll(async () => {
		await admin.query(`drop database ${name} with (force)`)
		await admin.end()
	})
	const endConnections = () =>
		admin.query(
			"select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'parley server lock'",
			[name],
		)

	/** Process ids of the connections that hold it. */
	const holders = async (): Promise<number[]> => {
		const { rows } = await admin.query(
			"select pid from pg_locks join pg_database on oid = database where locktype = 'advisory' and granted and datname = $1",
			[name],
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

	test('a server that finds its lock taken by another is told', async () => {
		const first = await lockDatabase({ url }, 0)
		const other = new pg.Client({ connectionString: url })
		await other.connect()
		// Waits for the lock, so that it has it before the first can connect again.
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

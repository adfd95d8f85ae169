import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'

const timeoutMs = 5_000
const retryEveryMs = 100
/** A machine that vanished is detected after 25 seconds instead of two hours. */
const keepAlive = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
/** A shared lock has any number of holders, unless one holds it exclusively. */
export type LockMode = 'exclusive' | 'shared'

const functionOf = { exclusive: 'pg_try_advisory_lock', shared: 'pg_try_advisory_lock_shared' }
/** Advisory locks are per database; the second number tells schemas of one database apart. */
const tryLock = (mode: LockMode) => `select ${functionOf[mode]}(hashtext($1), hashtext(current_schema())) as locked`

/**
 * Returns a connection to PostgreSQL that holds the lock while it is open; undefined if another connection holds it.
 */
export async function tryAdvisoryLock(
	url: string,
	name: string,
	mode: LockMode = 'exclusive',
): Promise<pg.Client | undefined> {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: timeoutMs,
		keepAlive: true,
		application_name: `${name} lock`,
	})
	// `end` follows; without a listener it would end the process.
	client.on('error', () => {})
	await client.connect()
	try {
		await client.query(keepAlive)
		const { rows } = await client.query(tryLock(mode), [name])
		if (rows[0].locked) return client
	} catch (error) {
		await client.end().catch(() => {})
		throw error
	}
	await client.end()
	return undefined
}

/** A lock that is taken again whenever its connection breaks. */
export interface HeldLock {
	/** Resolves when another process has taken the lock meanwhile. */
	lost: Promise<void>
	/** Milliseconds since its connection broke; 0 while it is held. */
	lostForMs(): number
	release(): Promise<void>
}

/** Takes a lock for as long as the process runs, on a connection of its own; undefined if another process holds it. */
export async function holdAdvisoryLock(url: string, name: string, mode: LockMode): Promise<HeldLock | undefined> {
	let client: pg.Client | undefined
	let isReleased = false
	let lostAt: number | undefined
	let reportLoss = () => {}
	const lost = new Promise<void>(resolve => {
		reportLoss = resolve
	})

	async function connect(): Promise<boolean> {
		const next = await tryAdvisoryLock(url, name, mode)
		if (!next) return false
		next.once('end', () => {
			lostAt ??= performance.now()
			void reconnect()
		})
		lostAt = undefined
		client = next
		return true
	}

	/** While PostgreSQL is unreachable, no other process can take the lock either. */
	async function reconnect() {
		while (!isReleased) {
			const isLocked = await connect().catch(() => undefined)
			if (isReleased) return void client?.end().catch(() => {})
			if (isLocked === true) return
			if (isLocked === false) return reportLoss()
			await delay(retryEveryMs, undefined, { ref: false })
		}
	}

	if (!(await connect())) return undefined
	return {
		lost,
		lostForMs: () => (lostAt === undefined ? 0 : performance.now() - lostAt),
		async release() {
			isReleased = true
			await client?.end()
		},
	}
}

/** Returns the names among `names` whose lock is free. */
export async function findFreeLocks(db: Db, names: readonly string[]): Promise<string[]> {
	// The numbers of a lock are shown without a sign.
	const { rows } = await sql<{ name: string }>`
		select name from unnest(${names}::text[]) as name
		where not exists (
			select from pg_locks join pg_database on pg_database.oid = pg_locks.database
			where locktype = 'advisory' and granted and datname = current_database() and objsubid = 2
				and classid::bigint = (hashtext(name)::bigint & 4294967295)
				and objid::bigint = (hashtext(current_schema())::bigint & 4294967295))`.execute(db)
	return rows.map(({ name }) => name)
}

import pg from 'pg'

const timeoutMs = 5_000
/** A machine that vanished is detected after 25 seconds instead of two hours. */
const keepAlive = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
/** Advisory locks are per database; the second number tells schemas of one database apart. */
const tryLock = 'select pg_try_advisory_lock(hashtext($1), hashtext(current_schema())) as locked'

/**
 * Returns a connection to PostgreSQL that holds the lock while it is open; undefined if another connection holds it.
 */
export async function tryAdvisoryLock(url: string, name: string): Promise<pg.Client | undefined> {
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
		const { rows } = await client.query(tryLock, [name])
		if (rows[0].locked) return client
	} catch (error) {
		await client.end().catch(() => {})
		throw error
	}
	await client.end()
	return undefined
}

import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { runStatement } from '../../apps/server/src/platform/testing/postgres.ts'

/** Breaks all connections to a database of PostgreSQL but the own one. */
export async function breakDatabaseConnections(url: string): Promise<void> {
	await runStatement(
		url,
		'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
	).catch(() => {})
}

/** Kills a process of PostgreSQL, which makes it end all others and recover from its log. */
export async function crashDatabase(url: string): Promise<void> {
	const [row] = await askDatabase(
		url,
		"select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid() limit 1",
	)
	// No connection may be left, if both servers are cut off from it.
	if (row) process.kill(Number(row.pid), 'SIGKILL')
}

const recoversWithinMs = 30_000

/** Runs a statement, again while PostgreSQL recovers. */
export async function askDatabase(url: string, statement: string): Promise<Record<string, unknown>[]> {
	const giveUpAt = performance.now() + recoversWithinMs
	for (;;) {
		try {
			return await runStatement(url, statement)
		} catch (error) {
			if (performance.now() > giveUpAt) throw error
			await delay(200)
		}
	}
}

import type { Db } from '../../platform/db.ts'
import { createPostgresNodeLocks } from './locks.postgres.ts'
import { createSqlNodeStore } from './store.sql.ts'
import type { NodeRow } from './store.ts'

/** Returns the running servers of a database on PostgreSQL that do not have a migration, because they are of an earlier release. */
export async function findOlderServers(url: string, db: Db, migration: string): Promise<NodeRow[]> {
	const rows = (await createSqlNodeStore(db).list()).filter(row => !knows(row, migration))
	const stopped = new Set(await createPostgresNodeLocks(url, db).findFree(rows.map(({ id }) => id)))
	return rows.filter(({ id }) => !stopped.has(id))
}

const knows = ({ newestMigration }: NodeRow, migration: string): boolean =>
	newestMigration !== null && newestMigration >= migration

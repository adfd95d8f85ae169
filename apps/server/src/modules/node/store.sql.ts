import type { Db } from '../../platform/db.ts'
import type { SettingFingerprints } from './sharedSettings.ts'
import type { NodeStore } from './store.ts'

type NodeTables = {
	nodes: {
		id: string
		url: string | null
		version: string
		secrets: string | null
		newest_migration: string | null
		settings: string | null
		started_at: number
		beats: number
	}
}

export function createSqlNodeStore(database: Db): NodeStore {
	const db = database.$extendTables<NodeTables>()
	return {
		async insert({ newestMigration, settings, startedAt, ...node }) {
			await db
				.insertInto('nodes')
				.values({
					...node,
					newest_migration: newestMigration,
					settings: settings && JSON.stringify(settings),
					started_at: startedAt,
				})
				.execute()
		},
		async beat(id) {
			const { numUpdatedRows } = await db
				.updateTable('nodes')
				.set(({ eb }) => ({ beats: eb('beats', '+', 1) }))
				.where('id', '=', id)
				.executeTakeFirst()
			return numUpdatedRows > 0n
		},
		async list() {
			const rows = await db.selectFrom('nodes').selectAll().orderBy('started_at').orderBy('id').execute()
			return rows.map(({ id, url, version, secrets, newest_migration, settings, started_at, beats }) => ({
				id,
				url,
				version,
				secrets,
				newestMigration: newest_migration,
				settings: settings === null ? null : (JSON.parse(settings) as SettingFingerprints),
				startedAt: started_at,
				beats,
			}))
		},
		async remove(nodes) {
			const removed: string[] = []
			for (const { id, beats } of nodes) {
				const { numDeletedRows } = await db
					.deleteFrom('nodes')
					.where('id', '=', id)
					.where('beats', '=', beats)
					.executeTakeFirst()
				if (numDeletedRows > 0n) removed.push(id)
			}
			return removed
		},
		async removeAll() {
			await db.deleteFrom('nodes').execute()
		},
		async leave(id) {
			await db.deleteFrom('nodes').where('id', '=', id).execute()
		},
	}
}

import server from '../../../package.json' with { type: 'json' }
import type { Platform } from '../../platform/noun.ts'
import { createNodeRegistry, createOnlyNode } from './registry.ts'
import { createSqlNodeStore } from './store.sql.ts'

export type NodeDeps = Pick<Platform, 'config' | 'db' | 'clock' | 'elapsedMs' | 'ids' | 'log'>

function open({ config, db, clock, elapsedMs, ids, log }: NodeDeps) {
	let reportRemoval = () => {}
	const removed = new Promise<void>(resolve => {
		reportRemoval = resolve
	})
	const id = ids.row('node')
	// SQLite is locked by one process.
	if (config.databaseUrl === undefined) return { nodes: createOnlyNode(id), isOnly: true, removed }
	const store = createSqlNodeStore(db)
	const nodes = createNodeRegistry({
		store,
		id,
		url: null,
		version: server.version,
		startedAt: clock.now(),
		elapsedMs,
		log,
		onRemoved: reportRemoval,
	})
	return {
		nodes,
		isOnly: false,
		/** Resolves when other servers have taken this one for stopped: it must stop. */
		removed,
		async start() {
			// The lock of the database says that no other server runs.
			await store.removeAll()
			await nodes.start()
		},
		close: nodes.stop,
	}
}

export const nodeNoun = { name: 'node' as const, open }

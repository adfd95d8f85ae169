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
	if (config.databaseUrl === undefined) return { nodes: createOnlyNode(id), removed }
	const nodes = createNodeRegistry({
		store: createSqlNodeStore(db),
		id,
		version: server.version,
		startedAt: clock.now(),
		elapsedMs,
		log,
		onRemoved: reportRemoval,
	})
	return {
		nodes,
		/** Resolves when other servers have taken this one for stopped: it must stop. */
		removed,
		start: nodes.start,
		close: nodes.stop,
	}
}

export const nodeNoun = { name: 'node' as const, open }

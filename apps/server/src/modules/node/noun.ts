import { createHash } from 'node:crypto'
import server from '../../../package.json' with { type: 'json' }
import { newestMigration, refuseNewerDatabase } from '../../platform/migrationNames.ts'
import { createNodeCalls } from '../../platform/nodeCalls.ts'
import type { HttpApp, Platform } from '../../platform/noun.ts'
import { lockStart } from '../../platform/serverLock.ts'
import { StartError } from '../../platform/startError.ts'
import { repeatInBackground } from '../../platform/timers.ts'
import { nodeChecks } from './checks.ts'
import { createCutOffCheck, createTellRemoved } from './cutOffCheck.ts'
import { createPostgresNodeLocks } from './locks.postgres.ts'
import { createNodeRegistry, createOnlyNode, type Nodes } from './registry.ts'
import { answerWhetherMarked, findWithOtherRedis } from './sameRedis.ts'
import { findDifferent, fingerprintsOf } from './sharedSettings.ts'
import { createSqlNodeStore } from './store.sql.ts'
import type { NodeRow } from './store.ts'

export type NodeDeps = Pick<Platform, 'config' | 'db' | 'clock' | 'elapsedMs' | 'ids' | 'log' | 'secrets'>

function open({ config, db, clock, elapsedMs, ids, log, secrets }: NodeDeps) {
	let reportRemoval = () => {}
	const removed = new Promise<void>(resolve => {
		reportRemoval = resolve
	})
	const id = ids.row('node')
	const calls = createNodeCalls({ secret: secrets.relay, id, clock, ids })
	// SQLite is locked by one process.
	if (config.databaseUrl === undefined) return { nodes: createOnlyNode(id), nodeCalls: calls, isOnly: true, removed }
	const location = { url: config.databaseUrl }
	const store = createSqlNodeStore(db)
	answerWhetherMarked(calls, config)
	const locks = createPostgresNodeLocks(config.databaseUrl, db)
	const url = config.nodeUrl ?? null
	const fingerprint = createHash('sha256').update(JSON.stringify(secrets)).digest('base64url')
	const settings = fingerprintsOf(config)
	const nodes = createNodeRegistry({
		store,
		locks,
		id,
		url,
		version: server.version,
		secrets: fingerprint,
		newestMigration,
		settings,
		startedAt: clock.now(),
		elapsedMs,
		repeat: repeatInBackground,
		log,
		tellRemoved: createTellRemoved(calls),
		onRemoved: reportRemoval,
	})

	/** @throws {StartError} if this node cannot run together with those that are running */
	async function requireToFitOthers() {
		const rows = await store.list()
		const stopped = new Set(await locks.findFree(rows.map(row => row.id)))
		const running = rows.filter(row => !stopped.has(row.id))
		for (const row of running) refuseBeside(row)
		for (const { url } of await findWithOtherRedis(running, calls.ask, config))
			throw new StartError(
				`The server at ${url} uses another Redis than this one: give all servers the PARLEY_REDIS_URL of the same one.`,
			)
	}

	function refuseBeside(other: NodeRow) {
		if (other.url === url)
			throw new StartError(`Another server of this database has the PARLEY_NODE_URL ${url}: each needs its own.`)
		if (other.secrets !== fingerprint)
			throw new StartError(
				`The server at ${other.url} has other secrets than this one: copy secrets.json and field-keys.json from its folder of keys (PARLEY_KEYS) to that of this one.`,
			)
		const different = findDifferent(settings, other.settings ?? {})
		if (different.length > 0)
			throw new StartError(
				`The server at ${other.url} has other values than this one in: ${different.join(', ')}. People, files, lives and media are in the same place for all servers: give all the same settings.`,
			)
	}

	/** @throws {StartError} if a newer server has contracted the database since this one opened it, without knowing of it (NODE-31) */
	async function register() {
		const starting = await lockStart(location)
		try {
			if (url !== null) await requireToFitOthers()
			await nodes.start()
			await refuseNewerDatabase(db)
		} catch (error) {
			await nodes.stop()
			throw error
		} finally {
			await starting.release()
		}
	}

	const cutOffCheck = createCutOffCheck({ nodes, calls, repeat: repeatInBackground, log, onCutOff: reportRemoval })

	return {
		nodes: nodes as Nodes,
		nodeCalls: calls,
		isOnly: url === null,
		/** Resolves when other servers have taken this one for stopped, or it cannot work together with them: it must stop. */
		removed,
		routes: (app: HttpApp) => calls.serve(app),
		async start() {
			// Without an address it has the database for itself.
			if (url === null) await store.removeAll()
			await register()
			cutOffCheck.start()
		},
		async close() {
			cutOffCheck.stop()
			await nodes.stop()
		},
	}
}

export const nodeNoun = { name: 'node' as const, open, checks: nodeChecks }

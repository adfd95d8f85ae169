import { setTimeout } from 'node:timers/promises'
import { createDemoIdentityIssuer } from './demo/index.ts'
import { findDemo } from './demo/open.ts'
import { findOlderServers } from './modules/node/index.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { databaseLocation, type OpenOptions, openDatabase } from './platform/database.ts'
import type { Db } from './platform/db.ts'
import { randomIds } from './platform/ids.ts'
import { createLeadership } from './platform/leadership.ts'
import type { Log } from './platform/log.ts'
import { requireMediaPorts } from './platform/mediaPorts.ts'
import type { MayContract } from './platform/migrate.ts'
import { refuseUnfinishedMove } from './platform/movedDatabase.ts'
import type { Platform } from './platform/noun.ts'
import { loadSecrets } from './platform/secrets.ts'
import { lockDatabase, lockStart } from './platform/serverLock.ts'

/**
 * Locks the database for this server and opens it; `leadership` says whether it runs the jobs, `issuer` signs identities of
 * the demo, undefined without it.
 */
export async function openStorage(config: Config, log: Log, onQuery?: OpenOptions['onQuery']) {
	const location = databaseLocation(config)
	const lock = await lockDatabase(location, undefined, config.nodeUrl === undefined ? 'exclusive' : 'shared')
	const starting = await lockStart(location)
	const { database, isDemo } = await migrateAndSeed(config, log, onQuery).catch(async error => {
		await starting.release()
		await lock.release()
		throw error
	})
	await starting.release()
	return {
		lock,
		database,
		leadership: createLeadership(location),
		issuer: isDemo ? await createDemoIdentityIssuer(systemClock, loadSecrets(config.keyFolder).relay) : undefined,
	}
}

async function migrateAndSeed(config: Config, log: Log, onQuery: OpenOptions['onQuery']) {
	const database = await openDatabase(databaseLocation(config), {
		// Not the error itself: it has the whole connection in it.
		onConnectionLost: reason => log.warn({ reason }, 'a connection to the database broke'),
		onQuery,
		mayContract: db => contractingBeside(config, db, log),
	})
	try {
		await refuseUnfinishedMove(database.db)
		return { database, isDemo: await findDemo(config, database.db) }
	} catch (error) {
		await database.close()
		throw error
	}
}

/** This server has the database for itself, or asks which other servers run on it (NODE-31). */
function contractingBeside({ nodeUrl, databaseUrl }: Config, db: Db, log: Log): MayContract {
	if (nodeUrl === undefined || databaseUrl === undefined) return 'alone'
	return async migration => {
		const older = await findOlderServers(databaseUrl, db, migration)
		if (older.length === 0) return true
		log.info(
			{ migration, servers: older.map(({ url }) => url) },
			'a migration waits until servers of earlier releases have stopped',
		)
		return false
	}
}

export const createPlatform = (
	chosen: Pick<Platform, 'config' | 'log' | 'db' | 'createRateLimit' | 'isDemo'>,
): Platform => ({
	...chosen,
	clock: systemClock,
	elapsedMs: () => performance.now(),
	ids: randomIds,
	secrets: loadSecrets(chosen.config.keyFolder),
	pause: setTimeout,
})

export async function warnOfScarcePorts({ media }: Config, log: Log): Promise<void> {
	if (!(await requireMediaPorts(media)).arePortsLow) return
	log.warn({ ports: media.portRange }, 'most UDP ports for media are taken: set MEDIA_PORTS to a larger range')
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'
import { type ObjectStore, startObjectStore } from './objectStore.ts'
import { createPostgresDatabase, type PostgresDatabase } from './postgres.ts'
import { type RedisServer, redisUrl, startRedis } from './redisServer.ts'

/** The programs that several servers of one database share, as `npm test` provides them. */
export interface SharedPrograms {
	/** Address of any database of a PostgreSQL server. */
	postgres: string
	/** Programs of a Redis server and an object store. */
	redis: string
	objectStore: string
}

/** Returns the programs of the environment; undefined if one is missing. */
export function findSharedPrograms(env: Record<string, string | undefined>): SharedPrograms | undefined {
	const { PARLEY_TEST_DATABASE_URL, PARLEY_TEST_REDIS, PARLEY_TEST_OBJECT_STORE } = env
	if (!PARLEY_TEST_DATABASE_URL || !PARLEY_TEST_REDIS || !PARLEY_TEST_OBJECT_STORE) return undefined
	return { postgres: PARLEY_TEST_DATABASE_URL, redis: PARLEY_TEST_REDIS, objectStore: PARLEY_TEST_OBJECT_STORE }
}

/** A database, a Redis and an object store for servers that a test starts. */
export interface SharedServices {
	database: PostgresDatabase
	redis(): RedisServer
	objects: ObjectStore['settings']
	/** Starts Redis again on its port, empty. */
	restartRedis(): Promise<void>
	/** Settings of one more server, with a port and a data folder of its own. */
	nodeSettings(): Promise<Record<string, string>>
	/** Ends them, once the servers have ended. */
	dispose(): Promise<void>
}

export async function startSharedServices(programs: SharedPrograms): Promise<SharedServices> {
	const folder = mkdtempSync(join(tmpdir(), 'parley-nodes-'))
	const database = await createPostgresDatabase(programs.postgres)
	const port = await freePort()
	const start = () => startRedis(programs.redis, { port, folder })
	let redis = await start()
	const objects: ObjectStore = await startObjectStore(programs.objectStore, folder)
	const { bucket, endpoint = '', credentials } = objects.settings
	let nodes = 0
	return {
		database,
		redis: () => redis,
		objects: objects.settings,
		async restartRedis() {
			await redis.kill()
			redis = await start()
		},
		async nodeSettings() {
			const own = await freePort()
			const data = join(folder, `node-${++nodes}`)
			mkdirSync(data)
			return {
				PORT: String(own),
				PARLEY_NODE_URL: `http://127.0.0.1:${own}`,
				PARLEY_DATA: data,
				PARLEY_KEYS: join(folder, 'keys'),
				PARLEY_DEMO: '1',
				DATABASE_URL: database.url,
				PARLEY_REDIS_URL: redisUrl(port),
				PARLEY_S3_BUCKET: bucket,
				PARLEY_S3_ENDPOINT: endpoint,
				PARLEY_S3_KEY: credentials?.accessKeyId ?? '',
				PARLEY_S3_SECRET: credentials?.secretAccessKey ?? '',
			}
		},
		async dispose() {
			await redis.kill()
			await objects.kill()
			await database.drop()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

import { env } from 'node:process'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { loadSecrets } from '../../platform/secrets.ts'
import { createTestDatabase } from '../../platform/testing/databases.ts'
import { type NodeDeps, nodeNoun } from './noun.ts'
import { createSqlNodeStore } from './store.sql.ts'

const server = env.PARLEY_TEST_DATABASE_URL

test.skipIf(server === undefined)(
	'[NODE-31] a server does not start if a newer one contracts the database after it has opened it',
	async () => {
		const database = await createTestDatabase(server as string)
		onTestFinished(database.close)
		const { db, url, keyFolder } = database
		const node = nodeNoun.open({
			config: { databaseUrl: url, nodeUrl: 'http://127.0.0.1:1', live: {}, media: {} } as NodeDeps['config'],
			db,
			clock: systemClock,
			elapsedMs: () => performance.now(),
			ids: randomIds,
			log: createLog('silent'),
			secrets: loadSecrets(keyFolder),
		})
		await sql`insert into kysely_migration (name, timestamp) values ('9002-contract-a', '2099')`.execute(db)
		await expect(node.start?.()).rejects.toThrow('made by a newer version')
		expect(await createSqlNodeStore(db).list()).toEqual([])
	},
)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { loadSecrets } from '../../platform/secrets.ts'
import { createPostgresDatabase } from '../../platform/testing/postgres.ts'
import { type NodeDeps, nodeNoun } from './noun.ts'
import { createSqlNodeStore } from './store.sql.ts'

const server = env.PARLEY_TEST_DATABASE_URL

test.skipIf(server === undefined)(
	'[NODE-31] a server does not start if a newer one contracts the database after it has opened it',
	async () => {
		const { url, drop } = await createPostgresDatabase(server as string)
		const keyFolder = mkdtempSync(join(tmpdir(), 'parley-keys-'))
		const database = await openDatabase({ url, keyFolder })
		onTestFinished(async () => {
			await database.close()
			await drop()
			rmSync(keyFolder, { recursive: true })
		})
		const { db } = database
		const node = nodeNoun.open({
			config: { databaseUrl: url, nodeUrl: 'http://127.0.0.1:1' } as NodeDeps['config'],
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

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImAppId, ImUserId } from '@parley/im'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../platform/database.ts'
import { describeOnEveryDatabase } from '../../../platform/testing/index.ts'
import { createSqlMessagingStore } from './store.sql.ts'
import { messagingStoreSuite } from './store.suite.ts'

const tables = [
	'im_conversations',
	'im_events',
	'im_members',
	'im_list_heads',
	'im_list_entries',
	'im_requests',
	'im_users',
	'im_friends',
	'im_applications',
	'im_audit',
]

describeOnEveryDatabase('messaging store', open => {
	let database: OpenDatabase
	beforeAll(async () => {
		database = await open()
	})
	afterAll(() => database.close())

	messagingStoreSuite(async () => ({
		store: createSqlMessagingStore(database.db),
		async close() {
			for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(database.db)
		},
	}))
})

test('on SQLite writes of another process are detected, and those of this one are not', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'parley-elsewhere-'))
	const open = () => openDatabase({ folder })
	const [here, elsewhere] = [await open(), await open()]
	const store = createSqlMessagingStore(here.db)
	const writeIn = ({ db }: OpenDatabase, nickName: string) =>
		createSqlMessagingStore(db).putProfile(
			v.parse(ImAppId, 'app'),
			{ uid: v.parse(ImUserId, 'li'), nickName, imgUrl: '', isGuest: false },
			1,
		)
	try {
		const before = await store.writesElsewhere()
		await writeIn(here, 'Li')
		expect(await store.writesElsewhere()).toBe(before)
		await writeIn(elsewhere, 'Han')
		expect(await store.writesElsewhere()).not.toBe(before)
	} finally {
		await here.close()
		await elsewhere.close()
		await rm(folder, { recursive: true })
	}
})

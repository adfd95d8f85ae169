import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { OpenDatabase } from '../../../platform/database.ts'
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

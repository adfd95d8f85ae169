import type { createSqlNodeStore } from '../modules/node/index.ts'

type NodeRow = Parameters<ReturnType<typeof createSqlNodeStore>['insert']>[0]

/** Row of a server that runs on the database. */
export const aNodeRow = (id: string, fields: Partial<NodeRow> = {}): NodeRow => ({
	id,
	url: `http://${id}`,
	version: '1',
	secrets: null,
	newestMigration: null,
	settings: null,
	startedAt: 1,
	beats: 0,
	...fields,
})

import type { Db } from '../../platform/db.ts'
import type { Nodes } from '../node/index.ts'
import type { LiveNode } from './liveNode.ts'

type LiveNodeTables = {
	live_nodes: { id: number; node: string }
	nodes: { id: string; url: string | null }
}

/** There is one row. */
const id = 1

export function createSqlLiveNode(database: Db, nodes: Pick<Nodes, 'id' | 'isTrusted' | 'removeIfEnded'>): LiveNode {
	const db = database.$extendTables<LiveNodeTables>()
	return {
		hasSeveralNodes: true,
		async claim() {
			if (!nodes.isTrusted()) return false
			// The reference to this node's row fails once others have removed it.
			await db
				.insertInto('live_nodes')
				.values({ id, node: nodes.id })
				.onConflict(conflict => conflict.doNothing())
				.execute()
			const row = await db.selectFrom('live_nodes').select('node').where('id', '=', id).executeTakeFirst()
			return row?.node === nodes.id
		},
		findOther: () =>
			db
				.selectFrom('live_nodes')
				.innerJoin('nodes', 'nodes.id', 'live_nodes.node')
				.select(['nodes.id', 'nodes.url'])
				.where('nodes.id', '!=', nodes.id)
				.executeTakeFirst(),
		removeIfEnded: other => nodes.removeIfEnded(other.id),
	}
}

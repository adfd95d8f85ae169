import type { Instant, MeetingId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { createKeyedLock } from '../../platform/keyedLock.ts'
import { NodeNotTrustedError } from '../../platform/nodeCalls.ts'
import type { Nodes } from '../node/index.ts'
import type { RoomNodes } from './roomNodes.ts'

type RoomNodeTables = {
	room_nodes: { meeting_id: string; node: string }
	nodes: { id: string; url: string | null }
}

/** A node releases a room this long after its last use (NODE-02); a participant who was admitted enters sooner. */
export const unusedAfterMs = 60_000

interface RoomNodesDeps {
	db: Db
	nodes: Pick<Nodes, 'id' | 'isTrusted' | 'others' | 'removeIfEnded'>
	clock: Clock
}

/** Returns the addresses of the nodes that have open rooms, by meeting; empty where only one node can run. */
export async function listRoomAddresses(db: Db): Promise<Map<string, string>> {
	const rows = await db
		.$extendTables<RoomNodeTables>()
		.selectFrom('room_nodes')
		.innerJoin('nodes', 'nodes.id', 'room_nodes.node')
		.select(['meeting_id', 'nodes.url'])
		.execute()
	return new Map(rows.map(({ meeting_id: meetingId, url }) => [meetingId, url ?? '']))
}

export function createSqlRoomNodes({ db: database, nodes, clock }: RoomNodesDeps): RoomNodes {
	const db = database.$extendTables<RoomNodeTables>()
	const runFor = createKeyedLock()
	/** The rooms of this node, and when each was last claimed or in use. */
	const lastUsed = new Map<MeetingId, Instant>()

	async function insert(meetingId: MeetingId): Promise<boolean> {
		// The reference to this node's row fails once others have removed it.
		await db
			.insertInto('room_nodes')
			.values({ meeting_id: meetingId, node: nodes.id })
			.onConflict(conflict => conflict.doNothing())
			.execute()
		const row = await db.selectFrom('room_nodes').select('node').where('meeting_id', '=', meetingId).executeTakeFirst()
		return row?.node === nodes.id
	}

	return {
		hasSeveralNodes: true,
		async claim(meetingId) {
			if (!nodes.isTrusted()) throw new NodeNotTrustedError('other nodes may be taking over the rooms of this one')
			return await runFor(meetingId, async () => {
				if (!lastUsed.has(meetingId) && !(await insert(meetingId))) return false
				lastUsed.set(meetingId, clock.now())
				return true
			})
		},
		async findOther(meetingId) {
			if (lastUsed.has(meetingId)) return undefined
			return await db
				.selectFrom('room_nodes')
				.innerJoin('nodes', 'nodes.id', 'room_nodes.node')
				.select(['nodes.id', 'nodes.url'])
				.where('meeting_id', '=', meetingId)
				.where('nodes.id', '!=', nodes.id)
				.executeTakeFirst()
		},
		others: nodes.others,
		removeIfEnded: ({ id }) => nodes.removeIfEnded(id),
		async releaseUnused(isInUse) {
			for (const meetingId of lastUsed.keys()) if (isInUse(meetingId)) lastUsed.set(meetingId, clock.now())
			const isUnused = (meetingId: MeetingId) =>
				!isInUse(meetingId) && clock.now() - (lastUsed.get(meetingId) ?? 0) >= unusedAfterMs
			for (const meetingId of [...lastUsed.keys()].filter(isUnused))
				await runFor(meetingId, async () => {
					// A person may have been admitted since.
					if (!isUnused(meetingId)) return
					await db.deleteFrom('room_nodes').where('meeting_id', '=', meetingId).where('node', '=', nodes.id).execute()
					lastUsed.delete(meetingId)
				})
		},
	}
}

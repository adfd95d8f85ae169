import { findFreeLocks, type HeldLock, holdAdvisoryLock } from '../../platform/advisoryLock.ts'
import type { Db } from '../../platform/db.ts'
import type { NodeLocks } from './locks.ts'

const lockOf = (id: string) => `parley node ${id}`

/** Advisory locks, which end with their connection. */
export function createPostgresNodeLocks(url: string, db: Db): NodeLocks {
	let held: HeldLock | undefined
	return {
		async hold(id) {
			held = await holdAdvisoryLock(url, lockOf(id), 'exclusive')
			if (!held) throw new Error('the id of this node is taken')
		},
		lostForMs: () => held?.lostForMs() ?? 0,
		async findFree(ids) {
			const free = new Set(await findFreeLocks(db, ids.map(lockOf)))
			return ids.filter(id => free.has(lockOf(id)))
		},
		release: async () => held?.release(),
	}
}

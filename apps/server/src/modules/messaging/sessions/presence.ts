import type { ImAppId, ImUserId } from '@parley/im'
import type { Ids } from '../../../platform/ids.ts'
import type { Timers } from '../../../platform/timers.ts'
import type { NodeBus } from '../ports/nodeBus.ts'

/** Time other nodes have to answer. */
const answerWithinMs = 250

interface PresenceDeps {
	/** Returns whether a person has a session on this node. */
	isHere(appId: ImAppId, uid: ImUserId): boolean
	nodeBus: NodeBus
	timers: Timers
	ids: Pick<Ids, 'row'>
}

/**
 * Determines who has a session, on any node. Nodes are queried by node messages, and their number is unknown: a node that does
 * not answer in time counts as empty.
 */
export function createPresence({ isHere, nodeBus, timers, ids }: PresenceDeps) {
	/** People named so far, by question. */
	const named = new Map<string, Set<string>>()

	const stop = nodeBus.subscribe(nodeMessage => {
		if (nodeMessage.kind === 'areOnline') for (const uid of nodeMessage.uids) named.get(nodeMessage.question)?.add(uid)
		if (nodeMessage.kind !== 'whoIsOnline') return
		const { appId, question } = nodeMessage
		const uids = nodeMessage.uids.filter(uid => isHere(appId, uid as ImUserId))
		if (uids.length > 0) nodeBus.publish({ kind: 'areOnline', uids, question })
	})

	async function findElsewhere(appId: ImAppId, uids: ImUserId[]): Promise<ReadonlySet<string>> {
		const found = new Set<string>()
		if (uids.length === 0 || !nodeBus.isHeard()) return found
		const question = ids.row('online')
		named.set(question, found)
		nodeBus.publish({ kind: 'whoIsOnline', appId, uids, question })
		await new Promise<void>(resolve => void timers.after(answerWithinMs, resolve))
		named.delete(question)
		return found
	}

	return {
		/** Returns which of `uids` have a session. */
		async findOnline(appId: ImAppId, uids: readonly ImUserId[]): Promise<ImUserId[]> {
			const others = await findElsewhere(
				appId,
				uids.filter(uid => !isHere(appId, uid)),
			)
			return uids.filter(uid => others.has(uid) || isHere(appId, uid))
		},
		stop,
	}
}

import type { ImAppId, ImUserId } from '@parley/im'
import type { Ids } from '../../../platform/ids.ts'
import type { Timers } from '../../../platform/timers.ts'
import type { HintBus } from '../ports.ts'

/** How long other nodes have to say who is with them. */
const answerWithinMs = 250

interface PresenceDeps {
	/** Whether a person has a session on this node. */
	isHere(appId: ImAppId, uid: ImUserId): boolean
	hints: HintBus
	timers: Timers
	ids: Pick<Ids, 'row'>
}

/**
 * Who has a session, on whatever node. Nodes are asked by hints, and how many there are is not known: a node that says nothing
 * in time is taken for one where nobody is.
 */
export function createPresence({ isHere, hints, timers, ids }: PresenceDeps) {
	/** Those who were named so far, by question. */
	const named = new Map<string, Set<string>>()

	const stop = hints.subscribe(hint => {
		if (hint.kind === 'areOnline') for (const uid of hint.uids) named.get(hint.question)?.add(uid)
		if (hint.kind !== 'whoIsOnline') return
		const { appId, question } = hint
		const uids = hint.uids.filter(uid => isHere(appId, uid as ImUserId))
		if (uids.length > 0) hints.publish({ kind: 'areOnline', uids, question })
	})

	async function findElsewhere(appId: ImAppId, uids: ImUserId[]): Promise<ReadonlySet<string>> {
		const found = new Set<string>()
		if (uids.length === 0 || !hints.isHeard()) return found
		const question = ids.row('online')
		named.set(question, found)
		hints.publish({ kind: 'whoIsOnline', appId, uids, question })
		await new Promise<void>(resolve => void timers.after(answerWithinMs, resolve))
		named.delete(question)
		return found
	}

	return {
		/** Those of `uids` who have a session. */
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

import { ok } from '@parley/core'
import type { Timers } from '../../../platform/timers.ts'
import type { CommitQueue } from '../store/commitQueue.ts'
import type { MessagingStore } from '../store/store.ts'
import { refuse, type Write } from './context.ts'

/** Number of times a write is decided again because something it depends on changed in between. */
const maxDecisions = 8

interface WriteDeps {
	store: Pick<MessagingStore, 'findAnswer'>
	queue: Pick<CommitQueue, 'commit'>
	timers: Timers
}

/** The single way in which handlers store data that is announced to others, or that a repeated request must find. */
export function createWrite({ store, queue, timers }: WriteDeps) {
	const write: Write = async ({ caller, requestId, othersWait }, decide, options = { named: true }) => {
		const request = options.named ? { uid: caller.uid, id: requestId } : undefined
		for (let decision = 0; decision < maxDecisions; decision++) {
			const decided = await decide(decision > 0)
			if (!decided.ok) {
				// The action may no longer be allowed: a person who left a group cannot leave it again.
				const answer = request && (await store.findAnswer(caller.appId, request))
				return answer ? ok({ status: 'repeated', answer }) : decided
			}
			const commit = { ...decided.value, appId: caller.appId, now: timers.now(), ...(request ? { request } : {}) }
			const result = await queue.commit(commit, othersWait())
			if (result.status === 'committed' || result.status === 'repeated') return ok(result)
			if (result.status === 'missing') return refuse('missing')
		}
		return refuse('unavailable')
	}
	return write
}

import { ok } from '@parley/core'
import type { CommitQueue } from './commitQueue.ts'
import { refuse, type Write } from './context.ts'
import type { Timers } from './ports.ts'

/** As often a write is decided again because something it depends on changed in between. */
const maxDecisions = 8

/** The one way in which handlers store something. */
export function createWrite({ queue, timers }: { queue: Pick<CommitQueue, 'commit'>; timers: Timers }) {
	const write: Write = async ({ caller, requestId }, decide, options = { named: true }) => {
		for (let decision = 0; decision < maxDecisions; decision++) {
			const decided = await decide(decision > 0)
			if (!decided.ok) return decided
			const result = await queue.commit({
				...decided.value,
				appId: caller.appId,
				now: timers.now(),
				...(options.named ? { request: { uid: caller.uid, id: requestId } } : {}),
			})
			if (result.status === 'committed' || result.status === 'repeated') return ok(result)
			if (result.status === 'missing') return refuse('missing')
		}
		return refuse('unavailable')
	}
	return write
}

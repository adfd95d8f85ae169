import type { Timers } from '../../../platform/timers.ts'
import type { ListedConversation } from '../model/conversation.ts'
import type { Subscriber } from './subscribers.ts'

/** A client that reconnects sends its login and its first `sync` together. */
const keptMs = 1_000

/**
 * The groups of a session as its login read them, for the `sync` right after it. Later events of these groups are
 * pushed to the session, so that nothing is missed; if it joined or left a group, they are read again.
 */
export function createListedGroups(timers: Pick<Timers, 'after'>) {
	const kept = new Map<Subscriber, readonly ListedConversation[]>()
	let cancel: (() => void) | undefined

	function forgetAll(): void {
		cancel = undefined
		kept.clear()
	}

	return {
		keep(subscriber: Subscriber, groups: readonly ListedConversation[]): void {
			kept.set(subscriber, groups)
			cancel ??= timers.after(keptMs, forgetAll)
		},
		/** Returns the list once: a second request needs the current state. */
		take(subscriber: Subscriber): readonly ListedConversation[] | undefined {
			const groups = kept.get(subscriber)
			kept.delete(subscriber)
			return groups
		},
		forget: (subscriber: Subscriber): void => void kept.delete(subscriber),
		stop(): void {
			cancel?.()
		},
	}
}

export type ListedGroups = ReturnType<typeof createListedGroups>

import { encodePush, imLimits } from '@parley/im'
import { type FanOut, repeat } from './fanOut.ts'
import type { PersonalLists } from './personalLists.ts'
import type { Timers } from './ports.ts'
import type { MessagingStore } from './store.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'
import { conversationName, headKey } from './wire.ts'

const everyMs = 5_000
/** Sessions looked at in one round; where there are more, the next rounds go on with them. */
const atOnce = 500

interface RecheckDeps {
	store: Pick<MessagingStore, 'conversationsStamp' | 'listConversations'>
	subscribers: Subscribers
	lists: Pick<PersonalLists, 'readNew'>
	fanOut: Pick<FanOut, 'push'>
	timers: Timers
	log: { warn(fields: object, message: string): void }
}

/**
 * Looks after what no feed compares: a person's own lists, and chats that began or went on elsewhere. Where hints of other
 * nodes are lost, a session learns of these here.
 */
export function createRecheck({ store, subscribers, lists, fanOut, timers, log }: RecheckDeps) {
	const stamps = new WeakMap<Subscriber, string>()
	let next = 0

	async function checkChats(subscriber: Subscriber): Promise<void> {
		const { appId, uid, connection } = subscriber
		const stamp = await store.conversationsStamp(appId, uid, 'chat')
		if (stamps.get(subscriber) === stamp) return
		stamps.set(subscriber, stamp)
		const chats = await store.listConversations(appId, uid, 'chat')
		if (chats.length === 0) return
		const heads = Object.fromEntries(
			chats.slice(-imLimits.maxFriends).map(({ head }) => [headKey(conversationName(head.id, uid)), head.last]),
		)
		fanOut.push(connection, [encodePush('heads', { ts: timers.now(), heads })])
	}

	async function round(): Promise<void> {
		const all = subscribers.all()
		if (next >= all.length) next = 0
		const some = all.slice(next, next + atOnce)
		next += some.length
		for (const subscriber of some) {
			await lists.readNew(subscriber)
			await checkChats(subscriber)
		}
	}

	return {
		stop: repeat(timers, everyMs, () =>
			round().catch(error => log.warn({ err: error }, 'lists and chats could not be compared')),
		),
	}
}

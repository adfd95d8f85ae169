import { encodePush, imLimits } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { MessagingStore } from '../store/store.ts'
import type { FanOut } from './fanOut.ts'
import { repeat } from './repeat.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'
import { conversationName, headKey } from './wire.ts'

const everyMs = 5_000
/** Longest time of a round; remaining sessions are checked in the next one. */
const roundMs = 4_000
/** Sessions checked before messages get their turn. */
const atOnce = 50
const pauseMs = 1

interface RecheckDeps {
	store: Pick<MessagingStore, 'conversationsStamp' | 'listConversations' | 'writesElsewhere'>
	subscribers: Pick<Subscribers, 'all'>
	/** Sends a session the entries of its person's lists that it has not received. */
	lists: { readNew(subscriber: Subscriber): Promise<void> }
	fanOut: Pick<FanOut, 'push'>
	timers: Timers
	log: { warn(fields: object, message: string): void }
}

/**
 * Checks what no feed compares: personal lists, and chats that began or continued on another node. If node messages of other
 * nodes are lost, or are not sent, as by a command, every session learns of these changes here within ten seconds. This
 * process announces its own writes when they are stored: if no other process wrote, and none of our commits failed, no
 * session is checked.
 */
export function createRecheck({ store, subscribers, lists, fanOut, timers, log }: RecheckDeps) {
	const stamps = new WeakMap<Subscriber, string>()
	/** Sessions still to be checked since a write that may not have been announced; longest waiting first. */
	const waiting = new Set<Subscriber>()
	let seen: number | undefined

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

	async function check(subscriber: Subscriber): Promise<void> {
		await lists.readNew(subscriber)
		await checkChats(subscriber)
	}

	const pause = () => new Promise<void>(resolve => void timers.after(pauseMs, resolve))

	async function checkSome(): Promise<void> {
		const some = [...waiting].slice(0, atOnce)
		for (const subscriber of some) waiting.delete(subscriber)
		try {
			await Promise.all(some.map(check))
		} catch (error) {
			for (const subscriber of some) waiting.add(subscriber)
			throw error
		}
	}

	async function round(): Promise<void> {
		const until = timers.now() + roundMs
		const written = await store.writesElsewhere()
		if (written === undefined || written !== seen) for (const subscriber of subscribers.all()) waiting.add(subscriber)
		seen = written
		while (waiting.size > 0) {
			await checkSome()
			if (timers.now() >= until) return
			await pause()
		}
	}

	return {
		/** Call when one of our commits failed and may have been stored anyway. */
		checkAll(): void {
			seen = undefined
		},
		stop: repeat(timers, everyMs, round, error => log.warn({ err: error }, 'lists and chats could not be compared')),
	}
}

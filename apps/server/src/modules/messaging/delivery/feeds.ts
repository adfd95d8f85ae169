import type { ImAppId } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import { type ConversationId, chatPeople, type HeadRow } from '../model/conversation.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { Broadcast } from '../ports/connection.ts'
import type { MessagingStore } from '../store/store.ts'
import { Feed } from './feed.ts'
import type { ListedGroups } from './listedGroups.ts'
import type { LogReader } from './logReader.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'
import { conversationName } from './wire.ts'

/** Heads per read. */
const comparedAtOnce = 500

interface FeedsDeps {
	store: Pick<MessagingStore, 'heads'>
	reader: LogReader
	timers: Timers
	subscribers: Pick<Subscribers, 'of'>
	listedGroups: Pick<ListedGroups, 'forget'>
	broadcast: Broadcast
	counters: MessagingCounters
	noteVersion(appId: ImAppId, id: ConversationId, version: number): void
	/** Events left a feed: people who joined or left with them are added or removed. */
	onSent(feed: Feed, events: readonly LoggedEvent[]): void
	log: { warn(fields: object, message: string): void }
}

export const feedKey = (appId: ImAppId, id: ConversationId): string => `${appId} ${id}`

/** The feeds of this node, and who listens to them. A feed is open while a session listens to it, or it has events. */
export class Feeds {
	readonly #deps: FeedsDeps
	readonly #feeds = new Map<string, Feed>()
	/** Feeds of each session, so that leaving costs no search. */
	readonly #feedsOf = new Map<Subscriber, readonly Feed[]>()
	readonly #opening = new Map<string, Promise<Feed | undefined>>()

	constructor(deps: FeedsDeps) {
		this.#deps = deps
	}

	find(appId: ImAppId, id: ConversationId): Feed | undefined {
		return this.#feeds.get(feedKey(appId, id))
	}

	all(): Iterable<Feed> {
		return this.#feeds.values()
	}

	/** Returns the feeds a session listens to; chats need no listening. */
	of(subscriber: Subscriber): readonly Feed[] {
		return this.#feedsOf.get(subscriber) ?? []
	}

	/** Returns the feed of a conversation, opened after this head if it is new. */
	openAfter(appId: ImAppId, head: HeadRow, isRoom: boolean): Feed {
		const existing = this.find(appId, head.id)
		if (existing) return existing
		const { timers, reader, broadcast, counters, subscribers, onSent, log } = this.#deps
		const people = chatPeople(head.id)
		const feed = new Feed(
			{ appId, id: head.id, isRoom, head },
			{
				timers,
				reader,
				broadcast,
				counters,
				chatListeners: () =>
					people?.map(uid => ({ name: conversationName(head.id, uid), subscribers: subscribers.of(appId, uid) })),
				onSent: events => onSent(feed, events),
				onReadFailed: error => log.warn({ err: error, conversation: head.id }, 'a log could not be read'),
			},
		)
		this.#feeds.set(feedKey(appId, head.id), feed)
		return feed
	}

	/** Returns the feed of a chat if one of its people is here: both are in its name, and need not listen. */
	openChat(appId: ImAppId, head: HeadRow, before: number): Feed | undefined {
		return this.isChatHere(appId, head.id) ? this.openAfter(appId, { ...head, last: before }, false) : undefined
	}

	/** Returns whether a person of a chat has a session on this node. */
	isChatHere(appId: ImAppId, id: ConversationId): boolean {
		return chatPeople(id)?.some(uid => this.#deps.subscribers.of(appId, uid).length > 0) ?? false
	}

	/**
	 * Opens the feed of a room or group. Its head is read again once it is open, so that events stored in between are not
	 * missed; concurrent callers share one read.
	 */
	async open(appId: ImAppId, id: ConversationId, isRoom: boolean): Promise<Feed | undefined> {
		const key = feedKey(appId, id)
		const running = this.#opening.get(key)
		if (running) return running
		const existing = this.#feeds.get(key)
		if (existing) return existing
		const opened = this.#read(appId, id, isRoom)
		this.#opening.set(key, opened)
		return opened.finally(() => this.#opening.delete(key))
	}

	join(subscriber: Subscriber, feed: Feed, options: Parameters<Feed['add']>[1]): void {
		if (feed.isListening(subscriber)) return
		this.#deps.listedGroups.forget(subscriber)
		feed.add(subscriber, options)
		this.#feedsOf.set(subscriber, [...this.of(subscriber), feed])
	}

	leave(subscriber: Subscriber, feed: Feed): void {
		this.#deps.listedGroups.forget(subscriber)
		feed.remove(subscriber)
		const own = this.#feedsOf.get(subscriber)
		if (own)
			this.#feedsOf.set(
				subscriber,
				own.filter(other => other !== feed),
			)
		if (feed.isEmpty()) this.close(feed)
	}

	leaveAll(subscriber: Subscriber): void {
		for (const feed of this.of(subscriber)) this.leave(subscriber, feed)
		this.#feedsOf.delete(subscriber)
		this.#deps.listedGroups.forget(subscriber)
	}

	/** Closes a feed without subscribers. A feed with a pending subscription stays open. */
	close(feed: Feed): void {
		const key = feedKey(feed.appId, feed.id)
		if (this.#opening.has(key)) return
		feed.close()
		if (this.#feeds.get(key) === feed) this.#feeds.delete(key)
	}

	closeAll(): void {
		for (const feed of this.#feeds.values()) feed.close()
		this.#feeds.clear()
	}

	/** Compares all feeds with the store: node messages may be lost, and a commit be stored whose answer was not heard. */
	async compareAll(): Promise<void> {
		for (const [appId, own] of Map.groupBy(this.#feeds.values(), feed => feed.appId)) {
			const ids = own.map(({ id }) => id)
			for (let from = 0; from < ids.length; from += comparedAtOnce)
				await this.#compare(appId, ids.slice(from, from + comparedAtOnce))
		}
	}

	async #read(appId: ImAppId, id: ConversationId, isRoom: boolean): Promise<Feed | undefined> {
		const [head] = await this.#deps.store.heads(appId, [id])
		if (!head) return undefined
		const feed = this.openAfter(appId, head, isRoom)
		await this.#compare(appId, [id])
		return feed
	}

	async #compare(appId: ImAppId, ids: readonly ConversationId[]): Promise<void> {
		for (const head of await this.#deps.store.heads(appId, ids)) {
			this.#deps.noteVersion(appId, head.id, head.version)
			this.find(appId, head.id)?.offer(head, [])
		}
	}
}

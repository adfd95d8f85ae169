import { type Envelope, encodePush, type ImAppId, imLimits } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { Commit, Committed } from '../model/commit.ts'
import type { ConversationId, ListedConversation } from '../model/conversation.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { Broadcast, Connection } from '../ports/connection.ts'
import type { NodeBus, NodeMessage } from '../ports/nodeBus.ts'
import type { MessagingStore } from '../store/store.ts'
import { watchBacklogs } from './backlogWatch.ts'
import { sendDueHeads } from './dueHeads.ts'
import type { Feed } from './feed.ts'
import { Feeds } from './feeds.ts'
import { GroupListeners } from './groupListeners.ts'
import { createListedGroups, type ListedGroups } from './listedGroups.ts'
import type { LogReader } from './logReader.ts'
import { type ConversationUpdate, NodeMessageQueue } from './nodeMessageQueue.ts'
import { repeat } from './repeat.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'

/** Interval at which feeds are compared with the store. */
const compareEveryMs = 5_000
/** Interval of checks on connections that fall behind. */
const backlogEveryMs = 500

export interface FanOutDeps {
	store: Pick<MessagingStore, 'heads' | 'listConversations'>
	reader: LogReader
	timers: Timers
	subscribers: Subscribers
	/** Learns the newest version of each conversation, so that no decision is based on an older one. */
	access: { noteVersion(appId: ImAppId, id: ConversationId, version: number): void }
	broadcast: Broadcast
	nodeBus: NodeBus
	counters: MessagingCounters
	log: { warn(fields: object, message: string): void }
}

/** Notifies the sessions of this node, and the other nodes, of stored commits. */
export class FanOut {
	readonly #deps: FanOutDeps
	readonly #feeds: Feeds
	readonly #groups: GroupListeners
	readonly #listedGroups: ListedGroups
	readonly #nodeMessageQueue: NodeMessageQueue
	readonly #stops: readonly (() => void)[]

	constructor(deps: FanOutDeps) {
		const { timers, access, nodeBus, subscribers, counters } = deps
		this.#deps = deps
		this.#nodeMessageQueue = new NodeMessageQueue(nodeBus)
		this.#listedGroups = createListedGroups(timers)
		const feeds = new Feeds({
			...deps,
			listedGroups: this.#listedGroups,
			noteVersion: (appId, id, version) => access.noteVersion(appId, id, version),
			onSent: (feed, events) => this.#groups.applyDepartures(feed, events),
		})
		this.#feeds = feeds
		this.#groups = new GroupListeners({
			...deps,
			feeds,
			listedGroups: this.#listedGroups,
			sendHeads: ({ connection }, heads) => this.push(connection, [encodePush('heads', { ts: timers.now(), heads })]),
		})
		const watch = () => watchBacklogs({ subscribers, feeds, timers, counters })
		const sendHeads = () => sendDueHeads({ ...deps, feeds })
		this.#stops = [
			repeat(timers, backlogEveryMs, watch, this.#warn('slow connections could not be checked')),
			repeat(timers, imLimits.headsEveryMs / 2, sendHeads, this.#warn('heads could not be sent')),
			repeat(timers, compareEveryMs, () => feeds.compareAll(), this.#warn('heads could not be compared')),
			nodeBus.subscribe(nodeMessage => this.#hear(nodeMessage)),
		]
	}

	/** Announces the changes of a commit. */
	committed(commit: Commit, { head, events }: Committed): void {
		if (!head || !commit.conversation) return
		const { appId } = commit
		this.#deps.access.noteVersion(appId, head.id, head.version)
		const before = (events[0]?.hisId ?? head.last + 1) - 1
		this.#groups.letInNew(commit, head, events, before)
		const feed = this.findFeed(appId, head.id) ?? this.#feeds.openChat(appId, head, before)
		feed?.offer(head, events)
		this.#nodeMessageQueue.add({ kind: 'conversation', appId, id: head.id, last: head.last, version: head.version })
	}

	/**
	 * Delivers everything addressed to this person to a session; resolves when no event stored from then on can be
	 * missed.
	 */
	async joinOwn(subscriber: Subscriber): Promise<void> {
		this.#deps.subscribers.add(subscriber)
		await this.#groups.joinOwn(subscriber)
	}

	/** @returns the heads of groups that are new to the session */
	joinGroups(subscriber: Subscriber): Promise<Record<string, number>> {
		return this.#groups.joinGroups(subscriber)
	}

	/** Removes a session that has ended. */
	leaveAll(subscriber: Subscriber): void {
		this.#deps.subscribers.remove(subscriber)
		this.#feeds.leaveAll(subscriber)
	}

	takeListedGroups(subscriber: Subscriber): readonly ListedConversation[] | undefined {
		return this.#listedGroups.take(subscriber)
	}

	findFeed(appId: ImAppId, id: ConversationId): Feed | undefined {
		return this.#feeds.find(appId, id)
	}

	/**
	 * Time for which no one in a crowd on this node is notified of a commit, however soon it is stored; commits without
	 * messages are announced at once.
	 */
	untilToldMs({ appId, conversation }: Commit): number {
		if (!conversation?.events.every(({ name }) => name === 'messagesReceived')) return 0
		return this.findFeed(appId, conversation.id)?.untilToldMs() ?? 0
	}

	/** Opens the feed of a room or group; undefined if it does not exist. */
	open(appId: ImAppId, id: ConversationId, isRoom: boolean): Promise<Feed | undefined> {
		return this.#feeds.open(appId, id, isRoom)
	}

	/** Adds a session as a listener of a room, held until it has read missed events. */
	listen(subscriber: Subscriber, feed: Feed, rate: number): void {
		if (feed.isListening(subscriber)) feed.hold(subscriber, rate)
		else this.#feeds.join(subscriber, feed, { rate, isHeld: true })
	}

	leave(subscriber: Subscriber, feed: Feed): void {
		this.#feeds.leave(subscriber, feed)
	}

	push(connection: Connection, envelopes: readonly Envelope[]): void {
		this.#deps.counters.pushes += envelopes.length
		connection.send(envelopes)
	}

	stop(): void {
		this.#listedGroups.stop()
		for (const stop of this.#stops) stop()
		this.#feeds.closeAll()
	}

	#hear(nodeMessage: NodeMessage): void {
		if (nodeMessage.kind !== 'conversation') return
		this.#deps.access.noteVersion(nodeMessage.appId, nodeMessage.id, nodeMessage.version)
		const feed = this.findFeed(nodeMessage.appId, nodeMessage.id)
		if (feed) feed.hear(nodeMessage.last)
		else if (this.#feeds.isChatHere(nodeMessage.appId, nodeMessage.id))
			void this.#openChat(nodeMessage).catch(this.#warn('a node message could not be processed'))
	}

	/** Opens the feed of a chat in which another node stored an event. */
	async #openChat({ appId, id, last }: ConversationUpdate): Promise<void> {
		const [head] = await this.#deps.store.heads(appId, [id])
		if (head) this.#feeds.openChat(appId, head, last - 1)?.offer(head, [])
	}

	#warn(message: string): (error: unknown) => void {
		return error => this.#deps.log.warn({ err: error }, message)
	}
}

export const createFanOut = (deps: FanOutDeps): FanOut => new FanOut(deps)

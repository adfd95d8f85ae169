import { type Envelope, encodePush, groupTypes, type ImAppId, type ImUserId, imLimits } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { Commit, CommitResult } from '../model/commit.ts'
import { type ConversationId, chatPeople, type HeadRow } from '../model/conversation.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { LoggedEvent } from '../model/event.ts'
import { isThere } from '../model/group.ts'
import type { Broadcast, Connection } from '../ports/connection.ts'
import type { Hint, HintBus } from '../ports/hints.ts'
import type { MessagingStore } from '../store/store.ts'
import { nextBacklog } from './backlog.ts'
import { createFeed, type Feed } from './feed.ts'
import { createListedGroups } from './listedGroups.ts'
import type { LogReader } from './logReader.ts'
import { repeat } from './repeat.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'
import { conversationName, headKey } from './wire.ts'

/** Hints may be lost, and a commit be stored whose answer was not heard: how often heads are compared with the store. */
const compareEveryMs = 5_000
/** Heads of one read. */
const comparedAtOnce = 500
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
	hints: HintBus
	counters: MessagingCounters
	log: { warn(fields: object, message: string): void }
}

type ConversationHint = Extract<Hint, { kind: 'conversation' }>

const feedKey = (appId: ImAppId, id: ConversationId) => `${appId} ${id}`

/** Notifies the sessions of this node, and the other nodes, of stored commits. */
export function createFanOut(deps: FanOutDeps) {
	const { store, reader, timers, subscribers, access, broadcast, hints, counters, log } = deps
	const feeds = new Map<string, Feed>()
	/** Feeds of each session, so that leaving costs no search. */
	const feedsOf = new Map<Subscriber, readonly Feed[]>()
	const opening = new Map<string, Promise<Feed | undefined>>()
	/** Hints to other nodes, sent once everything stored in the same transaction is announced here. */
	const hinted = new Map<string, ConversationHint>()
	/** Incremented when a person leaves a group, for sessions that are just being added to it. */
	const departures = new WeakMap<Subscriber, number>()
	const listedGroups = createListedGroups(timers)

	const findFeed = (appId: ImAppId, id: ConversationId) => feeds.get(feedKey(appId, id))

	function openFeed(appId: ImAppId, head: HeadRow, isRoom: boolean): Feed {
		const existing = findFeed(appId, head.id)
		if (existing) return existing
		const people = chatPeople(head.id)
		const feed = createFeed(
			{ appId, id: head.id, isRoom, head },
			{
				timers,
				reader,
				broadcast,
				counters,
				chatListeners: () =>
					people?.map(uid => ({ name: conversationName(head.id, uid), subscribers: subscribers.of(appId, uid) })),
				onSent: events => applyDepartures(feed, events),
				onReadFailed: error => log.warn({ err: error, conversation: head.id }, 'a log could not be read'),
			},
		)
		feeds.set(feedKey(appId, head.id), feed)
		return feed
	}

	function join(subscriber: Subscriber, feed: Feed, options: Parameters<Feed['add']>[1]): void {
		if (feed.isListening(subscriber)) return
		listedGroups.forget(subscriber)
		feed.add(subscriber, options)
		feedsOf.set(subscriber, [...(feedsOf.get(subscriber) ?? []), feed])
	}

	function leave(subscriber: Subscriber, feed: Feed): void {
		listedGroups.forget(subscriber)
		feed.remove(subscriber)
		const own = feedsOf.get(subscriber)
		if (own)
			feedsOf.set(
				subscriber,
				own.filter(other => other !== feed),
			)
		if (feed.isEmpty()) close(feed)
	}

	/** Closes a feed without subscribers. A feed with a pending subscription stays open. */
	function close(feed: Feed): void {
		const key = feedKey(feed.appId, feed.id)
		if (opening.has(key)) return
		feed.close()
		if (feeds.get(key) === feed) feeds.delete(key)
	}

	function leaveGroup(appId: ImAppId, id: ConversationId, uid: string): void {
		const feed = findFeed(appId, id)
		for (const subscriber of subscribers.of(appId, uid)) {
			departures.set(subscriber, (departures.get(subscriber) ?? 0) + 1)
			if (feed) leave(subscriber, feed)
		}
	}

	/** People who leave with an event still receive it, and nothing after it. */
	function applyDepartures(feed: Feed, events: readonly LoggedEvent[]): void {
		for (const { name, body } of events) {
			if (name === 'memberQuit' || name === 'memberKicked') {
				const uid = String(body.member) as ImUserId
				leaveGroup(feed.appId, feed.id, uid)
				// They may have rejoined before this node read that they left.
				for (const subscriber of subscribers.of(feed.appId, uid)) void rejoin(subscriber)
			}
			if (name === 'groupDeleted') for (const subscriber of feed.listeners()) leave(subscriber, feed)
		}
	}

	/** A chat needs no subscription: both people are in its name. */
	function chatFeed(appId: ImAppId, head: HeadRow, before: number): Feed | undefined {
		const people = chatPeople(head.id)
		if (!people?.some(uid => subscribers.of(appId, uid).length > 0)) return undefined
		return openFeed(appId, { ...head, last: before }, false)
	}

	function letIn(appId: ImAppId, head: HeadRow, uid: ImUserId, before: number): void {
		for (const subscriber of subscribers.of(appId, uid)) {
			const feed = openFeed(appId, { ...head, last: before }, false)
			join(subscriber, feed, { rate: Number.POSITIVE_INFINITY, isHeld: false, after: before })
		}
	}

	/** A new member receives the group's events from their arrival on; rooms are received by listening. */
	function letInNew(commit: Commit, head: HeadRow, events: readonly LoggedEvent[], before: number): void {
		const { create, members = [] } = commit.conversation ?? {}
		if (members.length === 0) return
		const isRoom = findFeed(commit.appId, head.id)?.isRoom || create?.group?.mucType === groupTypes.CHATROOM
		if (isRoom || (!create?.group && !events.some(({ name }) => name === 'memberJoined'))) return
		// Members whose row changed listen already, and are added only once.
		for (const member of members) if (isThere(member)) letIn(commit.appId, head, member.uid, before)
	}

	/** Tells what a commit stored. */
	function committed(commit: Commit, { head, events }: Extract<CommitResult, { status: 'committed' }>): void {
		if (!head || !commit.conversation) return
		const { appId } = commit
		access.noteVersion(appId, head.id, head.version)
		const before = (events[0]?.hisId ?? head.last + 1) - 1
		letInNew(commit, head, events, before)
		const feed = findFeed(appId, head.id) ?? chatFeed(appId, head, before)
		feed?.offer(head, events)
		hintLater({ kind: 'conversation', appId, id: head.id, last: head.last, version: head.version })
	}

	/** Sends one hint per conversation to other nodes for everything stored in one transaction. */
	function hintLater(hint: ConversationHint): void {
		if (hinted.size === 0) queueMicrotask(publishHinted)
		hinted.set(feedKey(hint.appId, hint.id), hint)
	}

	function publishHinted(): void {
		for (const hint of hinted.values()) hints.publish(hint)
		hinted.clear()
	}

	async function compare(appId: ImAppId, ids: readonly ConversationId[]): Promise<void> {
		for (const head of await store.heads(appId, ids)) {
			access.noteVersion(appId, head.id, head.version)
			findFeed(appId, head.id)?.offer(head, [])
		}
	}

	async function compareAll(): Promise<void> {
		for (const [appId, own] of Map.groupBy(feeds.values(), feed => feed.appId)) {
			for (let from = 0; from < own.length; from += comparedAtOnce) {
				await compare(
					appId,
					own.slice(from, from + comparedAtOnce).map(feed => feed.id),
				)
			}
		}
	}

	function onHint(hint: Hint): void {
		if (hint.kind !== 'conversation') return
		const { appId, id, last, version } = hint
		access.noteVersion(appId, id, version)
		const feed = findFeed(appId, id)
		if (feed) {
			feed.hear(last)
			return
		}
		const people = chatPeople(id)
		if (!people?.some(uid => subscribers.of(appId, uid).length > 0)) return
		store.heads(appId, [id]).then(
			([head]) => head && chatFeed(appId, head, last - 1)?.offer(head, []),
			error => log.warn({ err: error }, 'a hint could not be processed'),
		)
	}

	/** Sends every session the heads of its conversations with recent events. A session behind them reads the rest. */
	function sendHeads(): void {
		const heads = new Map<Connection, Record<string, number>>()
		const note = (subscriber: Subscriber, feed: Feed) => {
			const own = heads.get(subscriber.connection) ?? {}
			own[headKey(conversationName(feed.id, subscriber.uid))] = feed.head().last
			heads.set(subscriber.connection, own)
		}
		for (const feed of feeds.values()) {
			const people = chatPeople(feed.id)
			if (feed.takesHeads()) {
				for (const subscriber of feed.listeners()) note(subscriber, feed)
				for (const uid of people ?? []) for (const other of subscribers.of(feed.appId, uid)) note(other, feed)
			} else if (feed.isEmpty() && !feed.isActive()) close(feed)
		}
		// Members of one group get the same push: it is encoded once.
		for (const alike of Map.groupBy(heads, ([, own]) => JSON.stringify(own)).values()) {
			const [[, own] = []] = alike
			if (!own) continue
			counters.pushes += alike.length
			broadcast(
				alike.map(([connection]) => connection),
				[encodePush('heads', { ts: timers.now(), heads: own })],
			)
		}
	}

	function push(connection: Connection, envelopes: readonly Envelope[]): void {
		counters.pushes += envelopes.length
		connection.send(envelopes)
	}

	function watchBacklogs(): void {
		const now = timers.now()
		for (const subscriber of subscribers.all()) {
			const before = subscriber.backlog
			const next = nextBacklog(before, subscriber.connection.pendingBytes(), now)
			if (next === before) continue
			subscriber.backlog = next
			const after = next.status
			if (before.status === after) continue
			if (after === 'lagging') counters.lagging++
			if (after === 'flowing')
				for (const feed of feedsOf.get(subscriber) ?? []) if (feed.isRoom) feed.resume(subscriber)
			if (after !== 'tooSlow') continue
			counters.tooSlow++
			subscriber.session.giveUp()
		}
	}

	/**
	 * Opens the feed of a room or group. Its head is read again once it is open, so that events stored in between are not
	 * missed; concurrent callers share one read.
	 */
	async function open(appId: ImAppId, id: ConversationId, isRoom: boolean): Promise<Feed | undefined> {
		const key = feedKey(appId, id)
		const running = opening.get(key)
		if (running) return running
		const existing = feeds.get(key)
		if (existing) return existing
		const opened = (async () => {
			const [head] = await store.heads(appId, [id])
			if (!head) return undefined
			const feed = openFeed(appId, head, isRoom)
			await compare(appId, [id])
			return feed
		})()
		opening.set(key, opened)
		return opened.finally(() => opening.delete(key))
	}

	/** @returns the heads of groups that are new to the session */
	async function joinGroups(subscriber: Subscriber): Promise<Record<string, number>> {
		const joined: Record<string, number> = {}
		const groups = await store.listConversations(subscriber.appId, subscriber.uid, 'group')
		// The session may have ended meanwhile.
		if (![...subscribers.of(subscriber.appId, subscriber.uid)].includes(subscriber)) return joined
		for (const { head, start } of groups) {
			const feed = openFeed(subscriber.appId, head, false)
			if (feed.isListening(subscriber)) continue
			join(subscriber, feed, { rate: Number.POSITIVE_INFINITY, isHeld: false, after: start })
			joined[head.id] = feed.head().last
		}
		listedGroups.keep(subscriber, groups)
		return joined
	}

	async function rejoin(subscriber: Subscriber): Promise<void> {
		try {
			const heads = await joinGroups(subscriber)
			if (Object.keys(heads).length > 0) push(subscriber.connection, [encodePush('heads', { ts: timers.now(), heads })])
		} catch (error) {
			log.warn({ err: error }, 'the groups of a person could not be read')
		}
	}

	const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
	const repeating = [
		repeat(timers, backlogEveryMs, watchBacklogs, warn('slow connections could not be looked at')),
		repeat(timers, imLimits.headsEveryMs / 2, sendHeads, warn('heads could not be sent')),
		repeat(timers, compareEveryMs, compareAll, warn('heads could not be compared')),
	]
	const unsubscribe = hints.subscribe(onHint)

	return {
		committed,
		/**
		 * Delivers everything addressed to this person to a session; resolves when no event stored from then on can be
		 * missed.
		 */
		async joinOwn(subscriber: Subscriber): Promise<void> {
			subscribers.add(subscriber)
			for (let before = -1; before !== (departures.get(subscriber) ?? 0); ) {
				before = departures.get(subscriber) ?? 0
				for (const feed of feedsOf.get(subscriber) ?? []) leave(subscriber, feed)
				await joinGroups(subscriber)
			}
		},
		joinGroups,
		/** The session is over. */
		leaveAll(subscriber: Subscriber): void {
			subscribers.remove(subscriber)
			for (const feed of feedsOf.get(subscriber) ?? []) leave(subscriber, feed)
			feedsOf.delete(subscriber)
			listedGroups.forget(subscriber)
		},
		takeListedGroups: listedGroups.take,
		findFeed,
		/**
		 * Time for which no one in a crowd on this node is notified of a commit, however soon it is stored; commits without
		 * messages are announced at once.
		 */
		untilToldMs({ appId, conversation }: Commit): number {
			if (!conversation?.events.every(({ name }) => name === 'messagesReceived')) return 0
			return findFeed(appId, conversation.id)?.untilToldMs() ?? 0
		},
		open,
		/** Adds a session as a listener of a room, held until it has read missed events. */
		listen(subscriber: Subscriber, feed: Feed, rate: number): void {
			if (feed.isListening(subscriber)) feed.hold(subscriber, rate)
			else join(subscriber, feed, { rate, isHeld: true })
		},
		leave,
		leaveGroup,
		push,
		stop(): void {
			unsubscribe()
			listedGroups.stop()
			for (const cancel of repeating) cancel()
			for (const feed of feeds.values()) feed.close()
			feeds.clear()
		},
	}
}

export type FanOut = ReturnType<typeof createFanOut>

import { groupTypes, type ImAppId, type ImUserId } from '@parley/im'
import type { Commit } from '../model/commit.ts'
import type { ConversationId, HeadRow } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'
import { isThere } from '../model/group.ts'
import type { MessagingStore } from '../store/store.ts'
import type { Feed } from './feed.ts'
import type { Feeds } from './feeds.ts'
import type { ListedGroups } from './listedGroups.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'

interface GroupListenersDeps {
	store: Pick<MessagingStore, 'listConversations'>
	subscribers: Subscribers
	feeds: Feeds
	listedGroups: ListedGroups
	/** Sends a session the heads of groups that are new to it. */
	sendHeads(subscriber: Subscriber, heads: Record<string, number>): void
	log: { warn(fields: object, message: string): void }
}

/** Keeps every session in the feeds of its person's groups, while people join and leave them; rooms are listened to. */
export class GroupListeners {
	readonly #deps: GroupListenersDeps
	/** Incremented when a person leaves a group, for sessions that are just being added to it. */
	readonly #departures = new WeakMap<Subscriber, number>()

	constructor(deps: GroupListenersDeps) {
		this.#deps = deps
	}

	/** Adds a new session to the feeds of its groups, again if it was removed from one meanwhile. */
	async joinOwn(subscriber: Subscriber): Promise<void> {
		const { feeds } = this.#deps
		for (let before = -1; before !== this.#departuresOf(subscriber); ) {
			before = this.#departuresOf(subscriber)
			for (const feed of feeds.of(subscriber)) feeds.leave(subscriber, feed)
			await this.joinGroups(subscriber)
		}
	}

	/** @returns the heads of groups that are new to the session */
	async joinGroups(subscriber: Subscriber): Promise<Record<string, number>> {
		const { store, subscribers, feeds, listedGroups } = this.#deps
		const joined: Record<string, number> = {}
		const groups = await store.listConversations(subscriber.appId, subscriber.uid, 'group')
		// The session may have ended meanwhile.
		if (!subscribers.of(subscriber.appId, subscriber.uid).includes(subscriber)) return joined
		for (const { head, start } of groups) {
			const feed = feeds.openAfter(subscriber.appId, head, false)
			if (feed.isListening(subscriber)) continue
			feeds.join(subscriber, feed, { rate: Number.POSITIVE_INFINITY, isHeld: false, after: start })
			joined[head.id] = feed.head().last
		}
		listedGroups.keep(subscriber, groups)
		return joined
	}

	/** A new member receives the group's events from their arrival on; rooms are received by listening. */
	letInNew(commit: Commit, head: HeadRow, events: readonly LoggedEvent[], before: number): void {
		const { create, members = [] } = commit.conversation ?? {}
		if (create?.group?.mucType === groupTypes.CHATROOM || !events.some(({ name }) => name === 'memberJoined')) return
		// Members whose row changed listen already, and are added only once.
		for (const member of members) if (isThere(member)) this.#letIn(commit.appId, head, member.uid, before)
	}

	/** People who leave with an event still receive it, and nothing after it. */
	applyDepartures(feed: Feed, events: readonly LoggedEvent[]): void {
		const { feeds, subscribers } = this.#deps
		for (const { name, body } of events) {
			if (name === 'memberQuit' || name === 'memberKicked') {
				const uid = String(body.member) as ImUserId
				this.#leaveGroup(feed.appId, feed.id, uid)
				// They may have rejoined before this node read that they left.
				for (const subscriber of subscribers.of(feed.appId, uid)) void this.#rejoin(subscriber)
			}
			if (name === 'groupDeleted') for (const subscriber of feed.listeners()) feeds.leave(subscriber, feed)
		}
	}

	#departuresOf(subscriber: Subscriber): number {
		return this.#departures.get(subscriber) ?? 0
	}

	#letIn(appId: ImAppId, head: HeadRow, uid: ImUserId, before: number): void {
		const { feeds, subscribers } = this.#deps
		for (const subscriber of subscribers.of(appId, uid)) {
			const feed = feeds.openAfter(appId, { ...head, last: before }, false)
			feeds.join(subscriber, feed, { rate: Number.POSITIVE_INFINITY, isHeld: false, after: before })
		}
	}

	#leaveGroup(appId: ImAppId, id: ConversationId, uid: ImUserId): void {
		const { feeds, subscribers } = this.#deps
		const feed = feeds.find(appId, id)
		for (const subscriber of subscribers.of(appId, uid)) {
			this.#departures.set(subscriber, this.#departuresOf(subscriber) + 1)
			if (feed) feeds.leave(subscriber, feed)
		}
	}

	async #rejoin(subscriber: Subscriber): Promise<void> {
		try {
			const heads = await this.joinGroups(subscriber)
			if (Object.keys(heads).length > 0) this.#deps.sendHeads(subscriber, heads)
		} catch (error) {
			this.#deps.log.warn({ err: error }, 'the groups of a person could not be read')
		}
	}
}

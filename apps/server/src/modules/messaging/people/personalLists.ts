import { type Envelope, encodePush, type ImAppId, type ListOption, packetNumber } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { FanOut } from '../delivery/fanOut.ts'
import type { Subscriber, Subscribers } from '../delivery/subscribers.ts'
import type { Commit, Committed } from '../model/commit.ts'
import type { StoredListEntry } from '../model/list.ts'
import type { NodeBus, NodeMessage } from '../ports/nodeBus.ts'
import type { MessagingStore } from '../store/store.ts'

/** Maximum number of new entries read at once after a node message; a client learns of further ones when it synchronises. */
const readAtOnce = 100

interface PersonalListsDeps {
	store: Pick<MessagingStore, 'listHeads' | 'readList'>
	subscribers: Subscribers
	fanOut: Pick<FanOut, 'push' | 'joinGroups'>
	nodeBus: NodeBus
	timers: Pick<Timers, 'now'>
	log: { warn(fields: object, message: string): void }
}

export const listEntryFields = ({ name, body, key, ts }: StoredListEntry) => ({
	...body,
	messageType: packetNumber(name),
	key,
	ts,
})

type Told = Readonly<Partial<Record<ListOption, number>>>
const nothing: Told = {}

const isArrival = ({ name, body }: StoredListEntry): boolean => name === 'groupListUpdated' && body.group !== undefined

const encodeEntry = (entry: StoredListEntry): Envelope => encodePush(entry.name, listEntryFields(entry))

/** Notifies people of new entries in their personal lists: friends, groups, notices. */
export function createPersonalLists({ store, subscribers, fanOut, nodeBus, timers, log }: PersonalListsDeps) {
	/** Newest entry each session was notified of, by option; most people have none. */
	const told = new Map<Subscriber, Told>()

	function tell(subscriber: Subscriber, entries: readonly StoredListEntry[]): void {
		const own = told.get(subscriber)
		const fresh = entries.filter(({ option, key }) => key > (own?.[option] ?? 0))
		if (own && fresh.length > 0)
			told.set(subscriber, { ...own, ...Object.fromEntries(fresh.map(({ option, key }) => [option, key])) })
		if (fresh.length > 0) fanOut.push(subscriber.connection, fresh.map(encodeEntry))
	}

	const hearers = (appId: ImAppId, uid: string | null): Iterable<Subscriber> =>
		uid === null ? subscribers.all().filter(subscriber => subscriber.appId === appId) : subscribers.of(appId, uid)

	async function readNew(subscriber: Subscriber): Promise<void> {
		const { appId, uid } = subscriber
		for (const [option, { last }] of await store.listHeads(appId, uid)) {
			const own = told.get(subscriber)
			// Not logged in yet: it synchronises afterwards.
			if (!own) return
			const after = own[option] ?? 0
			if (last <= after) continue
			const entries = await store.readList(appId, uid, option, { after, limit: readAtOnce })
			const isAboutGroups = entries.some(({ name }) => name === 'groupListUpdated')
			const joined = isAboutGroups ? await fanOut.joinGroups(subscriber) : {}
			tell(subscriber, entries)
			// Events of a group joined on another node were not pushed yet, not even the arrival itself.
			if (Object.keys(joined).length > 0)
				fanOut.push(subscriber.connection, [encodePush('heads', { ts: timers.now(), heads: joined })])
		}
	}

	async function follow({ appId, uid }: Extract<NodeMessage, { kind: 'list' }>): Promise<void> {
		for (const subscriber of hearers(appId, uid)) await readNew(subscriber)
	}

	const unsubscribe = nodeBus.subscribe(nodeMessage => {
		if (nodeMessage.kind !== 'list') return
		follow(nodeMessage).catch(error => log.warn({ err: error }, 'a node message could not be processed'))
	})

	function committed({ appId }: Commit, entries: readonly StoredListEntry[]): void {
		for (const [uid, own] of Map.groupBy(entries, entry => entry.uid)) {
			for (const subscriber of hearers(appId, uid)) tell(subscriber, own)
			nodeBus.publish({ kind: 'list', appId, uid })
		}
	}

	return {
		/** A new member learns of the group before its events arrive. */
		committedBefore: (commit: Commit, { lists }: Committed): void => committed(commit, lists.filter(isArrival)),
		/** A person who left has received the group's last event. */
		committedAfter: (commit: Commit, { lists }: Committed): void =>
			committed(
				commit,
				lists.filter(entry => !isArrival(entry)),
			),
		/** Starts notifying the session; it receives earlier entries when it synchronises. */
		async join(subscriber: Subscriber): Promise<void> {
			const heads = await store.listHeads(subscriber.appId, subscriber.uid)
			told.set(
				subscriber,
				heads.size === 0 ? nothing : Object.fromEntries([...heads].map(([option, { last }]) => [option, last])),
			)
		},
		/** Sends a session the entries it has not received, whichever node stored them. */
		readNew,
		leave: (subscriber: Subscriber): void => void told.delete(subscriber),
		stop: unsubscribe,
	}
}

export type PersonalLists = ReturnType<typeof createPersonalLists>

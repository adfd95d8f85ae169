import type { ImAppId } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { ConversationId, HeadRow } from '../model/conversation.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { Broadcast } from '../ports/connection.ts'
import { type Audience, Audiences } from './audience.ts'
import { isCrowd } from './batchInterval.ts'
import { BatchTimer } from './batchTimer.ts'
import { CatchUp } from './catchUp.ts'
import { createEventOrder, type EventOrder } from './eventOrder.ts'
import { FeedOutput } from './feedOutput.ts'
import { HeadSchedule } from './headSchedule.ts'
import type { LogName, LogReader } from './logReader.ts'
import type { Subscriber } from './subscribers.ts'
import type { ConversationName } from './wire.ts'

/** Events of a room kept for listeners who join between two batches. */
const maxRecent = 500
/** Maximum number of events accepted at once: with those waiting for selection they are fewer than are kept. */
const maxAccepted = 200
/** Maximum number of messages waiting for selection, if a listener wants less than one per batch. */
const maxUndecided = 200

/** The sessions of one person of a chat on this node, and the chat's name for them. */
interface ChatSide {
	name: ConversationName
	subscribers: Iterable<Subscriber>
}

interface FedConversation {
	appId: ImAppId
	id: ConversationId
	isRoom: boolean
	head: HeadRow
}

export interface FeedDeps {
	timers: Timers
	reader: LogReader
	broadcast: Broadcast
	counters: MessagingCounters
	/** Both people of a chat; undefined for groups. */
	chatListeners(): ChatSide[] | undefined
	/** Events left this feed: people who joined or left with them are added or removed. */
	onSent(events: readonly LoggedEvent[]): void
	onReadFailed(error: unknown): void
}

const connectionsOf = ({ subscribers }: ChatSide) => Array.from(subscribers, ({ connection }) => connection)

/**
 * Delivery of one conversation to the sessions of this node that listen to it: in the order of positions, without holes,
 * gathered into batches.
 */
export class Feed {
	readonly id: ConversationId
	readonly appId: ImAppId
	readonly isRoom: boolean
	readonly #deps: FeedDeps
	readonly #order: EventOrder
	readonly #audiences = new Audiences()
	readonly #output: FeedOutput
	readonly #batches: BatchTimer
	readonly #heads: HeadSchedule
	readonly #catchUp: CatchUp
	readonly #waiters = new Set<() => void>()
	/** The last events without holes: all that were not sent, and of rooms those before. */
	#recent: LoggedEvent[] = []
	#min: number
	/** Position up to which both people of a chat were sent everything. */
	#chatSent: number
	#isClosed = false

	constructor({ appId, id, isRoom, head }: FedConversation, deps: FeedDeps) {
		const { timers, reader, broadcast, counters, onReadFailed } = deps
		this.id = id
		this.appId = appId
		this.isRoom = isRoom
		this.#deps = deps
		this.#min = head.min
		this.#chatSent = head.last
		const order = createEventOrder(head.epoch, head.last)
		this.#order = order
		this.#output = new FeedOutput({ id, order, timers, broadcast, counters })
		this.#batches = new BatchTimer({
			timers,
			countListeners: () => this.#audiences.count(),
			send: () => this.flush(),
		})
		this.#heads = new HeadSchedule(timers)
		this.#catchUp = new CatchUp({
			timers,
			counters,
			order,
			read: range => reader.read(this.#log(), range),
			accept: ready => this.#accept(ready),
			skip: () => this.#jump(order.epoch(), order.known()),
			onFailed: onReadFailed,
		})
	}

	/** Accepts events stored by this node or another one. */
	offer(at: { epoch: string; last: number; min: number }, events: readonly LoggedEvent[]): void {
		if (at.epoch !== this.#order.epoch()) {
			this.#jump(at.epoch, at.last)
			return
		}
		this.#min = Math.max(this.#min, at.min)
		this.#order.note(at.last)
		this.#accept(this.#order.offer(events))
		this.#catchUp.start()
	}

	/** Handles events stored by another node: they are read once, with everything in the next batch. */
	hear(last: number): void {
		this.#order.note(last)
		this.#catchUp.startWithin(this.#batches.untilNextMs())
	}

	head(): { epoch: string; last: number; min: number } {
		return { epoch: this.#order.epoch(), last: this.#order.known(), min: this.#min }
	}

	isActive(): boolean {
		return this.#heads.isActive()
	}

	/** Returns whether the head is due for the listeners, who are then sent it. */
	takesHeads(): boolean {
		return this.#heads.take()
	}

	isEmpty(): boolean {
		return this.#audiences.isEmpty()
	}

	/** Time that storing a new message may take without delaying its delivery to a crowd. */
	untilToldMs(): number {
		return isCrowd(this.#audiences.count()) ? this.#batches.untilNextMs() : 0
	}

	isListening(subscriber: Subscriber): boolean {
		return this.#audiences.find(subscriber) !== undefined
	}

	listeners(): Subscriber[] {
		return this.#audiences.listeners()
	}

	/**
	 * Adds a session: from now on it receives the same as the others, but nothing up to `after`, which may be ahead of
	 * what was sent. Held until {@link release}.
	 */
	add(subscriber: Subscriber, { rate, isHeld, after = 0 }: { rate: number; isHeld: boolean; after?: number }): void {
		const audience = this.#audienceOf(rate)
		audience.put(subscriber, { position: Math.max(audience.sent, after), isHeld })
	}

	remove(subscriber: Subscriber): void {
		this.#audiences.remove(subscriber)
	}

	hold(subscriber: Subscriber, rate: number): void {
		const audience = this.#audiences.find(subscriber)
		if (!audience) return
		const { position } = audience.placeOf(subscriber)
		if (audience.rate !== rate) this.remove(subscriber)
		this.#audienceOf(rate).put(subscriber, { position, isHeld: true })
	}

	/** Releases a listener that has read the log up to `position`: it receives later events with the others. */
	release(subscriber: Subscriber, position: number): void {
		const audience = this.#audiences.find(subscriber)
		if (!audience) return
		const place = { position, isHeld: false }
		const recent = this.#recent
		if (position < audience.sent)
			this.#output.sendMissed(subscriber, place, audience.sent, { kept: recent, shown: recent })
		audience.put(subscriber, place)
	}

	/** Sends only the head to a session whose connection has caught up. */
	resume(subscriber: Subscriber): void {
		const audience = this.#audiences.find(subscriber)
		if (!audience) return
		const { position, isHeld } = audience.placeOf(subscriber)
		audience.put(subscriber, { position: Math.max(position, audience.sent), isHeld })
		this.#output.sendHeadTo(subscriber)
	}

	/** Calls a function once the log has grown. Returns a function that cancels. */
	onGrowth(wake: () => void): () => void {
		this.#waiters.add(wake)
		return () => void this.#waiters.delete(wake)
	}

	/** Sends gathered events without waiting for the interval. */
	flush(): void {
		this.#batches.cancel()
		if (this.#isClosed) return
		this.#batches.begin()
		const { timers, counters, chatListeners } = this.#deps
		const now = timers.now()
		const sides = chatListeners()
		if (sides) this.#sendChat(sides)
		for (const audience of this.#audiences.all()) {
			const fresh = this.#recent.filter(({ hisId }) => hisId > audience.sent)
			if (fresh.length > 0) this.#sendTo(audience, fresh, now)
		}
		const newest = this.#recent.at(-1)
		if (newest) counters.lagMs = Math.max(0, now - newest.ts)
		if (!this.isRoom) this.#recent = []
		if (this.#audiences.isBehind(this.#order.position())) this.#batches.gather()
	}

	close(): void {
		this.#isClosed = true
		this.#batches.cancel()
		this.#catchUp.close()
	}

	#log(): LogName {
		return { appId: this.appId, id: this.id, epoch: this.#order.epoch() }
	}

	#audienceOf(rate: number): Audience {
		return this.#audiences.ofRate(rate, this.#order.position(), this.#deps.timers.now())
	}

	#accept(ready: readonly LoggedEvent[]): void {
		for (let from = 0; from < ready.length; from += maxAccepted) this.#acceptSome(ready.slice(from, from + maxAccepted))
	}

	#acceptSome(ready: readonly LoggedEvent[]): void {
		const { reader, onSent } = this.#deps
		this.#heads.noteChange()
		if (this.#recent.length + ready.length > maxRecent) this.flush()
		reader.append(this.#log(), ready)
		for (const { name, body } of ready) {
			if (name === 'messageRevoked' && typeof body.target === 'number') reader.forget(this.#log(), body.target)
		}
		this.#recent = [...this.#recent, ...ready].slice(-maxRecent)
		this.#wakeAll()
		const changesListeners = ready.some(({ name }) => name !== 'messagesReceived')
		// People who leave must be notified before they are removed.
		if (changesListeners) this.flush()
		else this.#batches.gather()
		if (changesListeners) onSent(ready)
	}

	#wakeAll(): void {
		for (const wake of [...this.#waiters]) wake()
	}

	#sendChat(sides: readonly ChatSide[]): void {
		const fresh = this.#recent.filter(({ hisId }) => hisId > this.#chatSent)
		const [first] = fresh
		const to = this.#order.position()
		this.#chatSent = to
		if (!first) return
		for (const side of sides) this.#output.sendEvents(connectionsOf(side), side.name, { from: first.hisId, to }, fresh)
	}

	#sendTo(audience: Audience, fresh: readonly LoggedEvent[], now: number): void {
		const shown = audience.choose(fresh, now)
		if (shown.length === 0 && fresh.length < maxUndecided) return
		const range = { from: audience.sent + 1, to: this.#order.position() }
		this.#deps.counters.skipped += fresh.length - shown.length
		const waits = (subscriber: Subscriber) => this.isRoom && subscriber.backlog.status !== 'flowing'
		if (this.isRoom) audience.setWaitingLagging(waits)
		const connections = [...audience.upToDate.values()]
		for (const [subscriber, place] of audience.lagging) {
			if (place.isHeld || waits(subscriber)) continue
			const isBehind = place.position < audience.sent
			const kept = this.#recent
			this.#output.sendMissed(subscriber, place, range.to, { kept, shown: isBehind ? kept : shown })
			if (place.position === range.to) audience.rejoin(subscriber)
		}
		audience.sent = range.to
		this.#output.sendEvents(connections, { gid: this.id } as ConversationName, range, shown)
	}

	/** Handles a log that continues at a later position: all listeners read the missing events themselves. */
	#jump(epoch: string, at: number): void {
		this.flush()
		this.#order.jump(epoch, at)
		this.#recent = []
		this.#chatSent = at
		this.#heads.noteChange()
		for (const audience of this.#audiences.all()) {
			audience.jump(at)
			for (const listener of audience.listeners()) this.#output.sendHeadTo(listener)
		}
		for (const side of this.#deps.chatListeners() ?? []) this.#output.sendHead(connectionsOf(side), side.name)
		this.#wakeAll()
	}
}

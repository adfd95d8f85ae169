import { type Envelope, encodePush, imLimits } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { ConversationId, HeadRow } from '../model/conversation.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { Broadcast, Connection } from '../ports/connection.ts'
import { countedFrom, isCrowd, untilNextBatch } from './batchInterval.ts'
import { createEventOrder } from './eventOrder.ts'
import type { LogName, LogReader } from './logReader.ts'
import { createSampler, type Sampler } from './sampling.ts'
import type { Subscriber } from './subscribers.ts'
import { type ConversationName, conversationName, encodeEvents, headKey } from './wire.ts'

/** Events of a room kept for listeners who join between two batches. */
const maxRecent = 500
/** Maximum number of events accepted at once: with those waiting for selection they are fewer than are kept. */
const maxAccepted = 200
/** Maximum number of events read from the log for listeners: beyond it they receive the head and read by themselves. */
const maxCatchUp = 300
/** A conversation without events for this long has sent its head several times. */
const quietAfterMs = 60_000
/** Maximum number of messages waiting for selection, if a listener wants less than one per batch. */
const maxUndecided = 200

/** The position of a listener that differs from the others'. */
interface Place {
	/** It was sent everything up to here. */
	position: number
	/** True while the log is read for it: it is sent nothing. */
	isHeld: boolean
}

/** Listeners who see the same: those of one rate. */
interface Audience {
	/** The most messages a second they want; Infinity: all. */
	rate: number
	sampler: Sampler
	/**
	 * Listeners that received everything up to `sent`, with their connections: nearly all, so they need no position of
	 * their own.
	 */
	together: Map<Subscriber, Connection>
	apart: Map<Subscriber, Place>
	sent: number
}

const sizeOf = ({ together, apart }: Audience): number => together.size + apart.size

export interface FeedDeps {
	timers: Timers
	reader: LogReader
	broadcast: Broadcast
	counters: MessagingCounters
	/** The sessions of both people of a chat on this node. */
	chatListeners(): { name: ConversationName; subscribers: Iterable<Subscriber> }[] | undefined
	/** Events left this feed: people who joined or left with them are added or removed. */
	onSent(events: readonly LoggedEvent[]): void
	onReadFailed(error: unknown): void
}

/**
 * Delivery of one conversation to the sessions of this node that listen to it: in the order of positions, without holes,
 * gathered into batches.
 */
export function createFeed(
	{ appId, id, isRoom, head }: { appId: LogName['appId']; id: ConversationId; isRoom: boolean; head: HeadRow },
	{ timers, reader, broadcast, counters, chatListeners, onSent, onReadFailed }: FeedDeps,
) {
	const order = createEventOrder(head.epoch, head.last)
	const audiences = new Map<number, Audience>()
	const waiters = new Set<() => void>()
	let recent: LoggedEvent[] = []
	let min = head.min
	/** From when on the interval after the last batch counts. */
	let lastCountedFrom = Number.NEGATIVE_INFINITY
	let changedAt = Number.NEGATIVE_INFINITY
	let cancelBatch: (() => void) | undefined
	let catchingUp: Promise<void> | undefined
	let cancelReading: (() => void) | undefined
	/** Time at which the head was last sent to the listeners. */
	let headsAt = Number.NEGATIVE_INFINITY
	let isClosed = false

	const log = (): LogName => ({ appId, id, epoch: order.epoch() })
	const listenerCount = () => [...audiences.values()].reduce((sum, audience) => sum + sizeOf(audience), 0)

	const send = (connections: readonly Connection[], envelopes: readonly Envelope[]) => {
		if (connections.length === 0 || envelopes.length === 0) return
		counters.pushes += connections.length * envelopes.length
		broadcast(connections, envelopes)
	}

	const headsPush = (name: ConversationName) =>
		encodePush('heads', { ts: timers.now(), heads: { [headKey(name)]: order.known() } })

	/** Sends one listener its missed events; if they are not in memory, the head, and the listener reads. */
	function sendAlone({ connection, uid }: Subscriber, place: Place, to: number, shown: readonly LoggedEvent[]): void {
		const from = place.position + 1
		if (from > to) return
		const name = conversationName(id, uid)
		place.position = to
		const isAtHand = (recent[0]?.hisId ?? Number.POSITIVE_INFINITY) <= from
		const events = shown.filter(({ hisId }) => hisId >= from && hisId <= to)
		send([connection], isAtHand ? encodeEvents(name, order.epoch(), { from, to }, events) : [headsPush(name)])
	}

	function sendTo(audience: Audience, fresh: readonly LoggedEvent[], now: number): void {
		const shown = audience.rate === Number.POSITIVE_INFINITY ? fresh : audience.sampler.choose(fresh, now)
		if (shown.length === 0 && fresh.length < maxUndecided) return
		const from = audience.sent + 1
		const to = order.position()
		counters.skipped += fresh.length - shown.length
		const waits = (subscriber: Subscriber) => isRoom && subscriber.backlog.status !== 'flowing'
		if (isRoom)
			for (const subscriber of audience.together.keys())
				if (waits(subscriber)) setApart(audience, subscriber, { position: audience.sent, isHeld: false })
		const connections = [...audience.together.values()]
		for (const [subscriber, place] of audience.apart) {
			if (place.isHeld || waits(subscriber)) continue
			sendAlone(subscriber, place, to, place.position < audience.sent ? recent : shown)
			if (place.position === to) rejoin(audience, subscriber)
		}
		audience.sent = to
		if (connections.length === 0) return
		send(connections, encodeEvents({ gid: id } as ConversationName, order.epoch(), { from, to }, shown))
	}

	function setApart(audience: Audience, subscriber: Subscriber, place: Place): void {
		audience.together.delete(subscriber)
		audience.apart.set(subscriber, place)
	}

	function rejoin(audience: Audience, subscriber: Subscriber): void {
		audience.apart.delete(subscriber)
		audience.together.set(subscriber, subscriber.connection)
	}

	function sendChat(sides: NonNullable<ReturnType<FeedDeps['chatListeners']>>, fresh: readonly LoggedEvent[]): void {
		const range = { from: (fresh[0] as LoggedEvent).hisId, to: order.position() }
		for (const { name, subscribers } of sides) {
			const connections = Array.from(subscribers, ({ connection }) => connection)
			send(connections, connections.length > 0 ? encodeEvents(name, order.epoch(), range, fresh) : [])
		}
	}

	let chatSent = head.last

	/** Sends gathered events now. */
	function flush(): void {
		cancelBatch?.()
		cancelBatch = undefined
		if (isClosed) return
		const now = timers.now()
		lastCountedFrom = countedFrom(listenerCount(), lastCountedFrom, now)
		const sides = chatListeners()
		if (sides) {
			const fresh = recent.filter(({ hisId }) => hisId > chatSent)
			if (fresh.length > 0) sendChat(sides, fresh)
			chatSent = order.position()
		}
		for (const audience of audiences.values()) {
			const fresh = recent.filter(({ hisId }) => hisId > audience.sent)
			if (fresh.length > 0) sendTo(audience, fresh, now)
		}
		const newest = recent.at(-1)
		if (newest) counters.lagMs = Math.max(0, now - newest.ts)
		if (!isRoom) recent = []
		if ([...audiences.values()].some(({ sent }) => sent < order.position())) gather()
	}

	const untilNextMs = (): number =>
		audiences.size === 0 ? 0 : untilNextBatch(listenerCount(), lastCountedFrom, timers.now())

	/** Events of one transaction leave together; from then on those of one interval. */
	function gather(): void {
		cancelBatch ??= timers.after(untilNextMs(), flush)
	}

	function accept(ready: readonly LoggedEvent[]): void {
		for (let from = 0; from < ready.length; from += maxAccepted) acceptSome(ready.slice(from, from + maxAccepted))
	}

	function acceptSome(ready: readonly LoggedEvent[]): void {
		changedAt = timers.now()
		if (recent.length + ready.length > maxRecent) flush()
		reader.append(log(), ready)
		for (const { name, body } of ready) {
			if (name === 'messageRevoked' && typeof body.target === 'number') reader.forget(log(), body.target)
		}
		recent = [...recent, ...ready].slice(-maxRecent)
		for (const wake of [...waiters]) wake()
		const changesListeners = ready.some(({ name }) => name !== 'messagesReceived')
		// People who leave must be notified before they are removed.
		if (changesListeners) flush()
		else gather()
		if (changesListeners) onSent(ready)
	}

	async function readMissing(): Promise<void> {
		while (order.isBehind() && !isClosed) {
			const position = order.position()
			if (order.known() - position > maxCatchUp) {
				jump(order.epoch(), order.known())
				return
			}
			counters.gaps++
			const events = await reader.read(log(), { from: position + 1, to: order.known() })
			accept(order.offer(events))
			// Events deleted from the log never arrive.
			if (order.position() === position) jump(order.epoch(), order.known())
		}
	}

	/** The log continues at a position that is not the next: all listeners read by themselves. */
	function jump(epoch: string, at: number): void {
		flush()
		order.jump(epoch, at)
		recent = []
		chatSent = at
		changedAt = timers.now()
		for (const audience of audiences.values()) {
			audience.sent = at
			for (const [subscriber, place] of audience.apart) {
				place.position = at
				if (!place.isHeld) rejoin(audience, subscriber)
			}
			for (const { connection, uid } of listenersOf(audience))
				send([connection], [headsPush(conversationName(id, uid))])
		}
		for (const { name, subscribers } of chatListeners() ?? []) {
			send(
				Array.from(subscribers, ({ connection }) => connection),
				[headsPush(name)],
			)
		}
		for (const wake of [...waiters]) wake()
	}

	function catchUp(): void {
		if (!order.isBehind() || catchingUp) return
		catchingUp = readMissing()
			.catch(onReadFailed)
			.finally(() => {
				catchingUp = undefined
			})
	}

	function readHeard(): void {
		cancelReading = undefined
		catchUp()
	}

	function audienceOf(rate: number): Audience {
		const existing = audiences.get(rate)
		if (existing) return existing
		const sampler = createSampler(rate, timers.now())
		const audience: Audience = { rate, sampler, together: new Map(), apart: new Map(), sent: order.position() }
		audiences.set(rate, audience)
		return audience
	}

	const listenersOf = ({ together, apart }: Audience): Subscriber[] => [...together.keys(), ...apart.keys()]

	function find(subscriber: Subscriber): Audience | undefined {
		for (const audience of audiences.values())
			if (audience.together.has(subscriber) || audience.apart.has(subscriber)) return audience
		return undefined
	}

	const placeOf = (audience: Audience, subscriber: Subscriber): Place =>
		audience.apart.get(subscriber) ?? { position: audience.sent, isHeld: false }

	/** Places a listener by its position: among the others if it equals theirs. */
	function put(audience: Audience, subscriber: Subscriber, place: Place): void {
		if (!place.isHeld && place.position === audience.sent) rejoin(audience, subscriber)
		else setApart(audience, subscriber, place)
	}

	function remove(subscriber: Subscriber): void {
		const audience = find(subscriber)
		if (!audience) return
		audience.together.delete(subscriber)
		audience.apart.delete(subscriber)
		if (sizeOf(audience) === 0) audiences.delete(audience.rate)
	}

	return {
		id,
		appId,
		isRoom,
		/** Accepts events stored by this node or another one. */
		offer(at: { epoch: string; last: number; min: number }, events: readonly LoggedEvent[]): void {
			if (at.epoch !== order.epoch()) {
				jump(at.epoch, at.last)
				return
			}
			min = Math.max(min, at.min)
			order.note(at.last)
			accept(order.offer(events))
			catchUp()
		},
		/** Another node stored events: they are read once, with everything in the next batch. */
		hear(last: number): void {
			order.note(last)
			if (!order.isBehind()) return
			const waitMs = untilNextMs()
			if (waitMs === 0) catchUp()
			else cancelReading ??= timers.after(waitMs, readHeard)
		},
		head: () => ({ epoch: order.epoch(), last: order.known(), min }),
		isActive: (): boolean => timers.now() - changedAt < quietAfterMs,
		/** Returns whether listeners are due to receive the head: within ten seconds of its last event, and every ten for a while. */
		takesHeads(): boolean {
			const now = timers.now()
			const quietMs = now - changedAt
			if (quietMs < imLimits.headsEveryMs / 2 || quietMs >= quietAfterMs) return false
			if (headsAt >= changedAt && now - headsAt < imLimits.headsEveryMs) return false
			headsAt = now
			return true
		},
		isEmpty: (): boolean => audiences.size === 0,
		/** Time that storing a new message may take without delaying its delivery to a crowd. */
		untilToldMs: (): number => (isCrowd(listenerCount()) ? untilNextMs() : 0),
		isListening: (subscriber: Subscriber): boolean => find(subscriber) !== undefined,
		listeners: (): Subscriber[] => [...audiences.values()].flatMap(listenersOf),
		/**
		 * Adds a session: from now on it receives the same as the others, but nothing up to `after`, which may be ahead of
		 * what was sent. Held until {@link release}.
		 */
		add(subscriber: Subscriber, { rate, isHeld, after = 0 }: { rate: number; isHeld: boolean; after?: number }): void {
			const audience = audienceOf(rate)
			put(audience, subscriber, { position: Math.max(audience.sent, after), isHeld })
		},
		remove,
		hold(subscriber: Subscriber, rate: number): void {
			const audience = find(subscriber)
			if (!audience) return
			const { position } = placeOf(audience, subscriber)
			if (audience.rate !== rate) remove(subscriber)
			put(audienceOf(rate), subscriber, { position, isHeld: true })
		},
		/** It has read the log up to `position`: it receives later events, and continues with the others. */
		release(subscriber: Subscriber, position: number): void {
			const audience = find(subscriber)
			if (!audience) return
			const place = { position, isHeld: false }
			if (position < audience.sent) sendAlone(subscriber, place, audience.sent, recent)
			put(audience, subscriber, place)
		},
		/** Sends only the head to a session whose connection has caught up. */
		resume(subscriber: Subscriber): void {
			const audience = find(subscriber)
			if (!audience) return
			const { position, isHeld } = placeOf(audience, subscriber)
			put(audience, subscriber, { position: Math.max(position, audience.sent), isHeld })
			send([subscriber.connection], [headsPush(conversationName(id, subscriber.uid))])
		},
		/** Calls once the log has grown. Returns how to call that off. */
		onGrowth(wake: () => void): () => void {
			waiters.add(wake)
			return () => void waiters.delete(wake)
		},
		/** Sends gathered events without waiting for the interval. */
		flush,
		close(): void {
			isClosed = true
			cancelBatch?.()
			cancelReading?.()
		},
	}
}

export type Feed = ReturnType<typeof createFeed>

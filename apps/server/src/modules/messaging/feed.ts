import { type Envelope, encodePush } from '@parley/im'
import type { MessagingCounters } from './counters.ts'
import { createEventOrder } from './eventOrder.ts'
import type { LogName, LogReader } from './logReader.ts'
import type { Broadcast, Connection, Timers } from './ports.ts'
import { createSampler, type Sampler } from './sampling.ts'
import type { ConversationId, HeadRow, LoggedEvent } from './store.ts'
import type { Subscriber } from './subscribers.ts'
import { untilNextWindow } from './window.ts'
import { type ConversationName, conversationName, encodeEvents, headKey } from './wire.ts'

/** Events of a room kept for listeners who come in between two windows. */
const maxRecent = 500
/** Events taken in at once: with those that wait to be chosen from they are fewer than are kept. */
const maxAccepted = 200
/** Of more than this the log is not read for listeners: they are told how far it goes, and read what they want. */
const maxCatchUp = 300
/** A conversation in which nothing happened for so long has said so in several pulses. */
const quietAfterMs = 60_000
/** Messages that wait to be chosen from, where a listener wants less than one a window. */
const maxUndecided = 200

/** One session's place in a conversation. */
export interface Listener {
	subscriber: Subscriber
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
	listeners: Map<Subscriber, Listener>
	/** They were sent everything up to here. */
	sent: number
}

export interface FeedDeps {
	timers: Timers
	reader: LogReader
	broadcast: Broadcast
	counters: MessagingCounters
	/** The sessions of both people of a chat, whoever is here. */
	chatListeners(): { name: ConversationName; subscribers: Iterable<Subscriber> }[] | undefined
	/** Events left this feed: who came or went with them is let in or out. */
	onSent(events: readonly LoggedEvent[]): void
	onReadFailed(error: unknown): void
}

/**
 * Delivery of one conversation to the sessions of this node that listen to it: in the order of positions, without holes,
 * gathered into windows.
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
	let lastSentAt = Number.NEGATIVE_INFINITY
	let changedAt = Number.NEGATIVE_INFINITY
	let cancelWindow: (() => void) | undefined
	let catchingUp: Promise<void> | undefined
	let isClosed = false

	const log = (): LogName => ({ appId, id, epoch: order.epoch() })
	const listenerCount = () => [...audiences.values()].reduce((sum, { listeners }) => sum + listeners.size, 0)

	const send = (connections: Iterable<Connection>, envelopes: readonly Envelope[]) => {
		const list = [...connections]
		if (list.length === 0 || envelopes.length === 0) return
		counters.pushes += list.length * envelopes.length
		broadcast(list, envelopes)
	}

	const headsPush = (name: ConversationName) =>
		encodePush('heads', { ts: timers.now(), heads: { [headKey(name)]: order.known() } })

	/** What one listener alone missed; where that is not at hand it is told the head, and reads. */
	function sendAlone(listener: Listener, to: number, shown: readonly LoggedEvent[]): void {
		const from = listener.position + 1
		if (from > to) return
		const { connection, uid } = listener.subscriber
		const name = conversationName(id, uid)
		listener.position = to
		const isAtHand = (recent[0]?.hisId ?? Number.POSITIVE_INFINITY) <= from
		const events = shown.filter(({ hisId }) => hisId >= from && hisId <= to)
		send([connection], isAtHand ? encodeEvents(name, order.epoch(), { from, to }, events) : [headsPush(name)])
	}

	function sendTo(audience: Audience, fresh: readonly LoggedEvent[], now: number): void {
		const shown = audience.rate === Number.POSITIVE_INFINITY ? fresh : audience.sampler.choose(fresh, now)
		if (shown.length === 0 && fresh.length < maxUndecided) return
		const from = audience.sent + 1
		const to = order.position()
		counters.sampled += fresh.length - shown.length
		const together: Connection[] = []
		for (const listener of audience.listeners.values()) {
			if (listener.isHeld) continue
			if (isRoom && listener.subscriber.backlog.status !== 'flowing') continue
			if (listener.position !== audience.sent) {
				sendAlone(listener, to, listener.position < audience.sent ? recent : shown)
				continue
			}
			listener.position = to
			together.push(listener.subscriber.connection)
		}
		audience.sent = to
		if (together.length === 0) return
		send(together, encodeEvents({ gid: id } as ConversationName, order.epoch(), { from, to }, shown))
	}

	function sendChat(sides: NonNullable<ReturnType<FeedDeps['chatListeners']>>, fresh: readonly LoggedEvent[]): void {
		const range = { from: (fresh[0] as LoggedEvent).hisId, to: order.position() }
		for (const { name, subscribers } of sides) {
			const connections = [...subscribers].map(subscriber => subscriber.connection)
			send(connections, connections.length > 0 ? encodeEvents(name, order.epoch(), range, fresh) : [])
		}
	}

	let chatSent = head.last

	/** Sends what has gathered, now. */
	function flush(): void {
		cancelWindow?.()
		cancelWindow = undefined
		if (isClosed) return
		const now = timers.now()
		lastSentAt = now
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

	/** What one transaction stored leaves together, and from then on what one window gathers. */
	function gather(): void {
		const waitMs = audiences.size === 0 ? 0 : untilNextWindow(listenerCount(), lastSentAt, timers.now())
		cancelWindow ??= timers.after(waitMs, flush)
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
		// Who is told of leaving has to be told before being out.
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
			// What is gone from the log will never come.
			if (order.position() === position) jump(order.epoch(), order.known())
		}
	}

	/** The log goes on at a place that is not the next: everybody reads for themselves. */
	function jump(epoch: string, at: number): void {
		flush()
		order.jump(epoch, at)
		recent = []
		chatSent = at
		changedAt = timers.now()
		for (const audience of audiences.values()) {
			audience.sent = at
			for (const listener of audience.listeners.values()) {
				listener.position = at
				send([listener.subscriber.connection], [headsPush(conversationName(id, listener.subscriber.uid))])
			}
		}
		for (const { name, subscribers } of chatListeners() ?? []) {
			send(
				[...subscribers].map(subscriber => subscriber.connection),
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

	function audienceOf(rate: number): Audience {
		const existing = audiences.get(rate)
		if (existing) return existing
		const sampler = createSampler(rate, timers.now())
		const audience: Audience = { rate, sampler, listeners: new Map(), sent: order.position() }
		audiences.set(rate, audience)
		return audience
	}

	const find = (subscriber: Subscriber): { audience: Audience; listener: Listener } | undefined => {
		for (const audience of audiences.values()) {
			const listener = audience.listeners.get(subscriber)
			if (listener) return { audience, listener }
		}
		return undefined
	}

	function remove(subscriber: Subscriber): void {
		const found = find(subscriber)
		if (!found) return
		found.audience.listeners.delete(subscriber)
		if (found.audience.listeners.size === 0) audiences.delete(found.audience.rate)
	}

	return {
		id,
		appId,
		isRoom,
		/** What this node or another one stored. */
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
		head: () => ({ epoch: order.epoch(), last: order.known(), min }),
		isActive: (): boolean => timers.now() - changedAt < quietAfterMs,
		isEmpty: (): boolean => audiences.size === 0,
		isListening: (subscriber: Subscriber): boolean => find(subscriber) !== undefined,
		listeners: (): Subscriber[] => [...audiences.values()].flatMap(({ listeners }) => [...listeners.keys()]),
		/** Lets a session in at the place it has; held until {@link release}. */
		add(subscriber: Subscriber, { rate, isHeld }: { rate: number; isHeld: boolean }): void {
			const audience = audienceOf(rate)
			audience.listeners.set(subscriber, { subscriber, isHeld, position: audience.sent })
		},
		remove,
		hold(subscriber: Subscriber, rate: number): void {
			const found = find(subscriber)
			if (!found) return
			found.listener.isHeld = true
			if (found.audience.rate === rate) return
			remove(subscriber)
			audienceOf(rate).listeners.set(subscriber, found.listener)
		},
		/** It has read the log up to `position`: it is sent what came meanwhile, and goes on with the others. */
		release(subscriber: Subscriber, position: number): void {
			const found = find(subscriber)
			if (!found) return
			const { listener, audience } = found
			listener.isHeld = false
			listener.position = position
			if (position < audience.sent) sendAlone(listener, audience.sent, recent)
		},
		/** Sends the head alone to somebody whose connection has caught up. */
		resume(subscriber: Subscriber): void {
			const found = find(subscriber)
			if (!found) return
			found.listener.position = Math.max(found.listener.position, found.audience.sent)
			send([subscriber.connection], [headsPush(conversationName(id, subscriber.uid))])
		},
		/** Calls once the log has grown. Returns how to call that off. */
		onGrowth(wake: () => void): () => void {
			waiters.add(wake)
			return () => void waiters.delete(wake)
		},
		/** Sends what has gathered without waiting for its window. */
		flush,
		close(): void {
			isClosed = true
			cancelWindow?.()
		},
	}
}

export type Feed = ReturnType<typeof createFeed>

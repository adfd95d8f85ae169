import { type Envelope, encodePush } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { ConversationId } from '../model/conversation.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { Broadcast, Connection } from '../ports/connection.ts'
import type { Place } from './audience.ts'
import type { EventOrder } from './eventOrder.ts'
import type { Subscriber } from './subscribers.ts'
import { type ConversationName, conversationName, encodeEvents, headKey } from './wire.ts'

interface FeedOutputDeps {
	id: ConversationId
	order: EventOrder
	timers: Pick<Timers, 'now'>
	broadcast: Broadcast
	counters: Pick<MessagingCounters, 'pushes'>
}

/** Encodes what a feed sends, once for all connections that get the same, and counts it. */
export class FeedOutput {
	readonly #deps: FeedOutputDeps

	constructor(deps: FeedOutputDeps) {
		this.#deps = deps
	}

	/** Sends the positions of a range once, with the events that are shown of it. */
	sendEvents(
		connections: readonly Connection[],
		name: ConversationName,
		range: { from: number; to: number },
		shown: readonly LoggedEvent[],
	): void {
		if (connections.length > 0) this.#send(connections, encodeEvents(name, this.#deps.order.epoch(), range, shown))
	}

	/** Sends the end of the log: connections read what they miss. */
	sendHead(connections: readonly Connection[], name: ConversationName): void {
		const { order, timers } = this.#deps
		this.#send(connections, [encodePush('heads', { ts: timers.now(), heads: { [headKey(name)]: order.known() } })])
	}

	sendHeadTo({ connection, uid }: Subscriber): void {
		this.sendHead([connection], conversationName(this.#deps.id, uid))
	}

	/**
	 * Sends one listener its missed events up to `to`; if they are not in memory, the head, and the listener reads.
	 * @param kept events in memory, without holes
	 */
	sendMissed(
		subscriber: Subscriber,
		place: Place,
		to: number,
		{ kept, shown }: { kept: readonly LoggedEvent[]; shown: readonly LoggedEvent[] },
	): void {
		const from = place.position + 1
		if (from > to) return
		place.position = to
		if ((kept[0]?.hisId ?? Number.POSITIVE_INFINITY) > from) {
			this.sendHeadTo(subscriber)
			return
		}
		const events = shown.filter(({ hisId }) => hisId >= from && hisId <= to)
		const { connection, uid } = subscriber
		this.sendEvents([connection], conversationName(this.#deps.id, uid), { from, to }, events)
	}

	#send(connections: readonly Connection[], envelopes: readonly Envelope[]): void {
		if (connections.length === 0 || envelopes.length === 0) return
		this.#deps.counters.pushes += connections.length * envelopes.length
		this.#deps.broadcast(connections, envelopes)
	}
}

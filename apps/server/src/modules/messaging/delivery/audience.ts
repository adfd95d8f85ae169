import type { LoggedEvent } from '../model/event.ts'
import type { Connection } from '../ports/connection.ts'
import { createSampler, type Sampler } from './sampling.ts'
import type { Subscriber } from './subscribers.ts'

/** State of a listener whose position differs from that of the others. */
export interface Place {
	/** Everything up to here was sent to it. */
	position: number
	/** True while the log is read for it; it receives nothing meanwhile. */
	isHeld: boolean
}

/** Listeners with the same rate, who receive the same events. */
export class Audience {
	/** Requested messages per second; Infinity for all. */
	readonly rate: number
	/**
	 * Listeners that received everything up to `sent`, with their connections: nearly all, so they need no position of
	 * their own.
	 */
	readonly upToDate = new Map<Subscriber, Connection>()
	/** Listeners with a position of their own. */
	readonly lagging = new Map<Subscriber, Place>()
	sent: number
	readonly #sampler: Sampler

	constructor(rate: number, sent: number, now: number) {
		this.rate = rate
		this.sent = sent
		this.#sampler = createSampler(rate, now)
	}

	size(): number {
		return this.upToDate.size + this.lagging.size
	}

	has(subscriber: Subscriber): boolean {
		return this.upToDate.has(subscriber) || this.lagging.has(subscriber)
	}

	listeners(): Subscriber[] {
		return [...this.upToDate.keys(), ...this.lagging.keys()]
	}

	/** Returns the events these listeners see now, in order. */
	choose(fresh: readonly LoggedEvent[], now: number): readonly LoggedEvent[] {
		return this.rate === Number.POSITIVE_INFINITY ? fresh : this.#sampler.choose(fresh, now)
	}

	placeOf(subscriber: Subscriber): Place {
		return this.lagging.get(subscriber) ?? { position: this.sent, isHeld: false }
	}

	/** Places a listener by its position: among the others if it equals theirs. */
	put(subscriber: Subscriber, place: Place): void {
		if (!place.isHeld && place.position === this.sent) this.rejoin(subscriber)
		else this.#setLagging(subscriber, place)
	}

	/** The listener has caught up with the others. */
	rejoin(subscriber: Subscriber): void {
		this.lagging.delete(subscriber)
		this.upToDate.set(subscriber, subscriber.connection)
	}

	/** Marks listeners as lagging that receive nothing for now; they stay at their position. */
	setWaitingLagging(waits: (subscriber: Subscriber) => boolean): void {
		for (const subscriber of this.upToDate.keys())
			if (waits(subscriber)) this.#setLagging(subscriber, { position: this.sent, isHeld: false })
	}

	/** The log continues after `at`: all listeners are there, except held ones, which keep lagging. */
	jump(at: number): void {
		this.sent = at
		for (const [subscriber, place] of this.lagging) {
			place.position = at
			if (!place.isHeld) this.rejoin(subscriber)
		}
	}

	remove(subscriber: Subscriber): void {
		this.upToDate.delete(subscriber)
		this.lagging.delete(subscriber)
	}

	#setLagging(subscriber: Subscriber, place: Place): void {
		this.upToDate.delete(subscriber)
		this.lagging.set(subscriber, place)
	}
}

/** The listeners of one conversation, by rate. */
export class Audiences {
	readonly #byRate = new Map<number, Audience>()

	/** @param sent position of a new audience */
	ofRate(rate: number, sent: number, now: number): Audience {
		const existing = this.#byRate.get(rate)
		if (existing) return existing
		const audience = new Audience(rate, sent, now)
		this.#byRate.set(rate, audience)
		return audience
	}

	find(subscriber: Subscriber): Audience | undefined {
		for (const audience of this.#byRate.values()) if (audience.has(subscriber)) return audience
		return undefined
	}

	remove(subscriber: Subscriber): void {
		const audience = this.find(subscriber)
		if (!audience) return
		audience.remove(subscriber)
		if (audience.size() === 0) this.#byRate.delete(audience.rate)
	}

	all(): Iterable<Audience> {
		return this.#byRate.values()
	}

	listeners(): Subscriber[] {
		return [...this.#byRate.values()].flatMap(audience => audience.listeners())
	}

	count(): number {
		let count = 0
		for (const audience of this.#byRate.values()) count += audience.size()
		return count
	}

	isEmpty(): boolean {
		return this.#byRate.size === 0
	}

	/** Returns whether an audience has not been sent everything up to `position`. */
	isBehind(position: number): boolean {
		for (const { sent } of this.#byRate.values()) if (sent < position) return true
		return false
	}
}

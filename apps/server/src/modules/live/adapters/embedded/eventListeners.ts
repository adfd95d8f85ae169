import type { Log } from '../../../../platform/log.ts'
import type { LiveEvent, LiveStreamId } from '../../index.ts'

/** An event, without its stream and time. */
export type LiveEventBody = LiveEvent extends infer E
	? E extends LiveEvent
		? Omit<E, 'streamId' | 'at'>
		: never
	: never

/** Listeners to events of an engine's streams. */
export class LiveEventListeners {
	readonly #log: Log
	readonly #listeners = new Set<(event: LiveEvent) => void>()

	constructor(log: Log) {
		this.#log = log
	}

	/** Returns a function that unsubscribes. */
	add(listener: (event: LiveEvent) => void): () => void {
		this.#listeners.add(listener)
		return () => void this.#listeners.delete(listener)
	}

	/** A listener that throws is logged, and the others are still called. */
	tell(streamId: LiveStreamId, at: number, body: LiveEventBody) {
		const event = { ...body, streamId, at } as LiveEvent
		for (const listener of this.#listeners) {
			try {
				listener(event)
			} catch (error) {
				this.#log.error({ err: error, event: event.type, streamId }, 'a listener of live events failed')
			}
		}
	}
}

import type { Hint, HintBus } from '../ports/hints.ts'
import { feedKey } from './feeds.ts'

export type ConversationHint = Extract<Hint, { kind: 'conversation' }>

/** Hints to other nodes, one per conversation for everything stored in one transaction, once it is announced here. */
export class HintQueue {
	readonly #hints: Pick<HintBus, 'publish'>
	readonly #waiting = new Map<string, ConversationHint>()

	constructor(hints: Pick<HintBus, 'publish'>) {
		this.#hints = hints
	}

	add(hint: ConversationHint): void {
		if (this.#waiting.size === 0) queueMicrotask(() => this.#publish())
		this.#waiting.set(feedKey(hint.appId, hint.id), hint)
	}

	#publish(): void {
		for (const hint of this.#waiting.values()) this.#hints.publish(hint)
		this.#waiting.clear()
	}
}

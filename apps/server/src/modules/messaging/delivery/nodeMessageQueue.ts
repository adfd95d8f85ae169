import type { NodeBus, NodeMessage } from '../ports/nodeBus.ts'
import { feedKey } from './feeds.ts'

export type ConversationUpdate = Extract<NodeMessage, { kind: 'conversation' }>

/** Hints to other nodes, one per conversation for everything stored in one transaction, once it is announced here. */
export class NodeMessageQueue {
	readonly #nodeBus: Pick<NodeBus, 'publish'>
	readonly #waiting = new Map<string, ConversationUpdate>()

	constructor(nodeBus: Pick<NodeBus, 'publish'>) {
		this.#nodeBus = nodeBus
	}

	add(nodeMessage: ConversationUpdate): void {
		if (this.#waiting.size === 0) queueMicrotask(() => this.#publish())
		this.#waiting.set(feedKey(nodeMessage.appId, nodeMessage.id), nodeMessage)
	}

	#publish(): void {
		for (const nodeMessage of this.#waiting.values()) this.#nodeBus.publish(nodeMessage)
		this.#waiting.clear()
	}
}

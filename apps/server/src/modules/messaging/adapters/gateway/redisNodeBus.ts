import { ImAppId } from '@parley/im'
import { createClient } from '@redis/client'
import * as v from 'valibot'
import { redisSettings, warnWhenLost } from '../../../../platform/redisConnection.ts'
import type { NodeBus, NodeMessage } from '../../ports/nodeBus.ts'

/** Node messages that may wait for a Redis that hangs; later ones are lost. */
const mostUnsent = 10_000

/** The channel and the field `hint` keep their names, so that nodes of two versions understand each other. */
const channel = 'parley:im:hints'

const Envelope = v.object({ messageId: v.number(), messageType: v.number(), jsonData: v.unknown() })

const Heard = v.object({
	node: v.string(),
	hint: v.variant('kind', [
		v.object({
			kind: v.literal('conversation'),
			appId: ImAppId,
			id: v.string(),
			last: v.number(),
			version: v.number(),
		}),
		v.object({ kind: v.literal('list'), appId: ImAppId, uid: v.nullable(v.string()) }),
		v.object({
			kind: v.literal('session'),
			appId: ImAppId,
			uid: v.string(),
			keep: v.array(v.string()),
			code: v.number(),
			before: v.optional(v.number()),
		}),
		v.object({ kind: v.literal('push'), appId: ImAppId, uid: v.string(), envelope: Envelope }),
		v.object({ kind: v.literal('wrote'), appId: ImAppId, id: v.string(), uid: v.string(), cmid: v.string() }),
		v.object({ kind: v.literal('whoIsOnline'), appId: ImAppId, uids: v.array(v.string()), question: v.string() }),
		v.object({ kind: v.literal('areOnline'), uids: v.array(v.string()), question: v.string() }),
	]),
})

export interface RedisNodeBusDeps {
	/** `redis://…` or `rediss://…`. */
	url: string
	/** Distinguishes this node's own messages from those of others. */
	node: string
	log: { warn(fields: object, message: string): void }
}

/**
 * Node messages over Redis. Without Redis the node works alone: node messages are dropped, never kept, and comparing heads finds what
 * they would have announced. It reconnects automatically.
 */
export function openRedisNodeBus({ url, node, log }: RedisNodeBusDeps): NodeBus & { close(): Promise<void> } {
	const listeners = new Set<(nodeMessage: NodeMessage) => void>()
	const open = () => {
		const client = createClient({ ...redisSettings(url), commandsQueueMaxLength: mostUnsent })
		warnWhenLost(client, log, 'Redis is unreachable: other nodes deliver messages some seconds later')
		return client
	}
	const [publisher, subscriber] = [open(), open()]

	// Redis also sends a node its own messages: most of its traffic, and not worth parsing.
	const ownBeginning = `${JSON.stringify({ node }).slice(0, -1)},`

	function hear(text: string): void {
		if (text.startsWith(ownBeginning)) return
		let heard: v.InferOutput<typeof Heard>
		try {
			heard = v.parse(Heard, JSON.parse(text))
		} catch (error) {
			log.warn({ err: error }, 'a node message from another node could not be read')
			return
		}
		for (const listener of listeners) listener(heard.hint as NodeMessage)
	}

	const ignore = () => {}
	let isSubscribed = false
	/** The client subscribes again whenever its connection is back, but only after a first time that succeeded. */
	async function subscribe(): Promise<void> {
		if (isSubscribed) return
		await subscriber.subscribe(channel, hear)
		isSubscribed = true
	}
	subscriber.on('ready', () => void subscribe().catch(ignore))
	for (const client of [publisher, subscriber]) void client.connect().catch(ignore)

	return {
		publish(nodeMessage) {
			if (publisher.isReady) publisher.publish(channel, JSON.stringify({ node, hint: nodeMessage })).catch(ignore)
		},
		subscribe(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		isHeard: () => publisher.isReady && subscriber.isReady && isSubscribed,
		async close() {
			for (const client of [publisher, subscriber]) client.destroy()
		},
	}
}

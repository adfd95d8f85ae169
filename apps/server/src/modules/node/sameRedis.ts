import * as v from 'valibot'
import type { Config } from '../../platform/config.ts'
import type { AskNode, NodeAddress, NodeCalls } from '../../platform/nodeCalls.ts'
import { isMarked, markRedis } from '../../platform/redisChecks.ts'

/** Asks a node whether its Redis has a mark; it is asked by one that starts, and by the doctor. */
const markedCall = 'node.has-mark-in-redis'

/** Answers the question of other nodes whether this one uses the same Redis. */
export function answerWhetherMarked(calls: Pick<NodeCalls, 'handle'>, { redisUrl }: Pick<Config, 'redisUrl'>): void {
	calls.handle(markedCall, v.string(), mark => redisUrl !== undefined && isMarked(redisUrl, mark))
}

/**
 * Returns those of the nodes that use another Redis than this one (NODE-46). A node that does not answer, cannot reach its
 * Redis or is of an earlier version is none of them, and if the own Redis does not answer, there are none.
 */
export async function findWithOtherRedis<N extends NodeAddress>(
	nodes: readonly N[],
	ask: AskNode,
	{ redisUrl }: Pick<Config, 'redisUrl'>,
): Promise<N[]> {
	if (redisUrl === undefined || nodes.length === 0) return []
	const mark = await markRedis(redisUrl).catch(() => undefined)
	if (mark === undefined) return []
	const answers = await Promise.all(nodes.map(node => ask(node, markedCall, mark).catch(() => undefined)))
	return nodes.filter((_, index) => answers[index] === false)
}

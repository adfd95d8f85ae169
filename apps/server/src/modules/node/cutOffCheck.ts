import * as v from 'valibot'
import type { Log } from '../../platform/log.ts'
import { type NodeAddress, type NodeCalls, NodeUnreachableError } from '../../platform/nodeCalls.ts'
import type { Repeat } from '../../platform/timers.ts'
import { beatEveryMs, type Nodes } from './registry.ts'
import { trustedCall } from './trustedCall.ts'

/** Tells a node that others have removed it. */
const removedCall = 'node.removed'

/**
 * Tells a node that it was removed: one that does not reach the database would not learn of it otherwise (NODE-24). Returns whether it
 * knows, or has ended.
 */
export const createTellRemoved =
	({ ask }: Pick<NodeCalls, 'ask'>) =>
	(node: NodeAddress): Promise<boolean> =>
		ask(node, removedCall, null).then(
			() => true,
			// Another process at its address rejects the call.
			(error: unknown) => !(error instanceof NodeUnreachableError) || error.isRefused,
		)

interface CutOffCheckDeps {
	nodes: Pick<Nodes, 'id' | 'isTrusted' | 'others'>
	calls: Pick<NodeCalls, 'ask' | 'handle'>
	repeat: Repeat
	log: Log
	/** This node cannot reach the database and others can, or they have removed it: it must stop. */
	onCutOff(): void
}

/** If no node can write heartbeats, the database is down, and meetings go on; if only this one cannot, others take them over. */
export function createCutOffCheck({ nodes, calls, repeat, log, onCutOff }: CutOffCheckDeps) {
	calls.handle(trustedCall, v.null(), () => nodes.isTrusted())
	calls.handle(removedCall, v.null(), () => {
		log.error({ node: nodes.id }, 'other servers of this database removed this one: it stops')
		onCutOff()
	})
	const isTrusted = (other: NodeAddress) => calls.ask(other, trustedCall, null).then(Boolean, () => false)
	/** After a pause of the database or of this process, others may have written a heartbeat a moment before this node. */
	let wasCutOff = false
	async function isCutOff(): Promise<boolean> {
		if (nodes.isTrusted()) return false
		const others = await Promise.all(nodes.others().map(isTrusted))
		return others.includes(true) && !nodes.isTrusted()
	}
	async function check() {
		const before = wasCutOff
		wasCutOff = await isCutOff()
		if (!before || !wasCutOff) return
		log.error({ node: nodes.id }, 'this server cannot reach the database, and others can: it stops')
		onCutOff()
	}
	let stop = () => {}
	return {
		start() {
			stop = repeat(beatEveryMs, () => void check())
		},
		stop: () => stop(),
	}
}

import type { NodeAddress } from '../../platform/nodeCalls.ts'

/** Knows which node of the database has the streams of lives. */
export interface LiveNode {
	/** False where the streams are always on this node, so that no lookup is needed. */
	readonly hasSeveralNodes: boolean
	/** Makes this node the one with the streams unless another one is; returns whether it is now. */
	claim(): Promise<boolean>
	/** Returns the other node that has the streams; undefined if this node has them, or none. */
	findOther(): Promise<NodeAddress | undefined>
	/** Removes a node, at whose address nothing listens, if its process has ended. Returns whether it is removed. */
	removeIfEnded(node: NodeAddress): Promise<boolean>
}

/** The streams of a database that only one node can open, and those that all of its nodes share. */
export const streamsHere: LiveNode = {
	hasSeveralNodes: false,
	claim: async () => true,
	findOther: async () => undefined,
	removeIfEnded: async () => false,
}

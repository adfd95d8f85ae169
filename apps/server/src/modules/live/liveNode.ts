import type { NodeAddress } from '../../platform/nodeCalls.ts'

/** Knows which node of the database has the streams of lives. */
export interface LiveNode {
	/** False where the streams are always here. */
	readonly canBeAnother: boolean
	/** Makes this node the one with the streams unless another one is; returns whether it is now. */
	claim(): Promise<boolean>
	/** Returns the other node that has the streams; undefined if this node has them, or none. */
	findOther(): Promise<NodeAddress | undefined>
	/** Looks at once whether a node at whose address nobody listens has ended; returns whether it has. */
	removeIfEnded(node: NodeAddress): Promise<boolean>
}

/** The streams of a database that only one node can open, and those that all of its nodes share. */
export const streamsHere: LiveNode = {
	canBeAnother: false,
	claim: async () => true,
	findOther: async () => undefined,
	removeIfEnded: async () => false,
}

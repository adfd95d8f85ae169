import type { MeetingId } from '@parley/core'
import type { NodeAddress } from '../../platform/nodeCalls.ts'

/** Another node that has the room of a meeting. */
export type OtherNode = NodeAddress

/** Knows which node of the database has the room of a meeting, together with the waiting room before it. */
export interface RoomNodes {
	/** False where every room is on this node, so that no lookup is needed. */
	readonly hasSeveralNodes: boolean
	/** Gives the room to this node unless another one has it; returns whether this node has it now. */
	claim(meetingId: MeetingId): Promise<boolean>
	/** Returns the other node that has the room; undefined if this node has it, or none. */
	findOther(meetingId: MeetingId): Promise<OtherNode | undefined>
	/** The other running nodes. */
	others(): OtherNode[]
	/** Frees the rooms of a node, at whose address nothing listens, if its process has ended. Returns whether they are free. */
	removeIfEnded(node: OtherNode): Promise<boolean>
	/** Releases the rooms of this node that are no longer in use. */
	releaseUnused(isInUse: (meetingId: MeetingId) => boolean): Promise<void>
}

/** The rooms of a database that only one node can open. */
export const allRoomsHere: RoomNodes = {
	hasSeveralNodes: false,
	claim: async () => true,
	findOther: async () => undefined,
	others: () => [],
	removeIfEnded: async () => false,
	releaseUnused: async () => {},
}

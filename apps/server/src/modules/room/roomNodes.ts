import type { MeetingId } from '@parley/core'

/** Another node that has the room of a meeting. */
export interface OtherNode {
	id: string
	/** Where this node reaches it; null if its settings do not say. */
	url: string | null
}

/** Knows which node of the database has the room of a meeting, together with the waiting room before it. */
export interface RoomNodes {
	/** False where every room is here: nobody has to look up whose it is. */
	readonly areSeveral: boolean
	/** Gives the room to this node unless another one has it; returns whether this node has it now. */
	claim(meetingId: MeetingId): Promise<boolean>
	/** Returns the other node that has the room; undefined if this node has it, or none. */
	findOther(meetingId: MeetingId): Promise<OtherNode | undefined>
	/** Gives up the rooms of this node that are not in use any more. */
	releaseUnused(isInUse: (meetingId: MeetingId) => boolean): Promise<void>
}

/** The rooms of a database that only one node can open. */
export const allRoomsHere: RoomNodes = {
	areSeveral: false,
	claim: async () => true,
	findOther: async () => undefined,
	releaseUnused: async () => {},
}

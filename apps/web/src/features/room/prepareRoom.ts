import { endNamedJoin, getBrowserSupport, nameSocketInJoin, prepareRoomSockets } from '../../media/index.ts'
import { preloadOverlays } from './lazyOverlays.ts'
import { isRoomOngoing } from './visits/pageVisits.ts'

/** A connection to rooms that is open before a person joins one (ROOM-81). */
export interface PreparedRoom {
	/** The id of its socket for a join, with which the server enters the room at once; undefined while it is not connected. */
	nameInJoin(): string | undefined
	/** The join that named it was refused, or nobody waits for its answer, so that it may have succeeded. */
	endJoin(ended: { mayHaveEntered: boolean }): void
	/** To be called when the form is left. */
	release(): void
}

/**
 * Loads what a room needs, and connects to it, while a person is about to join; undefined where meetings cannot run.
 * @param meetingId the meeting, if it is known before the join
 */
export function prepareRoom(meetingId?: string): PreparedRoom | undefined {
	if (getBrowserSupport() !== 'ready') return undefined
	preloadOverlays()
	return {
		// ROOM-78: a person in another room is asked before they enter this one.
		nameInJoin: () => (isRoomOngoing() ? undefined : nameSocketInJoin()),
		endJoin: endNamedJoin,
		release: prepareRoomSockets(meetingId),
	}
}

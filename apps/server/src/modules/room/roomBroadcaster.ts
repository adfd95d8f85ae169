import type { Result } from '@parley/core'

/** `roomEmpty`: no participant is connected. `unavailable`: no machine is free to compose it, or the engine does not answer. */
export type RoomBroadcastRefusal = 'roomEmpty' | 'unavailable'

/** A part of some media engines: composes the picture and sound of a room, and sends them to an RTMP address. */
export interface RoomBroadcaster {
	/** RTMP address of this server for the broadcaster, to which the name of a stream is added. */
	readonly serverUrl: string
	/** Returns whether a participant is in the room there. @throws if the engine does not answer */
	hasRoom(roomId: string): Promise<boolean>
	/** Begins to send a room. @returns the id of the broadcast */
	start(roomId: string, url: string): Promise<Result<string, RoomBroadcastRefusal>>
	/** Returns the ids of the broadcasts of a room that run, the newest first, also of those that other servers have begun. @throws if that could not be found out */
	listRunning(roomId: string): Promise<string[]>
	/**
	 * Returns false once it has ended, also because people have moved to another room of the engine; the loss of the machine
	 * that composes it may go unnoticed. @throws if that could not be found out
	 */
	isRunning(id: string, roomId: string): Promise<boolean>
	/** Ends it, if it has not ended. @throws if it may be running */
	stop(id: string): Promise<void>
}

import type { Result } from '@parley/core'

/** `roomEmpty`: nobody is connected. `unavailable`: no machine is free to compose it, or the engine does not answer. */
export type RoomBroadcastRefusal = 'roomEmpty' | 'unavailable'

/** A part of some media engines: composes the picture and sound of a room, and sends them to an RTMP address. */
export interface RoomBroadcaster {
	/** RTMP address of this server for the broadcaster, to which the name of a stream is added. */
	readonly serverUrl: string
	/** Returns whether somebody is in the room there. @throws if that could not be found out */
	hasRoom(roomId: string): Promise<boolean>
	/** Begins to send a room. @returns the id of the broadcast */
	start(roomId: string, url: string): Promise<Result<string, RoomBroadcastRefusal>>
	/** Returns false once it has ended, for any reason. @throws if that could not be found out */
	isRunning(id: string): Promise<boolean>
	/** Ends it, if it has not ended. */
	stop(id: string): Promise<void>
}

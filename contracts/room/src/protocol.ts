import * as v from 'valibot'

/**
 * Payload with which a page connects to the `/room` namespace (the `auth` of Socket.IO). `protocol` is raised with each change
 * of calls, events or media that a page of the version before cannot follow, so that such a page is told to reload instead of
 * being left without picture (ROOM-93).
 */
export const roomHandshake = { protocol: 3 } as const

const Handshake = v.object({ protocol: v.literal(roomHandshake.protocol) })

/** Returns whether a page that connected with this payload understands this version. */
export const speaksRoomProtocol = (auth: unknown): boolean => v.is(Handshake, auth)

/**
 * Parameter of the address of a WebSocket or request: the meeting whose room it is about. The server passes it on to its node that
 * has the room.
 */
export const meetingQuery = 'meeting'

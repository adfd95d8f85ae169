/** Path of the websocket and the two namespaces it carries. */
export const roomPaths = { socket: '/room/socket', presence: '/room', media: '/media' } as const
/** Parameter of the websocket's address: the meeting that its page is about to enter. */
export const meetingQuery = 'meeting'

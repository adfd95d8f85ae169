/** Path of the websocket and the two namespaces it carries. */
export const roomPaths = { socket: '/room/socket', presence: '/room', media: '/media' } as const

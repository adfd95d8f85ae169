/** Where the room's sockets live; one websocket carries both namespaces. */
export const roomPaths = { socket: '/room/socket', presence: '/room', media: '/media' } as const

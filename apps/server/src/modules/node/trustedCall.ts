/** Asks a node whether it has written a heartbeat lately: of others by one that has not, and by the doctor. */
export const trustedCall = 'node.is-trusted'

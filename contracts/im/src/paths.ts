// Paths on a server; each is configurable in the SDK (IMC-17, OP-118).

/** Socket of the chat server. */
export const socket = '/im/socket'
/** Paths of the monitor server (IMH-01, IMH-02). */
export const device = '/im/monitor/device'
export const flow = '/im/monitor/flow'
/** Path of the api server (IMH-05). */
export const userOnline = '/im/api/userOnline'
/** Path of the user-sign server (API-35, API-36). */
export const token = '/im/getImToken'
export const tokenByImId = '/im/getImTokenByImId'
/** The page that the QR code of a group leads to, with `gid` and `code`. */
export const group = '/im/group'

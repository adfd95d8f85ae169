/** Where a server has them; each is configurable in the SDK (IMC-17, OP-118). */
export const imPaths = {
	/** Of the chat server: the socket. */
	socket: '/im/socket',
	/** Of the monitor server (IMH-01, IMH-02). */
	device: '/im/monitor/device',
	flow: '/im/monitor/flow',
	/** Of the api server (IMH-05). */
	userOnline: '/im/api/userOnline',
	/** Of the user-sign server (API-35, API-36). */
	token: '/im/getImToken',
	tokenByImId: '/im/getImTokenByImId',
	/** The page that the QR code of a group leads to, with `gid` and `code`. */
	group: '/im/group',
} as const

/**
 * Headers of calls to the api server (IMH-06); `sign` is {@link signedText} as MD5 in hex. With {@link hmacSign} as
 * `signVersion` it is the HMAC-SHA-256 of the body in hex, with the token as key: MD5 alone proves little today.
 */
export const apiHeaders = {
	token: 'authentication',
	appId: 'appid',
	sign: 'sign',
	signVersion: 'sign-version',
} as const
export const hmacSign = 'hmac-sha256'

/** What `sign` is the MD5 of: the JSON of the body, an underscore and the token (IMH-07). */
export const signedText = (body: string, token: string): string => `${body}_${token}`

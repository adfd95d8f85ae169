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

/** The text whose MD5 is `sign`: the JSON of the body, an underscore and the token (IMH-07). */
export const signedText = (body: string, token: string): string => `${body}_${token}`

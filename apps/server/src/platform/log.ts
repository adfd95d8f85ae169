import pino from 'pino'

export type Log = pino.Logger

// Names of fields that never reach a log, wherever they hang.
const secretFields = [
	...['password', 'password_confirmation', 'token', '_token', 'access_token', 'ticket', 'authorization', 'cookie'],
	...['captcha', 'inputCode', 'info', 'appleId', 'openid', 'secret'],
]

/** JSON lines: error = a person must act, warn = we recovered, info = one line per change of life. */
export const createLog = (level: string, destination?: pino.DestinationStream): Log => {
	const paths = secretFields.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
	const options: pino.LoggerOptions = {
		level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		redact: { paths, censor: '[hidden]' },
	}
	return destination ? pino(options, destination) : pino(options)
}

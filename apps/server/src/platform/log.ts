import pino from 'pino'

export type Log = pino.Logger

// Fields that are redacted at any depth of a log line.
const secretFields = [
	...['password', 'password_confirmation', 'token', '_token', 'access_token', 'ticket', 'authorization', 'cookie'],
	...['captcha', 'inputCode', 'info', 'appleId', 'openid', 'secret'],
]

/** JSON lines: error = somebody has to act, warn = recovered, info = one line per change of state. */
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

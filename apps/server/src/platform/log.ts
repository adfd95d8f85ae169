import pino from 'pino'

export type Log = pino.Logger

// Fields that are redacted at any depth of a log line.
const secretFields = [
	...['password', 'password_confirmation', 'token', '_token', 'access_token', 'ticket', 'authorization', 'cookie'],
	...['captcha', 'inputCode', 'info', 'appleId', 'openid', 'secret'],
]

const asLines = { base: null, timestamp: pino.stdTimeFunctions.isoTime }

/** JSON lines: error = somebody has to act, warn = recovered, info = one line per change of state. */
export const createLog = (level: string, destination?: pino.DestinationStream): Log => {
	const paths = secretFields.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
	const options: pino.LoggerOptions = { ...asLines, level, redact: { paths, censor: '[hidden]' } }
	return destination ? pino(options, destination) : pino(options)
}

/**
 * For lines whose fields are all chosen by hand and of which there are many: looking for secrets in a line takes six times
 * as long as writing it.
 */
export const createLogWithoutRedaction = (level: string, destination?: pino.DestinationStream): Log =>
	destination ? pino({ ...asLines, level }, destination) : pino({ ...asLines, level })

import pino from 'pino'

export type Log = pino.Logger

// Names of fields that never reach a log, wherever they hang.
const secretFields = ['password', 'token', 'ticket', 'authorization', 'cookie', 'captcha', 'inputCode', '_token']

/** JSON lines: error = a person must act, warn = we recovered, info = one line per change of life. */
export const createLog = (level: string): Log =>
	pino({
		level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		redact: { paths: secretFields.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
	})

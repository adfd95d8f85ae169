import { DatabaseBusyError } from './sqliteDriver.ts'

/** Codes of a lost connection to PostgreSQL, and of PostgreSQL while it starts, stops or has no connection left. */
const codes: ReadonlySet<string> = new Set([
	...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
	...['08000', '08003', '08006', '53300', '57P01', '57P02', '57P03'],
])
/** Errors of the PostgreSQL client without a code. */
const withoutCode =
	/^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying to connect)/

/** Returns whether a retry may succeed once the database is reachable or another process has finished writing. */
export function isDatabaseUnavailable(error: unknown): boolean {
	if (error instanceof DatabaseBusyError) return true
	const { code, message } = error as { code?: unknown; message?: unknown }
	if (typeof code === 'string') return codes.has(code)
	return typeof message === 'string' && withoutCode.test(message)
}

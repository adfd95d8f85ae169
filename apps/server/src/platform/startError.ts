import { adminCommand } from './adminCommand.ts'
import type { Config } from './config.ts'
import { isDatabaseUnavailable } from './databaseUnavailable.ts'

/** The reason why the server does not start, as one sentence telling the operator what to do; shown without a stack. */
export class StartError extends Error {
	override readonly name = 'StartError'
}

/** Explains any error that prevented the start, as one sentence with the path or setting and the remedy. */
export function explainStartError(error: unknown, config: Config): string {
	const sentence = explainKnownError(error, config)
	if (sentence !== undefined) return sentence
	const [reason = ''] = String((error as Error)?.message ?? error).split('\n')
	return `Parley could not start (${reason}): check the settings with \`${adminCommand('doctor')}\`, or see where it happened with PARLEY_LOG=debug.`
}

/** Explains an error of disk, network or database in the same way; undefined for other errors. */
export function explainKnownError(error: unknown, config: Config): string | undefined {
	for (let cause = error as Cause | undefined; cause; cause = cause.cause) {
		const sentence =
			cause instanceof StartError ? cause.message : (explainSqlite(cause, config) ?? explainCode(cause, config))
		if (sentence !== undefined) return sentence
	}
	return undefined
}

interface Cause {
	code?: string
	errcode?: number
	path?: string
	/** Port to be listened on. */
	port?: number
	syscall?: string
	message?: string
	cause?: Cause
}

type Explain = (place: string, config: Config) => string

const freeSpace: Explain = place =>
	`No space is left for ${place}: free some on that disk, or set PARLEY_DATA to a folder on another one.`
const notPermitted: Explain = place =>
	`${place} cannot be read and written by the user who starts this: make them its owner, or set PARLEY_DATA to another folder.`
const noFolder: Explain = place => `${place} is not a folder: move it away, or set PARLEY_DATA to a folder.`

/** Keyed by the operating system's code, for files. */
const files: Record<string, Explain> = {
	ENOSPC: freeSpace,
	EDQUOT: freeSpace,
	EACCES: notPermitted,
	EPERM: notPermitted,
	EROFS: place => `${place} is on a read-only disk: set PARLEY_DATA to a writable folder.`,
	ENOTDIR: noFolder,
	EEXIST: noFolder,
	EISDIR: place => `${place} is a folder and should be a file: correct the setting that names it, or move it away.`,
	ENOENT: place => `${place} is missing: put it there, or correct the setting that names it.`,
	EMFILE: place => `${place} cannot be opened because too many files are open: raise the limit (ulimit -n).`,
	EIO: place => `${place} cannot be read or written because the disk is failing: replace it and restore a backup.`,
}

/** An address that a server listens on, and the setting of its port. */
export interface ListenAddress {
	host: string
	port: number
	setting: string
}

const noAddress = ({ host }: ListenAddress) => `this machine has no address ${host}: set HOST to one of its own.`

/** Keyed by the operating system's code, for the address to listen on. */
const listening: Record<string, (address: ListenAddress) => string> = {
	EADDRINUSE: ({ port, setting }) => `port ${port} is taken: stop what uses it, or choose another with ${setting}.`,
	EACCES: ({ port, setting }) =>
		`port ${port} may not be used by this user: choose one of 1024 or more with ${setting}.`,
	EADDRNOTAVAIL: noAddress,
	ENOTFOUND: noAddress,
}

/** Explains why a server cannot listen, with the remedy, as the second half of a sentence; undefined for other errors. */
export const explainListening = (error: unknown, address: ListenAddress): string | undefined =>
	listening[(error as Cause | undefined)?.code ?? '']?.(address)

/** The first port is that of the pages; the metrics may have one of their own. */
function explainOwnPort(error: Cause, { host, port, metrics }: Config): string | undefined {
	const metricsPort = metrics.listen?.port
	const isOfMetrics = error.port !== undefined && error.port === metricsPort && error.port !== port
	const sentence = explainListening(error, {
		host,
		port: error.port ?? port,
		setting: isOfMetrics ? 'PARLEY_METRICS' : 'PORT',
	})
	return sentence && sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const unreachable: Explain = () =>
	'PostgreSQL cannot be reached: check that it is running, and that DATABASE_URL names its host and port.'
const notAdmitted: Explain = () => 'PostgreSQL does not admit this user: correct user and password in DATABASE_URL.'

/** Keyed by the code of the connection or of PostgreSQL. */
const postgres: Record<string, Explain> = {
	ECONNREFUSED: unreachable,
	ECONNRESET: unreachable,
	ENOTFOUND: unreachable,
	EAI_AGAIN: unreachable,
	ETIMEDOUT: unreachable,
	EHOSTUNREACH: unreachable,
	ENETUNREACH: unreachable,
	'08006': unreachable,
	'57P01': unreachable,
	'57P02': unreachable,
	'57P03': () => 'PostgreSQL is starting or stopping: try again in a moment.',
	'53300': () => 'PostgreSQL has no connection left: raise max_connections, or stop other clients.',
	'28P01': notAdmitted,
	'28000': notAdmitted,
	'3D000': () => 'PostgreSQL has no such database: create the one that DATABASE_URL names, or correct it.',
	'42501': () => 'PostgreSQL does not let this user create tables: make it the owner of the database of DATABASE_URL.',
	'53100': () => 'The disk of PostgreSQL is full: free some space there.',
}

function explainCode(error: Cause, config: Config): string | undefined {
	const { code, path, syscall, message } = error
	if (code === undefined) {
		const isBroken = config.databaseUrl !== undefined && isDatabaseUnavailable({ message })
		return isBroken ? unreachable('', config) : undefined
	}
	if (syscall === 'listen') return explainOwnPort(error, config)
	if (syscall === 'getaddrinfo' && config.databaseUrl === undefined) return explainOwnPort(error, config)
	if (config.databaseUrl !== undefined && path === undefined && postgres[code]) return postgres[code]('', config)
	return files[code]?.(path ?? config.dataFolder, config)
}

const restore: Explain = place =>
	`${place} is damaged: restore a backup with \`${adminCommand('restore <file> --force')}\`.`

/** Keyed by SQLite's primary result code. */
const sqlite: Record<number, Explain> = {
	3: notPermitted,
	5: place => `${place} is in use by another program: stop it, or wait until it is done.`,
	6: place => `${place} is in use by another program: stop it, or wait until it is done.`,
	8: notPermitted,
	// SQLite's error when it cannot create or grow its files.
	10: place =>
		`${place} cannot be written: free space on that disk or repair it, or set PARLEY_DATA to a folder on another one.`,
	11: restore,
	13: freeSpace,
	14: place => `${place} cannot be opened: make this user its owner, and check that the disk is not full.`,
	26: restore,
}

function explainSqlite({ code, errcode }: Cause, config: Config): string | undefined {
	if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return undefined
	const sentence = sqlite[errcode & 0xff]?.(`the database in ${config.dataFolder}`, config)
	return sentence && sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

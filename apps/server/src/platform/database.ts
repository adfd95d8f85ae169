import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
	type Driver,
	Kysely,
	type LogEvent,
	PostgresDialect,
	SqliteAdapter,
	type SqliteDatabase,
	SqliteDialect,
	type SqliteStatement,
	sql,
} from 'kysely'
import pg from 'pg'
import { migrations } from '../../migrations/index.ts'
import { blankRecord } from './blankRecord.ts'
import { type AnswerAtOnce, attachAnswerAtOnce, statementNameOf } from './compiledQuery.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { openFieldCipher, removeTraces } from './fieldKeys.sql.ts'
import { createFieldKeyFile, createFieldKeysInMemory, type FieldKeyStore } from './fieldKeys.ts'
import { makeFolder } from './makeFolder.ts'
import { type MayContract, migrate } from './migrate.ts'
import { refuseNewerDatabase } from './migrationNames.ts'
import { createSqliteDriver, isBusy } from './sqliteDriver.ts'
import type { EndedQuery } from './tracing.ts'

export interface OpenDatabase {
	db: Db
	kind: 'sqlite' | 'postgres'
	/** Rejects when the database does not respond. */
	ping(): Promise<void>
	/** Current connections to PostgreSQL; undefined for SQLite, which has one. */
	connections(): PoolState | undefined
	close(): Promise<void>
}

export interface PoolState {
	busy: number
	idle: number
	/** Queries waiting for a connection. */
	waiting: number
	/** Number of connections that broke, in use or idle. */
	broken: number
}

/**
 * URL of PostgreSQL with the folder of its field keys, folder of the SQLite file and, unless they have one of their own, of its
 * keys, or in-memory SQLite for tests.
 */
export type DatabaseLocation =
	| { url: string; keyFolder: string }
	| { folder: string; keyFolder?: string }
	| { memory: true }

export const databaseLocation = ({
	databaseUrl,
	dataFolder,
	keyFolder,
}: Pick<Config, 'databaseUrl' | 'dataFolder' | 'keyFolder'>) =>
	databaseUrl === undefined ? { folder: dataFolder, keyFolder } : { url: databaseUrl, keyFolder }

/** Returns the field key store of a database. */
export function fieldKeysOf(location: DatabaseLocation): FieldKeyStore {
	if ('memory' in location) return createFieldKeysInMemory()
	return createFieldKeyFile('url' in location ? location.keyFolder : (location.keyFolder ?? location.folder))
}

/**
 * Opens a database and migrates it; an empty one completely, another one without the contracting migrations that must wait.
 * @throws {StartError} if its field key is missing or wrong, or a newer version created it
 */
export async function openDatabase(location: DatabaseLocation, options?: OpenOptions): Promise<OpenDatabase> {
	if ('memory' in location) return await openMigratedMemory(options)
	const database = openDatabaseAsIs(location, options)
	try {
		await refuseNewerDatabase(database.db)
		await openFieldCipher(database.db, fieldKeysOf(location))
		const applied = await migrate(database.db, options?.mayContract?.(database.db) ?? contractNothing)
		const wasEmpty = applied[0] === Object.keys(migrations)[0]
		if (applied.includes(encryptingMigration) && !wasEmpty) await removeTraces(database)
		return database
	} catch (error) {
		await database.close()
		throw error
	}
}

interface MigratedMemory {
	content: Uint8Array
	keys: FieldKeyStore
}

/** Empty databases by the names of their migrations: tests open many, and loading one takes a hundredth of the time of migrating it. */
const migratedMemories = new Map<string, Promise<MigratedMemory>>()

async function openMigratedMemory(options: OpenOptions | undefined): Promise<OpenDatabase> {
	const names = Object.keys(migrations).join()
	const migrated = migratedMemories.get(names) ?? migrateMemory()
	migratedMemories.set(names, migrated)
	const { content, keys } = await migrated
	const connection = new DatabaseSync(':memory:')
	connection.deserialize(content)
	const database = toOpenDatabase(
		'sqlite',
		openSqlite(connection, options?.waitAtMostMs, options?.onQuery),
		() => undefined,
	)
	await openFieldCipher(database.db, keys)
	return database
}

async function migrateMemory(): Promise<MigratedMemory> {
	const keys = createFieldKeysInMemory()
	const connection = new DatabaseSync(':memory:')
	const db = openSqlite(connection)
	try {
		await openFieldCipher(db, keys)
		await migrate(db, 'alone')
		return { content: connection.serialize(), keys }
	} finally {
		await db.destroy()
	}
}

const contractNothing: MayContract = async () => false

/** Earlier versions stored the fields encrypted today in plain text. */
const encryptingMigration = '0010-encrypted-fields'

export interface OpenOptions {
	/** Time a write to SQLite waits for other processes. */
	waitAtMostMs?: number
	/** Called when a connection to PostgreSQL breaks, in use or idle. */
	onConnectionLost?: (reason: string) => void
	/** Called after each statement, if it is to be traced. */
	onQuery?: ((query: EndedQuery) => void) | undefined
	/** Contracting migrations that may be applied; by default none, because servers of earlier releases may run. */
	mayContract?: (db: Db) => MayContract
}

/** Opens a database without migrating it and without its field keys. */
export function openDatabaseAsIs(
	location: DatabaseLocation,
	{ waitAtMostMs, onConnectionLost, onQuery }: OpenOptions = {},
): OpenDatabase {
	if ('url' in location) return openPostgres(location.url, onConnectionLost, onQuery)
	return toOpenDatabase('sqlite', openSqlite(connectTo(location), waitAtMostMs, onQuery), () => undefined)
}

const toOpenDatabase = (
	kind: OpenDatabase['kind'],
	db: Db,
	connections: OpenDatabase['connections'],
): OpenDatabase => ({
	db,
	kind,
	// Built as a query that the driver knows to be read-only: a write would wait for other processes.
	ping: async () => void (await db.selectNoFrom(sql`1`.as('one')).execute()),
	connections,
	close: () => db.destroy(),
})

/**
 * Runs `work` while commits of this connection do not wait for the disk, during which SQLite would stay locked;
 * everything written is on disk when this resolves. A power cut before that loses the last commits, each as a whole.
 * PostgreSQL is left as it is.
 */
export async function withLateSync<T>(
	{ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
	work: () => Promise<T>,
): Promise<T> {
	if (kind !== 'sqlite') return await work()
	await sql`pragma synchronous = normal`.execute(db)
	try {
		return await work()
	} finally {
		await sql`pragma synchronous = full`.execute(db)
		await sql`pragma wal_checkpoint(passive)`.execute(db)
	}
}

/** Returns whether a statement violated a unique constraint, in either database. */
export function isUniqueViolation(error: unknown): boolean {
	const { code, errcode } = error as { code?: unknown; errcode?: unknown }
	return code === '23505' || (code === 'ERR_SQLITE_ERROR' && (errcode === 2067 || errcode === 1555))
}

/** A string or blob too big, a violated constraint, a type that does not fit. */
const sqliteRefusals: ReadonlySet<number> = new Set([18, 19, 20])

/** Returns whether a statement failed because of its values, with which it would fail again. */
export function isRefusedData(error: unknown): boolean {
	// A value that the client of a database cannot send.
	if (error instanceof TypeError) return true
	const { code, errcode } = error as { code?: unknown; errcode?: unknown }
	if (code === 'ERR_SQLITE_ERROR') return typeof errcode === 'number' && sqliteRefusals.has(errcode & 0xff)
	// Classes of PostgreSQL: data exceptions and violated constraints.
	return typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code)
}

/** Returns whether `write` succeeded; false if another row already has the unique value. */
export async function unlessTaken(write: () => Promise<unknown>): Promise<boolean> {
	try {
		await write()
		return true
	} catch (error) {
		if (isUniqueViolation(error)) return false
		throw error
	}
}

/** Runs `work` in a transaction: committed if its result is ok, rolled back if it is a refusal or throws. */
export async function inTransaction<R extends { ok: boolean }>(
	db: Db,
	work: (transaction: Db) => Promise<R>,
): Promise<R> {
	let refusal: R | undefined
	try {
		return await db.transaction().execute(async transaction => {
			const result = await work(transaction)
			if (result.ok) return result
			refusal = result
			throw new RolledBack()
		})
	} catch (error) {
		if (refusal && error instanceof RolledBack) return refusal
		throw error
	}
}

/** Returns a function that runs work in a transaction with the stores of it. */
export const transactionsWith =
	<Stores>(db: Db, storesOn: (transaction: Db) => Stores) =>
	<R extends { ok: boolean }>(work: (stores: Stores) => Promise<R>): Promise<R> =>
		inTransaction(db, transaction => work(storesOn(transaction)))

class RolledBack extends Error {}

const bigint = 20
const numeric = 1700

function openPostgres(
	url: string,
	onConnectionLost: OpenOptions['onConnectionLost'] = () => {},
	onQuery?: OpenOptions['onQuery'],
): OpenDatabase {
	// Instants and counts fit a JavaScript number; by default the driver returns them as text.
	const types = {
		getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
			oid === bigint || oid === numeric
				? Number
				: pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
	}
	const pool = new pg.Pool({
		Client: PreparingClient,
		connectionString: url,
		max: 10,
		types,
		connectionTimeoutMillis: 5_000,
	})
	// The pool replaces a connection that breaks. Without listeners the error would end the process: the pool listens to
	// idle connections only, and one in use may break between two queries of a transaction.
	let broken = 0
	pool.on('connect', client => {
		client.once('error', error => {
			broken++
			onConnectionLost(error.message)
		})
		// Later errors belong to the same breakage.
		client.on('error', () => {})
	})
	pool.on('error', () => {})
	return toOpenDatabase('postgres', new Kysely({ dialect: new PostgresDialect({ pool }), ...logOf(onQuery) }), () => ({
		busy: pool.totalCount - pool.idleCount,
		idle: pool.idleCount,
		waiting: pool.waitingCount,
		broken,
	}))
}

/** Lets each connection prepare a once-compiled query when it first executes it. */
class PreparingClient extends pg.Client {
	override query(...parameters: unknown[]) {
		const [text, values] = parameters
		const name = typeof text === 'string' ? statementNameOf(text) : undefined
		const query = super.query as (...parameters: unknown[]) => never
		return name === undefined ? query.apply(this, parameters) : query.call(this, { name, text, values })
	}
}

/** Kysely measures statements only if they are logged. */
const logOf = (onQuery: OpenOptions['onQuery']) =>
	onQuery && {
		log: ({ level, query, queryDurationMillis }: LogEvent) =>
			onQuery({ text: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' }),
	}

/** Pages of the write-ahead log, 16 MiB, before a checkpoint: most pages are rewritten many times until then. */
const pagesOfLog = 4_000

function connectTo(location: { folder: string } | { memory: true }): DatabaseSync {
	if ('memory' in location) return new DatabaseSync(':memory:')
	makeFolder(location.folder)
	return new DatabaseSync(join(location.folder, 'parley.sqlite'))
}

function openSqlite(database: DatabaseSync, waitAtMostMs?: number, onQuery?: OpenOptions['onQuery']): Db {
	// FULL: acknowledged writes survive a power cut, not only a killed process.
	database.exec(
		'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000',
	)
	database.exec(`pragma wal_autocheckpoint = ${pagesOfLog}`)
	// From here on the driver waits for locks without blocking, so other requests are served.
	database.exec('pragma busy_timeout = 0')
	const dialect = new ParleySqliteDialect(withStatementCache(database), waitAtMostMs)
	const db: Db = new Kysely({ dialect, ...logOf(onQuery) })
	attachAnswerAtOnce(db, measured(answerAtOnce(database), onQuery))
	return db
}

class ParleySqliteDialect extends SqliteDialect {
	readonly #createDriver: () => Driver

	constructor(database: Parameters<typeof createSqliteDriver>[0], waitAtMostMs: number | undefined) {
		super({ database })
		this.#createDriver = () => createSqliteDriver(database, waitAtMostMs)
	}

	override createDriver() {
		return this.#createDriver()
	}

	override createAdapter() {
		return new ParleySqliteAdapter()
	}
}

class ParleySqliteAdapter extends SqliteAdapter {
	/** All migrations are applied or none, as in PostgreSQL: a full disk leaves no half-made table behind. */
	override get supportsTransactionalDdl() {
		return true
	}

	/** The driver schedules access to the one connection. */
	override get supportsMultipleConnections() {
		return true
	}
}

const maxCachedStatements = 300

/** SQLite ends a transaction by itself on a full disk; an error of the rollback would hide the disk's. */
const nothingToDo: SqliteStatement = {
	reader: false,
	all: () => [],
	run: () => ({ changes: 0, lastInsertRowid: 0 }),
	iterate: () => [].values(),
}

/**
 * Transactions take the write lock at the start. One that began by reading could not write after another process has
 * written: it would fail at once instead of waiting.
 */
const beginToWrite = 'begin immediate'

/** Adapts the built-in SQLite to Kysely's interface, with a cache of prepared statements by their text. */
function withStatementCache(database: DatabaseSync): SqliteDatabase & { readonly isTransaction: boolean } {
	const statements = new Map<string, SqliteStatement>()
	return {
		get isTransaction() {
			return database.isTransaction
		},
		close: () => database.close(),
		prepare(text) {
			if (text === 'rollback' && !database.isTransaction) return nothingToDo
			const found = statements.get(text)
			if (found) return found
			if (statements.size >= maxCachedStatements) statements.clear()
			const prepared = adaptStatement(database.prepare(text === 'begin' ? beginToWrite : text))
			statements.set(text, prepared)
			return prepared
		},
	}
}

function adaptStatement(statement: StatementSync): SqliteStatement {
	const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
	return {
		reader: statement.columns().length > 0,
		all: parameters => statement.all(...values(parameters)),
		run: parameters => statement.run(...values(parameters)),
		iterate: parameters => statement.iterate(...values(parameters)),
	}
}

/** Undefined while another process recovers the log: the caller waits as for any lock. */
function readOrBusy(statement: StatementSync, parameters: readonly unknown[]): unknown[][] | undefined {
	try {
		return statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]
	} catch (error) {
		if (isBusy(error)) return undefined
		throw error
	}
}

function measured(answer: AnswerAtOnce, onQuery: OpenOptions['onQuery']): AnswerAtOnce {
	if (!onQuery) return answer
	return (text, parameters) => {
		const startedAt = performance.now()
		const rows = answer(text, parameters)
		// Otherwise Kysely executes it.
		if (rows) onQuery({ text, ms: performance.now() - startedAt, hasFailed: false })
		return rows
	}
}

/** The built-in SQLite returns rows as arrays in half the time of rows as objects. */
function answerAtOnce(database: DatabaseSync): AnswerAtOnce {
	const statements = new Map<string, { statement: StatementSync; names: string[]; blank: Record<string, unknown> }>()
	function prepare(text: string) {
		const statement = database.prepare(text)
		statement.setReturnArrays(true)
		const names = statement.columns().map(({ name }) => name)
		const prepared = { statement, names, blank: blankRecord(names) }
		statements.set(text, prepared)
		return prepared
	}
	return (text, parameters) => {
		if (database.isTransaction) return undefined
		const { statement, names, blank } = statements.get(text) ?? prepare(text)
		const rows = readOrBusy(statement, parameters)
		if (!rows) return undefined
		return rows.map(values => {
			const row = { ...blank }
			for (let n = 0; n < names.length; n++) row[names[n] as string] = values[n]
			return row
		})
	}
}

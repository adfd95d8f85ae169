import { setTimeout as wait } from 'node:timers/promises'
import {
	CompiledQuery,
	createQueryId,
	type DatabaseConnection,
	type Driver,
	IdentifierNode,
	type QueryCompiler,
	type QueryResult,
	RawNode,
	SelectQueryNode,
	type SqliteDatabase,
} from 'kysely'

/** Time a query waits for another process to finish writing; pages give up after ten seconds. */
const patienceMs = 8_000
/** A process that writes in short transactions leaves short gaps: frequent checks at varying intervals find one. */
const lookAgainMs = { min: 1, max: 12 }

/** Another process wrote to the SQLite database for longer than the timeout: a retry may succeed. */
export class DatabaseBusyError extends Error {
	constructor(cause: unknown) {
		super('the database is busy; try again', { cause })
	}
}

const sqliteBusy = 5

/** Returns whether another connection has the lock a statement needs; extended codes have the plain one in their last byte. */
export function isBusy(error: unknown): boolean {
	const { code, errcode } = error as { code?: unknown; errcode?: unknown }
	return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' && (errcode & 0xff) === sqliteBusy
}

type Database = SqliteDatabase & { readonly isTransaction: boolean }

/**
 * The built-in SQLite for Kysely. SQLite itself would block this process while it waits for another one's lock; here a
 * statement fails at once and is retried, so that all other work continues. Reads outside transactions need no lock and
 * do not queue behind waiting writes: they see committed data.
 * @param database does not wait for locks itself (`busy_timeout = 0`)
 */
export function createSqliteDriver(database: Database, waitAtMostMs = patienceMs): Driver {
	const turns = createTurns()
	const own = (connection: DatabaseConnection) => connection as SqliteConnection
	async function savepoint(connection: DatabaseConnection, command: string, name: string, compile: Compile) {
		const node = RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(name)])
		await connection.executeQuery(compile(node, createQueryId()))
	}
	return {
		init: async () => {},
		acquireConnection: async () => new SqliteConnection(database, turns, waitAtMostMs),
		beginTransaction: connection => own(connection).begin(),
		commitTransaction: async connection => own(connection).end('commit'),
		rollbackTransaction: async connection => own(connection).end('rollback'),
		savepoint: (connection, name, compile) => savepoint(connection, 'savepoint', name, compile),
		rollbackToSavepoint: (connection, name, compile) => savepoint(connection, 'rollback to', name, compile),
		releaseSavepoint: (connection, name, compile) => savepoint(connection, 'release', name, compile),
		releaseConnection: async connection => own(connection).release(),
		destroy: async () => database.close(),
	}
}

type Compile = QueryCompiler['compileQuery']

/** One task's view of the process's only connection. */
class SqliteConnection implements DatabaseConnection {
	readonly #database: Database
	readonly #turns: Turns
	readonly #waitAtMostMs: number
	#hasTurn = false

	constructor(database: Database, turns: Turns, waitAtMostMs: number) {
		this.#database = database
		this.#turns = turns
		this.#waitAtMostMs = waitAtMostMs
	}

	async begin(): Promise<void> {
		const since = performance.now()
		await this.#takeTurn()
		await this.#whenFree(since, () => this.#run(CompiledQuery.raw('begin')))
	}

	end(how: 'commit' | 'rollback'): void {
		this.#run(CompiledQuery.raw(how))
		this.release()
	}

	/** Also after a transaction that failed to begin or end. */
	release(): void {
		if (!this.#hasTurn) return
		this.#hasTurn = false
		this.#turns.next()
	}

	async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
		// Within a transaction, which holds every lock it needs.
		if (this.#hasTurn) return this.#run(query)
		const since = performance.now()
		if (SelectQueryNode.is(query.query)) {
			return await this.#whenFree(since, async () => {
				// Changes made in a transaction may be rolled back.
				while (this.#database.isTransaction) await this.#turns.whenNext()
				return this.#run(query)
			})
		}
		await this.#takeTurn()
		try {
			return await this.#whenFree(since, () => this.#run(query))
		} finally {
			this.release()
		}
	}

	async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
		yield await this.executeQuery<R>(query)
	}

	async #takeTurn(): Promise<void> {
		await this.#turns.take()
		this.#hasTurn = true
	}

	#run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
		const statement = this.#database.prepare(sql)
		if (statement.reader) return { rows: statement.all(parameters) as R[] }
		const { changes, lastInsertRowid } = statement.run(parameters)
		return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
	}

	async #whenFree<T>(since: number, work: () => T | Promise<T>): Promise<T> {
		for (;;) {
			try {
				return await work()
			} catch (error) {
				if (!isBusy(error)) throw error
				if (performance.now() - since >= this.#waitAtMostMs) throw new DatabaseBusyError(error)
			}
			await wait(lookAgainMs.min + Math.random() * (lookAgainMs.max - lookAgainMs.min))
		}
	}
}

/** Writes and transactions, one after the other in order of arrival. */
function createTurns() {
	let isTaken = false
	const queue: (() => void)[] = []
	let watching: (() => void)[] = []
	return {
		async take(): Promise<void> {
			if (isTaken) await new Promise<void>(resolve => queue.push(resolve))
			isTaken = true
		},
		/** Resolves at the end of the current turn; waiters run before the next one begins. */
		whenNext: () => new Promise<void>(resolve => watching.push(resolve)),
		next(): void {
			const watched = watching
			watching = []
			for (const resolve of watched) resolve()
			const first = queue.shift()
			if (first) first()
			else isTaken = false
		},
	}
}
type Turns = ReturnType<typeof createTurns>

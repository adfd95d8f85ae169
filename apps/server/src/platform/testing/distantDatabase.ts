import {
	type CompiledQuery,
	type ControlledTransaction,
	type DatabaseConnection,
	type Driver,
	Kysely,
	type QueryResult,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from 'kysely'
import type { Db } from '../db.ts'

/** The line between a process and its database, which takes time and may break. */
export interface DatabaseLine {
	/** Resolves when a statement, or a whole transaction, has reached the database; rejects if it never will. */
	toDatabase(what: 'statement' | 'transaction'): Promise<void>
	/** Resolves when the result has reached the process; rejects if it never will, although the statement was executed. */
	toProcess(): Promise<void>
}

/** Returns a database in this process as seen over a line. A transaction is executed at once when it has reached the database. */
export function createDistantDatabase(db: Db, line: DatabaseLine): Db {
	return new Kysely({
		dialect: {
			createAdapter: () => new DistantAdapter(),
			createQueryCompiler: () => new SqliteQueryCompiler(),
			createIntrospector: database => new SqliteIntrospector(database),
			createDriver: () => createDriver(db, line),
		},
	})
}

class DistantAdapter extends SqliteAdapter {
	override get supportsMultipleConnections() {
		return true
	}
}

function createDriver(db: Db, line: DatabaseLine): Driver {
	const own = (connection: DatabaseConnection) => connection as DistantConnection
	return {
		init: async () => {},
		acquireConnection: async () => new DistantConnection(db, line),
		beginTransaction: connection => own(connection).begin(),
		commitTransaction: connection => own(connection).end('commit'),
		rollbackTransaction: connection => own(connection).end('rollback'),
		releaseConnection: async () => {},
		destroy: async () => {},
	}
}

class DistantConnection implements DatabaseConnection {
	readonly #db: Db
	readonly #line: DatabaseLine
	// biome-ignore lint/complexity/noBannedTypes: Kysely spells "no tables" this way
	#transaction: ControlledTransaction<{}> | undefined

	constructor(db: Db, line: DatabaseLine) {
		this.#db = db
		this.#line = line
	}

	async begin(): Promise<void> {
		await this.#line.toDatabase('transaction')
		this.#transaction = await this.#db.startTransaction().execute()
	}

	async end(how: 'commit' | 'rollback'): Promise<void> {
		await this.#transaction?.[how]().execute()
		this.#transaction = undefined
		await this.#line.toProcess()
	}

	async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
		if (this.#transaction) return await this.#transaction.executeQuery(query as CompiledQuery<R>)
		await this.#line.toDatabase('statement')
		const executed = this.#db.executeQuery(query as CompiledQuery<R>)
		await executed.catch(() => {})
		await this.#line.toProcess()
		return await executed
	}

	// biome-ignore lint/correctness/useYield: results are never streamed
	async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
		throw new Error('a distant database streams nothing')
	}
}

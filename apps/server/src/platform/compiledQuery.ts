import type { Compilable, CompiledQuery, DialectAdapter, Kysely, QueryExecutorProvider } from 'kysely'

/** Stands for a value in a query that is compiled before the value is known. */
class Placeholder {
	readonly name: string

	constructor(name: string) {
		this.name = name
	}

	/** A query may pass its values on, but neither calculate with them nor depend on them. */
	[Symbol.toPrimitive](): never {
		throw new Error(`"${this.name}" has no value while its query is compiled`)
	}
}

const statementNames = new Map<string, string>()

/** The name under which PostgreSQL keeps the statement prepared; only queries that are compiled once have one. */
export const statementNameOf = (text: string): string | undefined => statementNames.get(text)

/**
 * Answers a query synchronously in this process; undefined while a transaction is open, whose changes may be rolled
 * back.
 */
export type AnswerAtOnce = (text: string, parameters: readonly unknown[]) => object[] | undefined

/** Keyed by the object all connections and transactions of one database share. */
const answersAtOnce = new WeakMap<DialectAdapter, AnswerAtOnce>()

/** SQLite runs in this process: Kysely's work around a query takes longer than the answer. */
export function attachAnswerAtOnce(db: QueryExecutorProvider, answer: AnswerAtOnce): void {
	answersAtOnce.set(db.getExecutor().adapter, answer)
}

/**
 * A query that is built and compiled once, on its first execution, and then executed with different values. Building
 * and compiling it takes longer than SQLite takes to answer.
 * @param build builds the query with placeholders of the values
 * @returns executes it on `db`, or within a transaction of it
 */
export function compileOnce<Tables, Values extends object, Row>(
	db: Kysely<Tables>,
	build: (values: Values) => Compilable<Row>,
): (values: Values, within?: Pick<Kysely<Tables>, 'executeQuery'>) => Promise<Row[]> {
	let compiled: CompiledQuery<Row> | undefined
	let parametersOf: ((values: Values) => unknown[]) | undefined
	const answerAtOnce = db.isTransaction ? undefined : answersAtOnce.get(db.getExecutor().adapter)
	return async (values, within) => {
		compiled ??= compile(build)
		parametersOf ??= fillIn(compiled.parameters)
		const parameters = parametersOf(values)
		const rows = within ? undefined : (answerAtOnce?.(compiled.sql, parameters) as Row[] | undefined)
		return rows ?? (await (within ?? db).executeQuery<Row>({ ...compiled, parameters })).rows
	}
}

/** Fills in the values; those of a list in one go if they are exactly its parameters. */
function fillIn(parameters: readonly unknown[]): (values: object) => unknown[] {
	const isList = parameters.every((parameter, n) => parameter instanceof Placeholder && parameter.name === String(n))
	return values =>
		isList && Array.isArray(values)
			? values
			: parameters.map(parameter =>
					parameter instanceof Placeholder ? (values as Record<string, unknown>)[parameter.name] : parameter,
				)
}

function compile<Values extends object, Row>(build: (values: Values) => Compilable<Row>): CompiledQuery<Row> {
	const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })
	const compiled = build(placeholders as Values).compile()
	if (!statementNames.has(compiled.sql)) statementNames.set(compiled.sql, `parley_${statementNames.size + 1}`)
	return compiled
}

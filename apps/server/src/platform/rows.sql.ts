import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { compileOnce } from './compiledQuery.ts'
import type { Db } from './db.ts'

/** A statement that is compiled once, executed on the database or within a transaction. */
export const statement = <Values extends object, Row>(db: Db, build: (values: Values) => RawBuilder<Row>) =>
	compileOnce<object, Values, Row>(db as never, values => ({ compile: () => build(values).compile(db) }) as never) as (
		values: Values,
		within?: Db,
	) => Promise<Row[]>

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** SQLite has no statistics about the rows, and would search a whole application if two indexes begin with it. */
export const indexedBy = (db: Db, index: string): RawBuilder<unknown> =>
	isPostgres(db) ? sql`` : sql`indexed by ${sql.table(index)}`

/** Names of columns with the type of their values. */
export type ColumnTypes = Record<string, 'text' | 'bigint'>

/** All columns by name: a prepared `*` fails after a migration that adds one. */
export const columnsOf = (columns: ColumnTypes, table?: string): RawBuilder<unknown> =>
	sql.join(Object.keys(columns).map(name => sql.ref(table === undefined ? name : `${table}.${name}`)))

/** Any number of rows in one parameter, so that the statement's text does not depend on it. */
export interface ManyRows {
	/** Written by {@link manyRows}. */
	rows: string
}

/** Rows with the columns of `columns`, for {@link rowsTable}. */
export const manyRows = <C extends ColumnTypes>(
	columns: C,
	rows: readonly { [K in keyof C]: string | number | null }[],
): ManyRows => {
	const names = Object.keys(columns)
	return { rows: JSON.stringify(rows.map(row => names.map(name => row[name]))) }
}

/** The rows as a table expression, to be joined or inserted. */
export function rowsTable(db: Db, columns: ColumnTypes, rows: string): RawBuilder<unknown> {
	const selected = Object.entries(columns).map(([name, type], index) => {
		const value = sql`value ->> ${sql.lit(index)}`
		return isPostgres(db)
			? sql`cast(${value} as ${sql.raw(type)}) as ${sql.ref(name)}`
			: sql`${value} as ${sql.ref(name)}`
	})
	const source = isPostgres(db) ? sql`jsonb_array_elements(cast(${rows} as jsonb))` : sql`json_each(${rows})`
	return sql`(select ${sql.join(selected)} from ${source})`
}

/** Inserts many rows. A row with the same key is overwritten (`replace`), or kept and not returned (`keep`). */
export function insertRows<C extends ColumnTypes>(
	db: Db,
	table: string,
	columns: C,
	onConflict: { replace: (keyof C & string)[] } | 'keep' | 'fail',
) {
	const names = Object.keys(columns)
	const list = sql.join(names.map(name => sql.ref(name)))
	const into = sql`insert into ${sql.table(table)} (${list})`
	// Otherwise SQLite saves the previous state of every page of a multi-row statement, for a failure that ends the whole
	// transaction anyway.
	const intoBlock = onConflict === 'fail' ? sql`insert or fail into ${sql.table(table)} (${list})` : into
	const otherwise = conflictClause(names, onConflict)
	type Rows = readonly { [K in keyof C]: string | number | null }[]
	const insert = isPostgres(db) ? insertAtOnce() : insertInBlocks()

	function insertAtOnce() {
		const insertRows = statement<ManyRows, { one: number }>(
			db,
			({ rows }) => sql`${into} select ${list} from ${rowsTable(db, columns, rows)} as r ${otherwise}`,
		)
		return async (rows: Rows, within: Db): Promise<number> => (await insertRows(manyRows(columns, rows), within)).length
	}

	function insertInBlocks() {
		const insertBlocks = inBlocks<C, { one: number }>(db, columns, block => sql`${intoBlock} ${block} ${otherwise}`)
		return async (rows: Rows, within: Db): Promise<number> => (await insertBlocks(rows, within)).length
	}

	return async (rows: Rows, within: Db): Promise<void> => {
		if (rows.length === 0) return
		const inserted = await insert(rows, within)
		if (onConflict === 'keep' && inserted < rows.length) throw new AlreadyThere(table)
	}
}

/** Rows per statement, so that few texts cover any number. */
const blockSizes = [64, 32, 8, 1]

/**
 * Runs a statement about many rows on SQLite, which reads them from JSON at half the speed of parameters. `build` is
 * given `values (…), (…)` with the columns of `columns` in their order. Returns the results of all statements.
 */
export function inBlocks<C extends ColumnTypes, Row>(
	db: Db,
	columns: C,
	build: (block: RawBuilder<unknown>) => RawBuilder<Row>,
) {
	const names = Object.keys(columns)
	const blocks = blockSizes.map(size => {
		const cells = Array.from({ length: size }, (_, row) => names.map((_, column) => row * names.length + column))
		const execute = statement<readonly unknown[], Row>(db, values =>
			build(sql`values ${sql.join(cells.map(row => sql`(${sql.join(row.map(cell => values[cell]))})`))}`),
		)
		return { size, execute }
	})
	return async (rows: readonly { [K in keyof C]: string | number | null }[], within: Db): Promise<readonly Row[]> => {
		const returned: Row[] = []
		let next = 0
		for (const { size, execute } of blocks) {
			for (; rows.length - next >= size; next += size) {
				const values: unknown[] = []
				for (let row = next; row < next + size; row++) for (const name of names) values.push(rows[row]?.[name])
				const some = await execute(values, within)
				if (size === rows.length) return some
				returned.push(...some)
			}
		}
		return returned
	}
}

function conflictClause(names: string[], onConflict: { replace: string[] } | 'keep' | 'fail'): RawBuilder<unknown> {
	if (onConflict === 'fail') return sql``
	if (onConflict === 'keep') return sql`on conflict do nothing returning 1 as one`
	const { replace } = onConflict
	const key = sql.join(replace.map(name => sql.ref(name)))
	const replaced = names.filter(name => !replace.includes(name))
	const set = sql.join(replaced.map(name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))
	return sql`on conflict (${key}) do update set ${set}`
}

/** Another node has meanwhile inserted a row that was missing when the transaction looked for it. */
export class AlreadyThere extends Error {
	constructor(table: string) {
		super(`somebody else has just inserted the same row into ${table}`)
	}
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type CommandEnvironment, type CommandResult, failure, success } from '../platform/command.ts'
import type { Config } from '../platform/config.ts'
import { databaseLocation, type OpenDatabase, openDatabase } from '../platform/database.ts'
import { appliedMigrations, compareMigrations } from '../platform/migrationNames.ts'
import { progressTable } from '../platform/movedDatabase.ts'
import { lockDatabase, type ServerLock } from '../platform/serverLock.ts'
import { describeTables, type TableDescription } from './tablesOf.ts'

/** Rows of one transaction. */
const rowsAtATime = 500
/** Tables that are not copied: they describe a database, or are needed by the triggers of SQLite only. */
const uncopiedTables: ReadonlySet<string> = new Set([
	'kysely_migration',
	'kysely_migration_lock',
	'name_positions',
	progressTable,
])
/** The table of running servers. Rows of killed ones remain in it and in the tables that refer to it, and are not copied. */
const serversTable = 'nodes'
const isCopied = ({ name, references }: TableDescription) =>
	!uncopiedTables.has(name) && name !== serversTable && !references.includes(serversTable)

// biome-ignore lint/suspicious/noExplicitAny: rows of every table
type AnyDatabase = Kysely<any>
type Row = Record<string, unknown>

interface Side {
	/** Name of the database in messages, without a password. */
	place: string
	database: OpenDatabase
	db: AnyDatabase
}

/**
 * Copies everything from the database of the settings to another one: from SQLite to PostgreSQL, or back. Both must be
 * unused. The same command continues an interrupted move.
 *
 * @param to `postgres://…`, or `sqlite` for the file of the data folder
 * @param startAgain empties the target first
 */
export async function moveDatabase(
	config: Config,
	to: string,
	{ startAgain, environment }: { startAgain: boolean; environment: Pick<CommandEnvironment, 'print'> },
): Promise<CommandResult> {
	const source = databaseLocation(config)
	const target =
		to === 'sqlite'
			? { folder: config.dataFolder, keyFolder: config.keyFolder }
			: { url: to, keyFolder: config.keyFolder }
	if (to !== 'sqlite' && !/^postgres(ql)?:\/\//.test(to))
		return failure('The target is postgres://user:password@host/database, or sqlite for the data folder.')
	if ('url' in source === 'url' in target)
		return failure(
			'url' in source
				? 'Both are PostgreSQL: use its own pg_dump and pg_restore.'
				: 'DATABASE_URL is not set, so that the database already is the file of the data folder.',
		)

	const locks: ServerLock[] = []
	const sides: Side[] = []
	try {
		for (const location of [source, target]) {
			locks.push(await lockDatabase(location, 0))
			const database = await openDatabase(location, { mayContract: () => 'alone' })
			sides.push({
				place: 'url' in location ? 'PostgreSQL' : config.dataFolder,
				database,
				db: database.db as AnyDatabase,
			})
		}
		const [from, into] = sides as [Side, Side]
		// The target would not have its columns.
		const { unknown } = compareMigrations(await appliedMigrations(from.db))
		if (unknown.length > 0)
			return failure('A newer version of Parley has migrated the database: move it with that version.')
		return await move(from, into, startAgain, environment.print)
	} finally {
		for (const { database } of sides) await database.close()
		for (const lock of locks) await lock.release()
	}
}

async function move(
	from: Side,
	into: Side,
	startAgain: boolean,
	print: (line: string) => void,
): Promise<CommandResult> {
	const tables = (await describeTables(from.database)).filter(isCopied)
	const progress = await openProgress(into, tables, startAgain)
	if (!progress)
		return failure(`The database at ${into.place} is not empty. --start-again deletes everything in it first.`)

	for (const table of tables) {
		const rows = await copyTable(from, into, table, progress)
		if (rows > 0) print(`${table.name}: ${rows} rows copied`)
	}
	for (const table of tables) {
		const fault = await compareTable(from, into, table)
		if (fault !== undefined)
			return failure(
				`${table.name}: ${fault}. Something was written to the source after the copy had begun: begin again with --start-again.`,
			)
	}
	await progress.finish()
	return success(
		'Everything was copied and compared, row by row.',
		into.database.kind === 'postgres'
			? 'Now set DATABASE_URL and start the server. The file parley.sqlite is not used any more; keep it until you are sure.'
			: 'Now remove DATABASE_URL and start the server. The database of PostgreSQL is not used any more.',
		'Field keys and files stay in the data folder.',
	)
}

interface Progress {
	/** The key of the last row that was copied; undefined before the first. */
	lastKey(table: string): unknown[] | undefined
	isDone(table: string): boolean
	save(trx: AnyDatabase, table: string, lastKey: unknown[] | undefined, isDone: boolean): Promise<void>
	finish(): Promise<void>
}

/** Prepares the target, or continues; undefined if it contains something else. */
async function openProgress(into: Side, tables: readonly TableDescription[], startAgain: boolean) {
	const { db } = into
	const isContinued = (await db.introspection.getTables()).some(({ name }) => name === progressTable)
	if (!isContinued) {
		const { count } = (await db
			.selectFrom('sites')
			.select(({ fn }) => fn.countAll().as('count'))
			.executeTakeFirstOrThrow()) as { count: number | string }
		if (Number(count) > 0 && !startAgain) return undefined
		await db.schema
			.createTable(progressTable)
			.addColumn('name', 'text', column => column.primaryKey())
			.addColumn('last_key', 'text')
			.addColumn('is_done', 'integer', column => column.notNull())
			.addColumn('triggers', 'text')
			.execute()
	}
	const rows = (await db.selectFrom(progressTable).selectAll().execute()) as {
		name: string
		last_key: string | null
		is_done: number
		triggers: string | null
	}[]
	const known = new Map(rows.map(row => [row.name, row]))
	const start = known.get('')
	if (start?.is_done !== 1 || startAgain) {
		const triggers = start?.triggers ?? JSON.stringify(await listTriggers(into))
		await db.deleteFrom(progressTable).execute()
		const row = { name: '', last_key: null, is_done: 0, triggers }
		// Before they are dropped: whatever interrupts this, they can be created again.
		await db.insertInto(progressTable).values(row).execute()
		await disableTriggers(into, tables)
		for (const { name } of tables.toReversed()) await db.deleteFrom(name).execute()
		await db.updateTable(progressTable).set({ is_done: 1 }).where('name', '=', '').execute()
		known.clear()
		known.set('', row)
	}
	const progress: Progress = {
		lastKey(table) {
			const { last_key = null } = known.get(table) ?? {}
			return last_key === null ? undefined : (JSON.parse(last_key) as unknown[])
		},
		isDone: table => known.get(table)?.is_done === 1,
		async save(trx, table, lastKey, isDone) {
			const row = { last_key: lastKey ? JSON.stringify(lastKey) : null, is_done: isDone ? 1 : 0 }
			await trx
				.insertInto(progressTable)
				.values({ name: table, triggers: null, ...row })
				.onConflict(conflict => conflict.column('name').doUpdateSet(row))
				.execute()
		},
		async finish() {
			await enableTriggers(into, tables, JSON.parse(known.get('')?.triggers ?? '[]') as string[])
			await setSequences(into, tables)
			await db.schema.dropTable(progressTable).execute()
		},
	}
	return progress
}

/** The statements that create the triggers of SQLite, which cannot be turned off. */
async function listTriggers({ db, database }: Omit<Side, 'place'>): Promise<string[]> {
	if (database.kind === 'postgres') return []
	const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where type = 'trigger'`.execute(db)
	return rows.map(row => row.sql)
}

/** Triggers count versions and search keys, which are copied as they are. */
async function disableTriggers({ db, database }: Side, tables: readonly TableDescription[]): Promise<void> {
	if (database.kind === 'postgres') {
		for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
		return
	}
	const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(db)
	for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db)
}

async function enableTriggers(
	{ db, database }: Omit<Side, 'place'>,
	tables: readonly TableDescription[],
	statements: string[],
) {
	if (database.kind === 'postgres') {
		for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(db)
		return
	}
	const present = new Set(await listTriggers({ db, database }))
	for (const statement of statements) if (!present.has(statement)) await sql.raw(statement).execute(db)
}

/** Lets the sequences of PostgreSQL continue after the copied rows. */
async function setSequences({ db, database }: Side, tables: readonly TableDescription[]) {
	if (database.kind !== 'postgres') return
	for (const { name, key, types } of tables) {
		const [column = ''] = key
		if (key.length !== 1 || types.get(column) === 'text') continue
		await sql`select setval(sequence, (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(name)}), false)
			from (select pg_get_serial_sequence(${name}, ${column}) as sequence) as found where sequence is not null`.execute(
			db,
		)
	}
}

/** Returns the number of rows that were copied by this run. */
async function copyTable(from: Side, into: Side, table: TableDescription, progress: Progress): Promise<number> {
	if (progress.isDone(table.name)) return 0
	let copied = 0
	for await (const rows of rowsOf(from.db, table, progress.lastKey(table.name))) {
		const isLast = rows.length < rowsAtATime
		await into.db.transaction().execute(async trx => {
			if (rows.length > 0) await trx.insertInto(table.name).values(rows).execute()
			await progress.save(trx, table.name, keyOf(table, rows.at(-1)), isLast)
		})
		copied += rows.length
	}
	return copied
}

/** All rows after a key, in the order of the primary key; the last part is shorter than the others, or empty. */
async function* rowsOf(db: AnyDatabase, { name, key }: TableDescription, after?: unknown[]): AsyncGenerator<Row[]> {
	for (let last = after; ; ) {
		let query = db.selectFrom(name).selectAll().limit(rowsAtATime)
		for (const column of key) query = query.orderBy(column)
		if (last) query = query.where(sql<boolean>`(${sql.join(key.map(column => sql.ref(column)))}) > (${sql.join(last)})`)
		const rows = (await query.execute()) as Row[]
		yield rows
		if (rows.length < rowsAtATime) return
		last = keyOf({ key }, rows.at(-1))
	}
}

const keyOf = ({ key }: Pick<TableDescription, 'key'>, row: Row | undefined): unknown[] | undefined =>
	row && key.map(column => row[column])

/** Returns what differs; undefined if both have the same rows. */
async function compareTable(from: Side, into: Side, table: TableDescription): Promise<string | undefined> {
	let count = 0
	for await (const rows of rowsOf(from.db, table)) {
		count += rows.length
		if (rows.length === 0) continue
		const found = (await into.db
			.selectFrom(table.name)
			.selectAll()
			.where(hasKey(into, table, rows))
			.execute()) as Row[]
		const byKey = new Map(found.map(row => [textOf(keyOf(table, row)), row]))
		for (const row of rows) {
			const key = textOf(keyOf(table, row))
			const other = byKey.get(key)
			if (!other) return `the row ${key} is missing`
			if (contentOf(row) !== contentOf(other)) return `the row ${key} differs`
		}
	}
	const { total } = (await into.db
		.selectFrom(table.name)
		.select(({ fn }) => fn.countAll().as('total'))
		.executeTakeFirstOrThrow()) as { total: number | string }
	return Number(total) === count ? undefined : `${total} rows instead of ${count}`
}

function hasKey({ database }: Side, { key, types }: TableDescription, rows: Row[]): RawBuilder<boolean> {
	// PostgreSQL takes parameters in lists of values for text.
	const parameterOf = (row: Row, column: string) =>
		database.kind === 'postgres'
			? sql`cast(${row[column]} as ${sql.raw(types.get(column) ?? 'text')})`
			: sql`${row[column]}`
	const values = rows.map(row => sql`(${sql.join(key.map(column => parameterOf(row, column)))})`)
	return sql<boolean>`(${sql.join(key.map(column => sql.ref(column)))}) in (values ${sql.join(values)})`
}

const textOf = (key: unknown[] | undefined): string => JSON.stringify(key)
/** Bytes as text, and columns in one order. */
const contentOf = (row: Row): string =>
	JSON.stringify(
		Object.keys(row)
			.sort()
			.map(column => {
				const value = row[column]
				return [column, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value]
			}),
	)

import { sql } from 'kysely'
import type { OpenDatabase } from '../platform/database.ts'

export interface TableDescription {
	name: string
	/** Columns of the primary key, in its order. */
	key: string[]
	/** Types of its columns, as PostgreSQL names them. */
	types: ReadonlyMap<string, string>
	/** Names of the tables that its foreign keys refer to. */
	references: string[]
}

interface KeyRow {
	name: string
	column: string
}

/** Types of SQLite's columns in PostgreSQL. */
const postgresTypes: Record<string, string> = { bigint: 'bigint', integer: 'integer', text: 'text' }

/** All tables of a database, each after those it refers to. @throws if a table has no primary key */
export async function describeTables({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<TableDescription[]> {
	const tables = await db.introspection.getTables()
	const [keys, references] = kind === 'sqlite' ? [sqliteKeys, sqliteReferences] : [postgresKeys, postgresReferences]
	const keyColumns = Map.groupBy((await keys.execute(db)).rows, ({ name }) => name)
	const referred = Map.groupBy((await references.execute(db)).rows, ({ name }) => name)
	const described = tables.map(({ name, columns }) => {
		const key = (keyColumns.get(name) ?? []).map(({ column }) => column)
		if (key.length === 0) throw new Error(`the table ${name} has no primary key`)
		return {
			name,
			key,
			types: new Map(columns.map(column => [column.name, postgresTypes[column.dataType.toLowerCase()] ?? 'text'])),
			references: (referred.get(name) ?? []).map(({ column }) => column),
		}
	})
	return inOrder(described)
}

const sqliteKeys = sql<KeyRow>`select m.name as name, c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
	where m.type = 'table' and c.pk > 0 order by m.name, c.pk`
const sqliteReferences = sql<KeyRow>`select m.name as name, f."table" as "column"
	from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`
const postgresKeys = sql<KeyRow>`select t.relname as name, a.attname as "column" from pg_index i
	join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
	cross join lateral unnest(i.indkey) with ordinality as k(number, place)
	join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
	where i.indisprimary and n.nspname = current_schema() order by t.relname, k.place`
const postgresReferences = sql<KeyRow>`select t.relname as name, r.relname as "column" from pg_constraint c
	join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
	join pg_namespace n on n.oid = t.relnamespace where c.contype = 'f' and n.nspname = current_schema()`

function inOrder(tables: TableDescription[]): TableDescription[] {
	const byName = new Map(tables.map(table => [table.name, table]))
	const ordered = new Set<TableDescription>()
	function add(name: string) {
		const table = byName.get(name)
		if (!table || ordered.has(table)) return
		byName.delete(name)
		for (const other of table.references) if (other !== name) add(other)
		ordered.add(table)
	}
	for (const { name } of tables) add(name)
	return [...ordered]
}

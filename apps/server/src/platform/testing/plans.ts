import { type CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import type { OpenDatabase } from '../database.ts'
import type { Db } from '../db.ts'

/** Returns the database, and every statement compiled for it from now on. */
export function recordStatements(db: Db): { recorded: Db; statements: CompiledQuery[] } {
	const executor = db.getExecutor()
	const statements: CompiledQuery[] = []
	const recorder: KyselyPlugin = {
		transformQuery({ node, queryId }) {
			statements.push(executor.compileQuery(node, queryId))
			return node
		},
		transformResult: async ({ result }) => result,
	}
	return { recorded: db.withPlugin(recorder), statements }
}

/** Returns the plan of a statement for any values. */
export async function planOf({ db, kind }: OpenDatabase, text: string): Promise<string> {
	if (kind === 'sqlite') {
		const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db)
		return rows.map(({ detail }) => detail).join('\n')
	}
	const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
	const values = sql.raw(parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`)
	return await db.connection().execute(async connection => {
		await sql`set plan_cache_mode = force_generic_plan`.execute(connection)
		await sql`prepare planned as ${sql.raw(text)}`.execute(connection)
		const { rows } = await sql<{ 'QUERY PLAN': string }>`explain execute planned ${values}`.execute(connection)
		await sql`deallocate planned`.execute(connection)
		return rows.map(row => row['QUERY PLAN']).join('\n')
	})
}

interface PlanNode {
	'Relation Name'?: string
	'Actual Rows': number
	'Actual Loops': number
	'Rows Removed by Filter'?: number
	'Rows Removed by Index Recheck'?: number
	Plans?: PlanNode[]
}

/** Returns how many rows of a table PostgreSQL reads for a statement. */
export async function rowsRead(
	{ db }: OpenDatabase,
	table: string,
	{ sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): Promise<number> {
	const query = { ...sql`select 1`.compile(db), sql: `explain (analyze, format json) ${text}`, parameters }
	const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(query)
	const count = (node: PlanNode): number => {
		const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
		const own = node['Relation Name'] === table ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0
		return (node.Plans ?? []).reduce((sum, part) => sum + count(part), own)
	}
	return rows.reduce((sum, row) => sum + count(row['QUERY PLAN'][0].Plan), 0)
}

type Kind = 'expand' | 'contract'

/**
 * Returns the kind of a migration by its statements: `expand` if servers that do not know it go on working meanwhile and afterwards.
 * Only forms that are known to be harmless expand.
 * @param statements SQL as compiled by Kysely, with quoted names
 */
export function kindOfStatements(statements: readonly string[]): Kind {
	const created = new Set<string>()
	const added = new Set<string>()
	return statements.map(normalise).every(statement => isHarmless(statement, created, added)) ? 'expand' : 'contract'
}

const normalise = (statement: string) => statement.replaceAll(/\s+/g, ' ').replaceAll('"', '').trim().toLowerCase()

/** @param created tables that the migration has created so far, which no earlier server knows; @param added columns, as `table.column` */
function isHarmless(statement: string, created: Set<string>, added: Set<string>): boolean {
	const table = nameIn(statement, /^create table (?:if not exists )?(\w+)/)
	if (table) {
		created.add(table)
		return true
	}
	// A unique index refuses rows that earlier servers write.
	if (/^create index /.test(statement)) return true
	const indexed = nameIn(statement, /^create unique index \w+ on (\w+)/)
	if (indexed) return created.has(indexed)
	const written = nameIn(statement, /^insert into (\w+)/)
	if (written) return created.has(written)
	return isAddedColumn(statement, created, added) || setsAddedColumns(statement, added)
}

const nameIn = (statement: string, pattern: RegExp): string | undefined => pattern.exec(statement)?.[1]

/** Several columns of one statement are one clause each. */
function isAddedColumn(statement: string, created: ReadonlySet<string>, added: Set<string>): boolean {
	const [, table = '', clauses = ''] = /^alter table (\w+) (.*)$/.exec(statement) ?? []
	if (created.has(table)) return true
	const columns = clauses.split(/, (?=add |alter |drop |rename )/)
	return columns.every(clause => {
		const [, column, rest = ''] = /^add column (\w+) (.*)$/.exec(clause) ?? []
		if (column === undefined) return false
		added.add(`${table}.${column}`)
		// Rows of earlier servers do not have it.
		const isOptional = !rest.includes('not null') || rest.includes('default')
		return isOptional && !/ (unique|check|primary key)\b/.test(` ${rest}`)
	})
}

function setsAddedColumns(statement: string, added: ReadonlySet<string>): boolean {
	const [, table, set = ''] = /^update (\w+) set (.*?)(?: where .*)?$/.exec(statement) ?? []
	if (table === undefined) return false
	return [...set.matchAll(/(?:^|, )(\w+) = /g)].every(([, column]) => added.has(`${table}.${column}`))
}

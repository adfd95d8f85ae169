import type { Migration } from 'kysely/migration'

/** Migrations of a pretended next release. */
export const nextMigrations: Record<string, Migration> = {
	/** Adds a column to every table, so that each query of servers that do not know it is tried. */
	'9001-expand-everything': {
		async up(db) {
			for (const { name } of await db.introspection.getTables())
				await db.schema.alterTable(name).addColumn('of_next_release', 'text').execute()
			await db.schema.createTable('next_release').addColumn('id', 'text').execute()
		},
	},
	'9002-contract-sites': {
		async up(db) {
			await db.schema.alterTable('sites').dropColumn('of_next_release').execute()
		},
	},
}

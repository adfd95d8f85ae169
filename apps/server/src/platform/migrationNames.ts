import { sql } from 'kysely'
import { migrations } from '../../migrations/index.ts'
import type { Db } from './db.ts'
import { StartError } from './startError.ts'

/** Servers of earlier releases go on working on a database after an expanding migration. The name says so, because they do not have the file. */
export const isExpanding = (name: string): boolean => /^\d{4}-expand-/.test(name)
/** A contracting migration breaks servers of releases that do not have it. */
export const isContracting = (name: string): boolean => /^\d{4}-contract-/.test(name)

/** The newest migration of this version; a server knows all up to it. */
export const newestMigration = Object.keys(migrations).at(-1) as string

interface ComparedMigrations {
	/** Migrations that only newer versions have. */
	unknown: string[]
	/** Those of them that this version does not work with. */
	refused: string[]
	/** Migrations of this version that are not applied. */
	pending: string[]
}

/** Compares the migrations of a database with those of this version. */
export function compareMigrations(applied: readonly string[]): ComparedMigrations {
	const known = Object.keys(migrations)
	const unknown = applied.filter(name => !known.includes(name))
	return {
		unknown,
		refused: unknown.filter(name => !isExpanding(name)),
		pending: known.filter(name => !applied.includes(name)),
	}
}

/** Returns the names of the migrations applied to a database; none if it is empty. */
export async function appliedMigrations(db: Db): Promise<string[]> {
	try {
		const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
		return rows.map(({ name }) => name)
	} catch (error) {
		if (isMissingTable(error)) return []
		throw error
	}
}

const isMissingTable = (error: unknown): boolean => {
	const { code, message } = error as { code?: string; message?: string }
	return code === '42P01' || (code === 'ERR_SQLITE_ERROR' && message?.includes('no such table') === true)
}

/**
 * Refuses a database that only newer versions work with; one that they have merely expanded is usable (NODE-30).
 * @throws {StartError} before anything in it is read or written
 */
export async function refuseNewerDatabase(db: Db): Promise<void> {
	if (compareMigrations(await appliedMigrations(db)).refused.length > 0) throw new NewerDatabaseError()
}

export class NewerDatabaseError extends StartError {
	constructor() {
		super('The database was made by a newer version of Parley: update this one, or restore a backup it made.')
	}
}

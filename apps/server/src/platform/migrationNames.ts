import { sql } from 'kysely'
import { migrations } from '../../migrations/index.ts'
import type { Db } from './db.ts'
import { StartError } from './startError.ts'

/** Compares the migrations of a database with those of this version. */
export function compareMigrations(applied: readonly string[]): { unknown: string[]; pending: string[] } {
	const known = Object.keys(migrations)
	return {
		unknown: applied.filter(name => !known.includes(name)),
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

/** @throws {StartError} if the database is of a newer version, before anything in it is read or written */
export async function refuseNewerDatabase(db: Db): Promise<void> {
	if (compareMigrations(await appliedMigrations(db)).unknown.length > 0) throw new NewerDatabaseError()
}

export class NewerDatabaseError extends StartError {
	constructor() {
		super('The database was made by a newer version of Parley: update this one, or restore a backup it made.')
	}
}

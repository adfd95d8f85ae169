import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database of its own on a PostgreSQL server. */
export interface PostgresDatabase {
	name: string
	url: string
	/** Ends its connections as well. */
	drop(): Promise<void>
}

/** Creates an empty database, without any table. @param server the address of any database of the server */
export async function createPostgresDatabase(server: string): Promise<PostgresDatabase> {
	const name = `parley_test_${randomBytes(8).toString('hex')}`
	await runStatement(server, `create database ${name}`)
	return {
		name,
		url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
		drop: async () => void (await runStatement(server, `drop database ${name} with (force)`)),
	}
}

/** Uses a connection of its own. @returns the rows of its result */
export async function runStatement(url: string, statement: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: url })
	// The server may be killed meanwhile; the query reports the error to its caller.
	client.on('error', () => {})
	await client.connect()
	try {
		return (await client.query(statement)).rows
	} finally {
		await client.end()
	}
}

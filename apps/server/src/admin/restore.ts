import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Result } from '@parley/core'
import { sql } from 'kysely'
import { extract } from 'tar'
import * as v from 'valibot'
import { renewEpochs } from '../modules/messaging/index.ts'
import { systemClock } from '../platform/clock.ts'
import { type CommandResult, failure, success } from '../platform/command.ts'
import type { Config } from '../platform/config.ts'
import { databaseLocation, openDatabaseAsIs } from '../platform/database.ts'
import { findActiveKey } from '../platform/fieldKeys.sql.ts'
import { createFieldKeyFile } from '../platform/fieldKeys.ts'
import { explainFileError } from '../platform/fileErrors.ts'
import { makeFolder } from '../platform/makeFolder.ts'
import { compareMigrations, refuseNewerDatabase } from '../platform/migrationNames.ts'
import { lockDatabase, lockFiles } from '../platform/serverLock.ts'
import { machineFiles, manifestFile, postgresDump, previousDataPrefix, stagingPrefix } from './backup.ts'
import {
	activeFieldKey,
	appliedMigrationsOf,
	databaseFile,
	findCorruption,
	isInUse,
	renewMessagesOf,
} from './databaseFile.ts'
import { findPostgresTool, missingTool, runPostgresTool } from './postgresTools.ts'

const Manifest = v.object({
	product: v.literal('parley'),
	madeAt: v.string(),
	migrations: v.optional(v.array(v.string()), []),
})

type Environment = Record<string, string | undefined>

export interface RestoreOptions {
	/** Allows a non-empty data folder. */
	isForced: boolean
	/** Environment of the PostgreSQL tools. */
	environment: Environment
}

/**
 * Restores a backup into the data folder, and into the PostgreSQL database, which must be empty. Previous contents of the
 * folder are moved to a subfolder, never deleted; if anything fails, folder and database are unchanged.
 */
export async function restore(config: Config, wantedFile: string, options: RestoreOptions): Promise<CommandResult> {
	const file = resolve(wantedFile)
	if (!existsSync(file)) return failure(`File not found: ${file}`)
	const firstMade = makeFolder(config.dataFolder)
	let isRestored = false
	try {
		const result = await restoreInto(config, file, options)
		isRestored = result.ok
		return result
	} finally {
		if (!isRestored && firstMade !== undefined) await rm(firstMade, { recursive: true })
	}
}

async function restoreInto(config: Config, file: string, options: RestoreOptions): Promise<CommandResult> {
	const { dataFolder } = config
	// Leftovers of an interrupted restore were not in the folder before it.
	for (const name of await readdir(dataFolder))
		if (name.startsWith(stagingPrefix)) await rm(join(dataFolder, name), { recursive: true, force: true })
	const present = (await readdir(dataFolder)).filter(
		name => !name.startsWith(previousDataPrefix) && !machineFiles.includes(name) && !lockFiles.includes(name),
	)
	if (present.length > 0 && !options.isForced) {
		return failure(`${dataFolder} is not empty. To set its contents aside and replace them, add --force`)
	}
	const current = join(dataFolder, databaseFile)
	if (existsSync(current) && isInUse(current))
		return failure('The server is running on this data folder: stop it first')

	// Staged in the data folder, so that renames stay on one disk.
	const staging = await mkdtemp(join(dataFolder, stagingPrefix))
	try {
		const unpacked = await unpack(file, staging, config)
		if (!unpacked.ok) return failure(...unpacked.failure, `${dataFolder} is unchanged.`)
		return await replace(config, staging, { present, ...options, hasDump: unpacked.value.hasDump })
	} finally {
		await rm(staging, { recursive: true, force: true })
	}
}

/** Unpacks and validates before anything is replaced. */
async function unpack(file: string, staging: string, config: Config): Promise<Result<{ hasDump: boolean }, string[]>> {
	const types = ['File', 'OldFile', 'Directory']
	let migrations: string[]
	try {
		if ((await stat(file)).isDirectory()) return failure(`${file} is a folder; name a backup file`)
		// Backups contain no links or devices.
		// Synchronous: after a failure no pending write may recreate the folder that was removed.
		extract({
			file,
			cwd: staging,
			sync: true,
			strict: true,
			filter: (_, entry) => !('type' in entry) || types.includes(entry.type),
		})
		migrations = v.parse(Manifest, JSON.parse(await readFile(join(staging, manifestFile), 'utf8'))).migrations
	} catch (error) {
		return failure(explainFileError(error) ?? `${file} is not a complete Parley backup`)
	}
	await rm(join(staging, manifestFile))
	// Older backups contain them.
	for (const name of lockFiles) await rm(join(staging, name), { force: true })
	// The keys of this machine stay where they are.
	for (const name of machineFiles)
		if (existsSync(join(config.dataFolder, name))) await rm(join(staging, name), { force: true })
	const hasDump = existsSync(join(staging, postgresDump))
	const hasFile = existsSync(join(staging, databaseFile))
	if (hasFile && config.databaseUrl !== undefined)
		return failure(
			'The backup contains an SQLite database, and DATABASE_URL names PostgreSQL: restore without DATABASE_URL',
		)
	if (hasDump && config.databaseUrl === undefined)
		return failure('The backup contains a PostgreSQL database: set DATABASE_URL to an empty one')
	const errors = hasFile ? findDatabaseErrors(join(staging, databaseFile)) : newerErrors(migrations)
	return errors.length > 0 ? failure(...errors) : { ok: true, value: { hasDump } }
}

const newerErrors = (migrations: readonly string[]): string[] =>
	compareMigrations(migrations).refused.length > 0
		? ['The backup was made by a newer version of Parley: update this one first']
		: []

function findDatabaseErrors(database: string): string[] {
	try {
		const damage = findCorruption(database)
		if (damage) return [`The database in the backup is damaged: ${damage}`]
		return newerErrors(appliedMigrationsOf(database))
	} catch (error) {
		return [`The database in the backup cannot be read: ${(error as Error).message}`]
	}
}

interface Replacement extends RestoreOptions {
	/** Current content of the data folder. */
	present: string[]
	/** True if the backup contains a PostgreSQL database. */
	hasDump: boolean
}

/** Replaces the files first, because that can be undone; PostgreSQL restores its dump completely or not at all. */
async function replace(
	config: Config,
	staging: string,
	{ present, hasDump, environment }: Replacement,
): Promise<CommandResult> {
	const { dataFolder, databaseUrl } = config
	const dump = join(staging, postgresDump)
	if (existsSync(join(staging, databaseFile))) renewMessagesOf(join(staging, databaseFile))
	const moves = createMoves()
	try {
		const aside = await movePreviousData(dataFolder, present, moves)
		for (const name of await readdir(staging))
			if (name !== postgresDump) await moves.move(join(staging, name), join(dataFolder, name))
		if (hasDump && databaseUrl !== undefined) {
			const problem = await restorePostgres(databaseUrl, dump, environment)
			if (!problem.ok) {
				await moves.undo()
				return failure(...problem.failure, `${dataFolder} is unchanged.`)
			}
		}
		return success(
			`Restored into ${dataFolder}${hasDump ? ' and the database of DATABASE_URL' : ''}.`,
			...(aside ? [`The previous contents are in ${aside}`] : []),
			...(await keyNote(config)),
			...(databaseUrl !== undefined && !hasDump
				? ['The backup contains no database; that of DATABASE_URL is unchanged.']
				: []),
		)
	} catch (error) {
		await moves.undo()
		throw error
	}
}

/** Renames files; undoes them in reverse order if one of them, or a later step, fails. */
function createMoves() {
	const undoing: (() => Promise<void>)[] = []
	return {
		async move(from: string, to: string) {
			await rename(from, to)
			undoing.push(() => rename(to, from))
		},
		/** Creates a folder that is removed with everything that was not moved into it. */
		async makeFolder(path: string) {
			await mkdir(path, { mode: 0o700 })
			undoing.push(() => rm(path, { recursive: true, force: true }))
		},
		async undo() {
			for (const undo of undoing.reverse()) await undo()
		},
	}
}
type Moves = ReturnType<typeof createMoves>

async function movePreviousData(dataFolder: string, names: string[], moves: Moves): Promise<string | undefined> {
	if (names.length === 0) return undefined
	const aside = join(dataFolder, previousDataPrefix + new Date().toISOString().replace(/[:.]/g, '-'))
	await moves.makeFolder(aside)
	for (const name of names) await moves.move(join(dataFolder, name), join(aside, name))
	// Data that was set aside needs the same keys, so they are copied.
	for (const name of machineFiles)
		if (existsSync(join(dataFolder, name))) await cp(join(dataFolder, name), join(aside, name))
	return aside
}

/** Restores into an empty database, in one transaction; the server must not use it meanwhile. */
async function restorePostgres(
	url: string,
	dump: string,
	environment: Environment,
): Promise<Result<undefined, string[]>> {
	const program = findPostgresTool('pg_restore', environment)
	if (program === undefined) return missingTool('pg_restore')
	const lock = await lockDatabase({ url }, 0)
	const database = openDatabaseAsIs({ url, keyFolder: '' })
	try {
		const { rows } = await sql<{ name: string }>`
			select tablename as name from pg_tables where schemaname = current_schema() limit 1`.execute(database.db)
		if (rows.length > 0) {
			return failure(
				'The database of DATABASE_URL is not empty: create another one (createdb) and use that; the old one stays unchanged',
			)
		}
		const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', dump]
		const problem = await runPostgresTool(program, args, { url, environment })
		if (problem !== undefined) return failure(`The database was not restored: ${problem}`)
		await renewEpochs(database.db, systemClock.now())
		return { ok: true, value: undefined }
	} finally {
		await database.close()
		await lock.release()
	}
}

/**
 * Renews the epochs of a database that was restored without {@link restore}, with the tools of PostgreSQL.
 * @throws {DatabaseInUseError} if the server is running, which would keep using its cached data
 */
export async function renewMessages(config: Config): Promise<CommandResult> {
	const location = databaseLocation(config)
	const lock = await lockDatabase(location, 0)
	try {
		const database = openDatabaseAsIs(location)
		await refuseNewerDatabase(database.db)
			.then(() => renewEpochs(database.db, systemClock.now()))
			.finally(database.close)
	} finally {
		await lock.release()
	}
	return success('Messaging clients load everything again when they reconnect. Now start the server.')
}

/** Backups don't contain the key, and that of this folder stays in place. */
async function keyNote({ dataFolder, keyFolder, databaseUrl }: Config): Promise<string[]> {
	const keyId = await keyOfDatabase(dataFolder, databaseUrl)
	const keys = createFieldKeyFile(keyFolder)
	if (keyId === undefined || keys.read().some(({ id }) => id === keyId)) return []
	return [`Its key ${keyId} is not here: copy yours to ${keys.place} before the start.`]
}

async function keyOfDatabase(dataFolder: string, databaseUrl: string | undefined): Promise<string | undefined> {
	if (databaseUrl === undefined) {
		const database = join(dataFolder, databaseFile)
		return existsSync(database) ? activeFieldKey(database) : undefined
	}
	const database = openDatabaseAsIs({ url: databaseUrl, keyFolder: '' })
	return await findActiveKey(database.db)
		.then(active => active?.key_id)
		.catch(() => undefined)
		.finally(database.close)
}

import { existsSync } from 'node:fs'
import { chmod, cp, open, readdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Result } from '@parley/core'
import { create } from 'tar'
import { type CommandEnvironment, type CommandResult, failure, success } from '../platform/command.ts'
import type { Config } from '../platform/config.ts'
import { openDatabaseAsIs } from '../platform/database.ts'
import { findActiveKey } from '../platform/fieldKeys.sql.ts'
import { createFieldKeyFile, fieldKeyFile } from '../platform/fieldKeys.ts'
import { appliedMigrations, compareMigrations, NewerDatabaseError } from '../platform/migrationNames.ts'
import { secretsFile } from '../platform/secrets.ts'
import { createStaging } from './backupStaging.ts'
import { appliedMigrationsOf, copyDatabase, databaseFile, databaseFiles } from './databaseFile.ts'
import { whenInterrupted } from './interruption.ts'
import { findPostgresTool, missingTool, runPostgresTool } from './postgresTools.ts'

export const manifestFile = 'parley-backup.json'
/** PostgreSQL dump inside a backup, as written by its own tools. */
export const postgresDump = 'parley.pgdump'
/** Prefixes of folders the commands create in the data folder; not part of a backup. */
export const previousDataPrefix = 'before-restore-'
export const stagingPrefix = '.restoring-'

/** Keys of this machine. Backups don't contain them, so that a stolen backup is useless; a restore leaves them in place. */
export const machineFiles: readonly string[] = [fieldKeyFile, secretsFile]

/**
 * Writes the database and the small files of the data folder, such as pictures, into one compressed archive, without the
 * keys; the server may be running. A failed or interrupted backup leaves no files.
 */
export async function backUp(
	config: Config,
	wantedFile: string,
	{ environment, printError }: Pick<CommandEnvironment, 'environment' | 'printError'>,
): Promise<CommandResult> {
	const file = resolve(wantedFile)
	if (existsSync(file)) return failure(`${file} already exists; choose another name`)
	if (!existsSync(config.dataFolder) && config.databaseUrl === undefined)
		return failure(`No data to back up in ${config.dataFolder}`)
	if (!existsSync(dirname(file))) return failure(`Folder not found: ${dirname(file)}`)

	// Staged on the disk of the target, where the archive needs the space anyway.
	const staging = await createStaging(dirname(file))
	const discard = () => {
		staging.remove()
		printError(
			existsSync(file)
				? `Interrupted when ${file} was complete.`
				: 'Interrupted: no backup was made, and its files were removed.',
		)
	}
	try {
		return await whenInterrupted(discard, signal =>
			backUpThrough(staging.folder, config, file, { environment, signal }),
		)
	} finally {
		staging.remove()
	}
}

interface CopyOptions {
	/** Environment of the PostgreSQL tools. */
	environment: Record<string, string | undefined>
	/** Ends these programs. */
	signal: AbortSignal
}

async function backUpThrough(
	staging: string,
	config: Config,
	file: string,
	options: CopyOptions,
): Promise<CommandResult> {
	const database = await copyDatabaseOf(config, staging, options)
	if (!database.ok) return database
	const { names: databaseNames, migrations } = database.value
	if (compareMigrations(migrations).refused.length > 0) return failure(new NewerDatabaseError().message)
	const names = [...databaseNames, ...(await copyFiles(config, staging))]
	if (names.length === 0) return failure(`No data to back up in ${config.dataFolder}`)
	await writeArchive(staging, file, names, migrations)
	return success(
		`${basename(file)} holds ${names.join(', ')}.`,
		'It contains names and topics: keep it where only you can read it.',
		...(config.s3 ? [`It does not contain the pictures and files in the bucket ${config.s3.bucket}.`] : []),
		...describeMedia(mediaFoldersOf(config).filter(folder => existsSync(folder))),
		`It does not contain the key of the database: keep a copy of ${join(config.keyFolder, fieldKeyFile)} in another place.`,
	)
}

/** Database files that were copied, and the applied migrations. */
type CopiedDatabase = { names: string[]; migrations: string[] }

async function copyDatabaseOf(
	{ dataFolder, keyFolder, databaseUrl }: Config,
	staging: string,
	{ environment, signal }: CopyOptions,
): Promise<Result<CopiedDatabase, string[]>> {
	if (databaseUrl === undefined) {
		const database = join(dataFolder, databaseFile)
		if (!existsSync(database)) return { ok: true, value: { names: [], migrations: [] } }
		await copyDatabase(database, join(staging, databaseFile))
		return { ok: true, value: { names: [databaseFile], migrations: appliedMigrationsOf(join(staging, databaseFile)) } }
	}
	const program = findPostgresTool('pg_dump', environment)
	if (program === undefined) return missingTool('pg_dump')
	const { migrations, keyId } = await examinePostgres(databaseUrl, keyFolder)
	if (migrations.length === 0) return failure('Nothing to back up: the database of DATABASE_URL is empty')
	// Pictures are stored beside the key: a backup from another folder would silently lack them.
	const keys = createFieldKeyFile(keyFolder)
	if (keyId !== undefined && !keys.read().some(({ id }) => id === keyId))
		return failure(
			`${dataFolder} is not the data folder of this database, whose key ${keyId} would be in ${keys.place}: set PARLEY_DATA to the data folder of the server`,
		)
	// Compressed as part of the archive.
	const args = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', '--no-comments']
	const problem = await runPostgresTool(program, [...args, `--file=${join(staging, postgresDump)}`], {
		url: databaseUrl,
		environment,
		signal,
	})
	if (problem !== undefined) return failure(`The database could not be copied; no backup was made: ${problem}`)
	return { ok: true, value: { names: [postgresDump], migrations } }
}

/** Applied migrations of the database, and the id of its key; undefined before the version that introduced keys. */
async function examinePostgres(databaseUrl: string, keyFolder: string) {
	const database = openDatabaseAsIs({ url: databaseUrl, keyFolder })
	try {
		const migrations = await appliedMigrations(database.db)
		return { migrations, keyId: (await findActiveKey(database.db))?.key_id }
	} finally {
		await database.close()
	}
}

/** Folders with gigabytes that may change while they are copied; not part of a backup. */
const mediaFoldersOf = ({ liveFolder, recordingFolder, chatFileFolder }: Config): string[] => [
	liveFolder,
	recordingFolder,
	chatFileFolder,
]

const describeMedia = (folders: readonly string[]): string[] =>
	folders.length > 0
		? [`It does not contain live streams, recordings and files of chats: copy ${folders.join(', ')} to keep them.`]
		: []

async function copyFiles(config: Config, staging: string): Promise<string[]> {
	const { dataFolder } = config
	if (!existsSync(dataFolder)) return []
	const media = mediaFoldersOf(config).map(folder => basename(folder))
	// Names with a leading dot are temporary: a file being written, a restore.
	const isOurs = (name: string) =>
		!name.startsWith(previousDataPrefix) &&
		!name.startsWith('.') &&
		!machineFiles.includes(name) &&
		!media.includes(name)
	const names = (await readdir(dataFolder)).filter(name => isOurs(name) && !databaseFiles.includes(name))
	for (const name of names) await cp(join(dataFolder, name), join(staging, name), { recursive: true })
	return names
}

async function writeArchive(staging: string, file: string, names: string[], migrations: string[]) {
	const manifest = { product: 'parley', madeAt: new Date().toISOString(), migrations }
	await writeFile(join(staging, manifestFile), `${JSON.stringify(manifest, null, '\t')}\n`)
	const unfinished = join(staging, '.archive')
	await create({ gzip: true, file: unfinished, cwd: staging, portable: true }, [manifestFile, ...names])
	await chmod(unfinished, 0o600)
	const written = await open(unfinished, 'r+')
	await written.sync()
	await written.close()
	// Renamed when complete, so that no partial archive has the final name.
	await rename(unfinished, file)
}

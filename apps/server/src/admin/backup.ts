import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { create } from 'tar'
import type { Config } from '../platform/config.ts'
import { fieldKeyFile } from '../platform/fieldKeys.ts'
import { secretsFile } from '../platform/secrets.ts'
import { type CommandResult, failure, success } from './adminEnvironment.ts'
import { appliedMigrations, copyDatabase, databaseFile, databaseFiles } from './databaseFile.ts'

export const manifestFile = 'parley-backup.json'
/** Prefixes of folders the commands create in the data folder; not part of a backup. */
export const previousDataPrefix = 'before-restore-'
export const stagingPrefix = '.restoring-'

/** The keys of this machine: in no backup, so that none is of use to whoever finds it; a restore leaves them where they are. */
export const machineFiles: readonly string[] = [fieldKeyFile, secretsFile]

/** Writes database and certificates into one compressed archive, without the keys; the server may be running. */
export async function backUp(config: Config, wantedFile: string): Promise<CommandResult> {
	const file = resolve(wantedFile)
	if (existsSync(file)) return failure(`${file} is there already; choose another name`)
	if (!existsSync(config.dataFolder)) return failure(`There is nothing to back up in ${config.dataFolder}`)

	// On the disk of the target, where the archive needs the space anyway.
	const staging = await mkdtemp(join(dirname(file), '.parley-backup-'))
	try {
		const names = await copyData(config, staging)
		if (names.length === 0)
			return failure(`There is nothing to back up in ${config.dataFolder}`, ...databaseNote(config))
		await writeArchive(staging, file, names)
		return success(
			`${basename(file)} holds ${names.join(', ')}.`,
			'It holds names and topics: keep it where only you can read it.',
			`The key of the database is not in it: keep a copy of ${join(config.dataFolder, fieldKeyFile)} apart from it.`,
			...databaseNote(config),
		)
	} finally {
		await rm(staging, { recursive: true, force: true })
	}
}

async function copyData({ dataFolder, databaseUrl, liveFolder }: Config, staging: string): Promise<string[]> {
	// Gigabytes that change while they are copied.
	const media = basename(liveFolder)
	// Names with a dot are of the moment: a file that is just being written, a restore.
	const isOurs = (name: string) =>
		!name.startsWith(previousDataPrefix) && !name.startsWith('.') && !machineFiles.includes(name) && name !== media
	const names = (await readdir(dataFolder)).filter(name => isOurs(name) && !databaseFiles.includes(name))
	for (const name of names) await cp(join(dataFolder, name), join(staging, name), { recursive: true })

	const database = join(dataFolder, databaseFile)
	const hasDatabase = databaseUrl === undefined && existsSync(database)
	if (!hasDatabase) return names
	copyDatabase(database, join(staging, databaseFile))
	return [databaseFile, ...names]
}

async function writeArchive(staging: string, file: string, names: string[]) {
	const database = join(staging, databaseFile)
	const manifest = {
		product: 'parley',
		madeAt: new Date().toISOString(),
		migrations: existsSync(database) ? appliedMigrations(database) : [],
	}
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

const databaseNote = ({ databaseUrl }: Config): string[] =>
	databaseUrl === undefined ? [] : ['The database is PostgreSQL and is not in it: pg_dump "$DATABASE_URL" > parley.sql']

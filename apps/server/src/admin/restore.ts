import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { extract } from 'tar'
import * as v from 'valibot'
import { renewEpochs } from '../modules/messaging/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { databaseLocation, openDatabaseAsIs } from '../platform/database.ts'
import { createFieldKeyFile } from '../platform/fieldKeys.ts'
import { lockFiles } from '../platform/serverLock.ts'
import { type CommandResult, failure, success } from './adminEnvironment.ts'
import { machineFiles, manifestFile, previousDataPrefix, stagingPrefix } from './backup.ts'
import {
	activeFieldKey,
	appliedMigrations,
	compareMigrations,
	databaseFile,
	findCorruption,
	isInUse,
	renewMessagesOf,
} from './databaseFile.ts'

const Manifest = v.object({ product: v.literal('parley'), madeAt: v.string() })

/** Restores a backup into the data folder; previous contents are moved to a subfolder, never deleted. */
export async function restore(config: Config, wantedFile: string, isForced: boolean): Promise<CommandResult> {
	const file = resolve(wantedFile)
	const { dataFolder } = config
	if (!existsSync(file)) return failure(`There is no file ${file}`)
	await mkdir(dataFolder, { recursive: true, mode: 0o700 })
	const present = (await readdir(dataFolder)).filter(
		name => !name.startsWith(previousDataPrefix) && !machineFiles.includes(name) && !lockFiles.includes(name),
	)
	if (present.length > 0 && !isForced) {
		return failure(`${dataFolder} is not empty. With --force its contents are set aside and replaced`)
	}
	const current = join(dataFolder, databaseFile)
	if (existsSync(current) && isInUse(current))
		return failure('The server is running on this data folder: stop it first')

	// In the data folder, so that renames stay on one disk.
	const staging = await mkdtemp(join(dataFolder, stagingPrefix))
	try {
		const errors = await unpack(file, staging)
		if (errors.length > 0) return failure(...errors, `${dataFolder} is as it was.`)
		renewMessagesOf(join(staging, databaseFile))
		const aside = await movePreviousData(dataFolder, present)
		await moveAll(staging, dataFolder)
		return success(
			`Restored into ${dataFolder}.`,
			...(aside ? [`What was there before is in ${aside}`] : []),
			...keyNote(dataFolder),
			...databaseNote(config),
		)
	} finally {
		await rm(staging, { recursive: true, force: true })
	}
}

/** Unpacks and validates before anything is replaced; returns the errors. */
async function unpack(file: string, staging: string): Promise<string[]> {
	const types = ['File', 'OldFile', 'Directory']
	try {
		// Backups contain no links and devices.
		// Synchronous: after a failure no pending write may recreate the folder that was removed.
		extract({
			file,
			cwd: staging,
			sync: true,
			strict: true,
			filter: (_, entry) => !('type' in entry) || types.includes(entry.type),
		})
		v.parse(Manifest, JSON.parse(await readFile(join(staging, manifestFile), 'utf8')))
	} catch {
		return [`${file} is not a whole Parley backup`]
	}
	await rm(join(staging, manifestFile))
	// Older backups hold them.
	for (const name of lockFiles) await rm(join(staging, name), { force: true })
	return existsSync(join(staging, databaseFile)) ? findDatabaseErrors(join(staging, databaseFile)) : []
}

function findDatabaseErrors(database: string): string[] {
	try {
		const damage = findCorruption(database)
		if (damage) return [`The database in the backup is damaged: ${damage}`]
		const { unknown } = compareMigrations(appliedMigrations(database))
		return unknown.length > 0 ? ['The backup was made by a newer Parley: update this one first'] : []
	} catch (error) {
		return [`The database in the backup cannot be read: ${(error as Error).message}`]
	}
}

/** For a database that was restored by other means than {@link restore}: that of PostgreSQL. */
export async function renewMessages(config: Config): Promise<CommandResult> {
	const database = openDatabaseAsIs(databaseLocation(config))
	try {
		await renewEpochs(database.db, systemClock.now())
	} finally {
		await database.close()
	}
	return success('Clients of messaging read everything anew when they come back. Now start the server.')
}

async function movePreviousData(dataFolder: string, names: string[]): Promise<string | undefined> {
	if (names.length === 0) return undefined
	const aside = join(dataFolder, previousDataPrefix + new Date().toISOString().replace(/[:.]/g, '-'))
	await mkdir(aside, { mode: 0o700 })
	for (const name of names) await rename(join(dataFolder, name), join(aside, name))
	// What is set aside is opened by the same keys, which stay where they are.
	for (const name of machineFiles)
		if (existsSync(join(dataFolder, name))) await cp(join(dataFolder, name), join(aside, name))
	return aside
}

async function moveAll(from: string, to: string) {
	for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
}

/** Backups are made without the key, and the one of this folder stays where it is. */
function keyNote(dataFolder: string): string[] {
	const database = join(dataFolder, databaseFile)
	const keyId = existsSync(database) ? activeFieldKey(database) : undefined
	const keys = createFieldKeyFile(dataFolder)
	if (keyId === undefined || keys.read().some(({ id }) => id === keyId)) return []
	return [`Its key ${keyId} is not here: put the copy you keep at ${keys.place} before the start.`]
}

const databaseNote = ({ databaseUrl }: Config): string[] =>
	databaseUrl === undefined
		? []
		: ['The database is PostgreSQL and was not touched: psql "$DATABASE_URL" < parley.sql, then parley renew-messages']

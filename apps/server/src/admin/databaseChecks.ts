import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { announcedAddresses } from '../announcedAddresses.ts'
import { findPublishedPasswords } from '../demo/index.ts'
import { createSiteService, createSqlSiteStore } from '../modules/site/index.ts'
import { type CheckContext, type CheckResult, describeAnswer } from '../platform/check.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { databaseLocation, openDatabaseAsIs } from '../platform/database.ts'
import type { Db } from '../platform/db.ts'
import { findActiveKey } from '../platform/fieldKeys.sql.ts'
import { createFieldKeyFile } from '../platform/fieldKeys.ts'
import { compareMigrations } from '../platform/migrationNames.ts'
import { explainKnownError, StartError } from '../platform/startError.ts'
import { appliedMigrationsOf, databaseFile } from './databaseFile.ts'

/** Checks that need the database. */

/** `none`: does not exist yet, or has no tables. */
type DatabaseState = { is: 'none' } | { is: 'unreadable'; error: unknown } | { is: 'there'; applied: string[] }

/** State of the database during one run of the checks. */
export interface ExaminedDatabase extends Pick<CheckContext, 'config' | 'ask'> {
	state: DatabaseState
}

export async function examineDatabase(config: Config): Promise<ExaminedDatabase> {
	const state = await stateOf(config)
	return {
		config,
		state,
		async ask(none, read) {
			if (state.is === 'none') return { isKnown: true, value: none }
			if (state.is === 'unreadable') return unknown('unknown: the database cannot be read')
			try {
				const database = openDatabaseAsIs(databaseLocation(config))
				return { isKnown: true, value: await read(database.db).finally(database.close) }
			} catch (error) {
				const isOurs = compareMigrations(state.applied)
				if (isOurs.refused.length > 0) return unknown('unknown: the database was created by a newer version of Parley')
				if (isOurs.pending.length > 0) return unknown('unknown until the database is migrated')
				return { isKnown: false, instead: describeFailure(error, config) }
			}
		},
	}
}

const unknown = (found: string) => ({ isKnown: false as const, instead: { found } })

async function stateOf(config: Config): Promise<DatabaseState> {
	try {
		if (config.databaseUrl !== undefined) return toState(await appliedInPostgres(config.databaseUrl))
		const path = join(config.dataFolder, databaseFile)
		await stat(path)
		return toState(appliedMigrationsOf(path))
	} catch (error) {
		// Only the database itself can be missing here.
		return (error as { code?: string }).code === 'ENOENT' ? { is: 'none' } : { is: 'unreadable', error }
	}
}

const toState = (applied: string[]): DatabaseState => (applied.length === 0 ? { is: 'none' } : { is: 'there', applied })

async function appliedInPostgres(url: string): Promise<string[]> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
	await client.connect()
	try {
		const { rows } = await client.query("select to_regclass('kysely_migration') is not null as known")
		if (!rows[0].known) return []
		return (await client.query('select name from kysely_migration')).rows.map(row => String(row.name))
	} finally {
		await client.end()
	}
}

function describeFailure(error: unknown, config: Config): CheckResult {
	const { message, code } = error as { message?: string; code?: string }
	const remedy =
		config.databaseUrl === undefined
			? 'Restore a backup: parley restore <file> --force'
			: 'Check that PostgreSQL is running and that DATABASE_URL names its user, password and database'
	return { found: message || String(code), remedy: explainKnownError(error, config) ?? remedy }
}

export function checkDatabase({ config, state }: ExaminedDatabase): CheckResult {
	const kind = config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'
	if (state.is === 'unreadable') return describeFailure(state.error, config)
	if (state.is === 'none')
		return {
			found: kind === 'SQLite' ? `${kind}, will be created at the first start` : `${kind}, empty until the first start`,
		}
	const { unknown: newer, refused, pending } = compareMigrations(state.applied)
	if (refused.length > 0)
		return { found: `${kind}, created by a newer version of Parley (${refused.join(', ')})`, remedy: 'Update Parley' }
	if (newer.length > 0) return { found: `${kind}, prepared for a newer version of Parley (${newer.join(', ')})` }
	if (pending.length > 0) return { found: `${kind}, will be migrated at the next start (${pending.join(', ')})` }
	return { found: `${kind}, up to date (${state.applied.length} migrations)` }
}

/** Checks that the key of the database exists. */
export async function checkFieldKey({ config, state, ask }: ExaminedDatabase): Promise<CheckResult> {
	if (state.is === 'none') return { found: 'will be created at the first start' }
	const { place, read } = createFieldKeyFile(config.keyFolder)
	const missing = 'Restore that file from your copy'
	try {
		return describeAnswer(await ask(undefined, findActiveKey), active => {
			if (!active) return { found: 'will be created at the next start' }
			if (read().some(({ id }) => id === active.key_id))
				return { found: `${place}; keep a copy, but not with the backups` }
			return { found: `${active.key_id} is not in ${place}`, remedy: missing }
		})
	} catch (error) {
		if (error instanceof StartError) return { found: error.message, remedy: missing }
		throw error
	}
}

export async function checkDemo({ config, ask }: ExaminedDatabase): Promise<CheckResult> {
	const { demo, isReachable } = config
	if (demo === 'thisMachine') return { found: 'for this machine only' }
	if (!isReachable) return { found: demo === 'everywhere' ? 'for this machine only' : 'none' }
	if (demo === 'everywhere') {
		return {
			found: 'demo people with a public password, public text messages, and unverified identities',
			remedy: 'Unless this is a demo, run parley demo close and remove PARLEY_DEMO=1',
		}
	}
	return describeAnswer(await ask([], findPublishedPasswords), open => {
		if (open.length === 0)
			return { found: demo === 'leftOut' ? 'none, because other machines can reach this address' : 'none' }
		return {
			found: `${open.length} demo people have the public password, and other machines can reach this address`,
			remedy: 'parley demo close',
		}
	})
}

/** Checks that each address the start prints belongs to a site; otherwise it opens an error page. */
export async function checkAddresses({ config, ask }: ExaminedDatabase): Promise<CheckResult> {
	const asked = await ask({ found: 'no site yet' }, db => describeAddresses(config, db))
	return describeAnswer(asked, result => result)
}

async function describeAddresses(settings: Config, db: Db): Promise<CheckResult> {
	const sites = createSiteService({ store: createSqlSiteStore(db), clock: systemClock, publicUrl: settings.publicUrl })
	if ((await sites.all()).length === 0) return { found: 'no site yet' }
	const { here, nearby } = await announcedAddresses(
		settings,
		async host => (await sites.findByHost(host)) !== undefined,
	)
	const addresses = nearby && nearby.url !== here.url ? [here, nearby] : [here]
	const refused = addresses.filter(({ isServed }) => !isServed).map(({ url }) => url)
	if (refused.length === 0) return { found: addresses.map(({ url }) => url).join(', ') }
	return {
		found: `no site exists at ${refused.join(' and ')}`,
		remedy: 'Set PARLEY_URL to the address people open, or create a site for it: parley site create <host name>',
	}
}

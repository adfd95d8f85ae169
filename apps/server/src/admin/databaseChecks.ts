import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { announcedAddresses } from '../announcedAddresses.ts'
import { findPublishedPasswords } from '../demo/index.ts'
import { type Alarm, createSqlAlarmStore } from '../modules/alarm/index.ts'
import {
	allowsGuests,
	createSiteService,
	createSqlSiteStore,
	type Site,
	unsafeImOrigins,
} from '../modules/site/index.ts'
import { createSqlSmsStore, smsBudgetStatus, totalOf } from '../modules/sms/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type Db, databaseLocation, openDatabaseAsIs } from '../platform/database.ts'
import { findActiveKey } from '../platform/fieldKeys.sql.ts'
import { createFieldKeyFile } from '../platform/fieldKeys.ts'
import { compareMigrations } from '../platform/migrationNames.ts'
import { explainKnownError, StartError } from '../platform/startError.ts'
import { appliedMigrationsOf, databaseFile } from './databaseFile.ts'

/** What only the database knows, and what it says of itself. */

interface CheckResult {
	found: string
	remedy?: string
}

/** `none`: not made yet, or without tables. */
type DatabaseState = { is: 'none' } | { is: 'unreadable'; error: unknown } | { is: 'there'; applied: string[] }

/** What was asked, or what the check says instead. */
type Answer<T> = { isKnown: true; value: T } | { isKnown: false; instead: CheckResult }

/** The database as it is during one run of the checks. */
export interface ExaminedDatabase {
	config: Config
	state: DatabaseState
	/** What `read` finds; `none` where there is no database yet. Where it cannot be read, nothing is claimed. */
	ask<T>(none: T, read: (db: Db) => Promise<T>): Promise<Answer<T>>
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
				if (isOurs.unknown.length > 0) return unknown('unknown: the database was made by a newer Parley')
				if (isOurs.pending.length > 0) return unknown('unknown until the database is brought up to date')
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
		// Nothing else is missing on the way to a database.
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
			: 'See that PostgreSQL runs and DATABASE_URL names its user, password and database'
	return { found: message || String(code), remedy: explainKnownError(error, config) ?? remedy }
}

export function checkDatabase({ config, state }: ExaminedDatabase): CheckResult {
	const kind = config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'
	if (state.is === 'unreadable') return describeFailure(state.error, config)
	if (state.is === 'none')
		return {
			found: kind === 'SQLite' ? `${kind}, will be made at the first start` : `${kind}, empty until the first start`,
		}
	const { unknown: newer, pending } = compareMigrations(state.applied)
	if (newer.length > 0)
		return { found: `${kind}, made by a newer Parley (${newer.join(', ')})`, remedy: 'Update Parley' }
	if (pending.length > 0)
		return { found: `${kind}, will be brought up to date at the next start (${pending.join(', ')})` }
	return { found: `${kind}, up to date (${state.applied.length} migrations)` }
}

export const readSites = ({ ask }: ExaminedDatabase): Promise<Answer<Site[]>> =>
	ask([], db => createSqlSiteStore(db).all())

/** What `describe` says of what was asked. */
export const describeAnswer = <T>(answer: Answer<T>, describe: (value: T) => CheckResult): CheckResult =>
	answer.isKnown ? describe(answer.value) : answer.instead

/** Whether the key of the database is there. */
export async function checkFieldKey({ config, state, ask }: ExaminedDatabase): Promise<CheckResult> {
	if (state.is === 'none') return { found: 'will be made at the first start' }
	const { place, read } = createFieldKeyFile(config.dataFolder)
	const missing = 'Put the copy of that file there'
	try {
		return describeAnswer(await ask(undefined, findActiveKey), active => {
			if (!active) return { found: 'will be made at the next start' }
			if (read().some(({ id }) => id === active.key_id)) return { found: `${place}, to be kept apart from the backups` }
			return { found: `${active.key_id} is not in ${place}`, remedy: missing }
		})
	} catch (error) {
		if (error instanceof StartError) return { found: error.message, remedy: missing }
		throw error
	}
}

const alarmsToldForMs = 7 * 86_400_000

export async function checkAlarms({ ask }: ExaminedDatabase): Promise<CheckResult> {
	const listed = await ask([], db => createSqlAlarmStore(db).listSince(Date.now() - alarmsToldForMs))
	return describeAnswer(listed, alarms =>
		alarms.length === 0 ? { found: 'none in the last seven days' } : describeAlarms(alarms),
	)
}

function describeAlarms(alarms: readonly Alarm[]): CheckResult {
	const time = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
	const lines = alarms.map(({ host, raisedAt, endedAt }) =>
		endedAt === null
			? `${host}: meeting ids are tried from many addresses since ${time(raisedAt)}`
			: `${host}: meeting ids were tried from many addresses, ${time(raisedAt)} to ${time(endedAt)}`,
	)
	const isOver = alarms.every(({ endedAt }) => endedAt !== null)
	return {
		found: lines.join('; '),
		...(!isOver && {
			remedy:
				'Guests solve a challenge until it calms down; meetings with a password or for members stay closed to guests',
		}),
	}
}

export async function checkDemo({ config, ask }: ExaminedDatabase): Promise<CheckResult> {
	const { demo, isReachable } = config
	if (demo === 'thisMachine') return { found: 'for this machine only' }
	if (!isReachable) return { found: demo === 'everywhere' ? 'for this machine only' : 'none' }
	if (demo === 'everywhere') {
		return {
			found: 'demo people with a public password, text messages for everybody to read, and identities of anybody',
			remedy: 'For anything but a demo: parley demo close, and leave PARLEY_DEMO=1 out',
		}
	}
	return describeAnswer(await ask([], findPublishedPasswords), open => {
		if (open.length === 0)
			return { found: demo === 'leftOut' ? 'none, because other machines reach this address' : 'none' }
		return {
			found: `${open.length} demo people have the public password, and other machines reach this address`,
			remedy: 'parley demo close',
		}
	})
}

/** What the start says people should open; each has to be of a site, or they read that there is none. */
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
		found: `there is no site at ${refused.join(' and ')}`,
		remedy: 'Set PARLEY_URL to the address people open, or make a site for it: parley site create <host name>',
	}
}

export async function checkSmsBudgets({ ask }: ExaminedDatabase): Promise<CheckResult> {
	return describeAnswer(await ask([], listScarceSmsBudgets), lines => {
		if (lines.length === 0) return { found: 'no site has sent four fifths of its text messages of the day' }
		return {
			found: lines.join('; '),
			remedy: 'Look in the log for who asks for them; raise it with: parley site set <host> smsPerDay=<number>',
		}
	})
}

async function listScarceSmsBudgets(db: Db): Promise<string[]> {
	const store = createSqlSmsStore(db)
	const lines = []
	for (const { id, host, settings } of await createSqlSiteStore(db).all()) {
		const state = { sent: totalOf(await store.countSent(id, Date.now() - 86_400_000)), perDay: settings.smsPerDay }
		const part = `${state.sent} of ${state.perDay} text messages of 24 hours`
		const status = smsBudgetStatus(state)
		if (status === 'nearlySpent') lines.push(`${host}: ${part} are sent`)
		if (status === 'spent') lines.push(`${host}: ${part} are sent, no more go out`)
	}
	return lines
}

/** What decides on each site who talks in messaging, and what may not be written. */
export function checkMessaging(sites: readonly Site[]): CheckResult {
	const lines = sites.map(({ id, host, settings }) =>
		[
			`${host} (appId ${id}): ${allowsGuests(settings) ? 'guests talk in chat rooms' : 'no guests'}`,
			settings.chatsNeedFriendship ? 'members write to friends alone' : 'members write to each other',
			`${settings.refusedWords.length} refused words`,
		].join(', '),
	)
	return { found: lines.length === 0 ? 'no site yet' : lines.join('; ') }
}

/** Whoever is between a page without HTTPS and its reader can put anything into it. */
export function checkImOrigins(sites: readonly Site[]): CheckResult {
	const lines = sites.flatMap(({ host, settings }) =>
		unsafeImOrigins(settings.imOrigins).map(origin => `${host}: pages of ${origin} may use messaging`),
	)
	if (lines.length === 0) return { found: 'no page without HTTPS on another origin may use messaging' }
	return {
		found: lines.join('; '),
		remedy:
			'Serve them over HTTPS and name them so, with all others that are to stay: parley site set <host> imOrigins=https://…,https://…',
	}
}

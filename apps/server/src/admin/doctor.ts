import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
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
import { type Config, readConfig } from '../platform/config.ts'
import { type Db, databaseLocation, openDatabaseAsIs } from '../platform/database.ts'
import { findActiveKey } from '../platform/fieldKeys.sql.ts'
import { createFieldKeyFile } from '../platform/fieldKeys.ts'
import { isLoopback } from '../platform/hostNames.ts'
import { tryMediaPorts } from '../platform/mediaPorts.ts'
import { compareMigrations } from '../platform/migrationNames.ts'
import { StartError } from '../platform/startError.ts'
import type { AdminEnvironment } from './adminEnvironment.ts'
import { checkCertificate } from './certificateCheck.ts'
import { appliedMigrationsOf, databaseFile } from './databaseFile.ts'
import { checkFfmpeg, checkRtmp } from './liveChecks.ts'
import { findPostgresTool } from './postgresTools.ts'
import {
	checkAnnouncedAddress,
	checkBackupTool,
	checkClock,
	checkDisk,
	checkSites,
	checkSms,
	checkTelephones,
	checkTurn,
	httpClocks,
	type ReadClock,
} from './productionChecks.ts'

/** Result of one check; `remedy` is present if there is a problem. */
export interface Finding {
	about: string
	found: string
	remedy?: string
}

type CheckResult = Omit<Finding, 'about'>

/** Checks everything the server needs; changes nothing. */
export async function runDiagnostics({
	environment,
	root,
}: Pick<AdminEnvironment, 'environment' | 'root'>): Promise<Finding[]> {
	const config = readConfig(environment)
	const independentChecks: Finding[] = [
		{ about: 'node', ...checkNode(process.versions.node) },
		{ about: 'page', ...checkPage(root, config.ok ? config.value.devServer : undefined) },
	]
	if (!config.ok) return [...config.failure.map(toSettingFinding), ...independentChecks]
	const settings = config.value
	const sites = await readSites(settings)
	return [
		{ about: 'settings', found: 'all can be used' },
		...independentChecks,
		{ about: 'data folder', ...(await checkFolder(settings.dataFolder)) },
		{ about: 'disk', ...(await checkDisk(settings.dataFolder, await firstExisting(settings.dataFolder))) },
		{ about: 'database', ...(await catchAsProblem(checkDatabase(settings), databaseRemedy(settings))) },
		{ about: 'key', ...(await checkFieldKey(settings)) },
		{ about: 'backup', ...checkBackupTool(settings, tool => findPostgresTool(tool, environment)) },
		{ about: 'alarms', ...(await checkAlarms(settings)) },
		{ about: 'demo', ...(await checkDemo(settings)) },
		{ about: 'clock', ...(await checkClock([...databaseClocks(settings), ...httpClocks(settings)])) },
		{ about: 'port', ...(await checkPort(settings)) },
		{
			about: 'sites',
			...checkSites(
				sites.map(({ host }) => host),
				settings,
			),
		},
		{ about: 'telephone', ...checkTelephones(sites, settings) },
		{ about: 'addresses', ...(await checkAddresses(settings)) },
		{ about: 'connections', ...checkOpenFiles(openFileLimit()) },
		{
			about: 'certificate',
			...(await catchAsProblem(checkCertificate(settings, sites), 'Give PARLEY_TLS two readable PEM files, or "self"')),
		},
		{ about: 'proxies', ...checkProxies(settings) },
		{ about: 'guests', ...checkBrowsersPerAddress(settings) },
		{ about: 'transport', ...checkTransport(settings) },
		{ about: 'metrics', ...checkMetrics(settings) },
		{ about: 'sms', ...checkSms(settings) },
		{ about: 'sms budget', ...(await checkSmsBudgets(settings)) },
		{ about: 'messaging', ...(await checkMessaging(settings)) },
		{ about: 'im origins', ...(await checkImOrigins(settings)) },
		{ about: 'media ports', ...(await checkMediaPorts(settings)) },
		{ about: 'media address', ...checkAnnouncedAddress(settings) },
		{ about: 'turn', ...checkTurn(settings) },
		{ about: 'candidates', ...checkCandidates(settings.media) },
		{ about: 'rtmp', ...(await checkRtmp(settings, { tryListen, isRunning: () => isRunning(settings) })) },
		{ about: 'ffmpeg', ...(await checkFfmpeg(settings.live.ffmpeg)) },
	]
}

/** One line per finding, followed by the remedy of a problem. */
export const findingLines = (findings: readonly Finding[]): string[] =>
	findings.flatMap(({ about, found, remedy }) => [
		`${remedy === undefined ? 'ok     ' : 'PROBLEM'}  ${about.padEnd(13)}  ${found}`,
		...(remedy === undefined ? [] : [`${' '.repeat(24)}-> ${remedy}`]),
	])

const toSettingFinding = (line: string): Finding => ({
	about: 'settings',
	found: line,
	remedy: 'Correct or remove this environment variable',
})

/** Turns a check that throws into a problem with the given remedy. */
const catchAsProblem = (check: Promise<CheckResult>, remedy: string): Promise<CheckResult> =>
	check.catch(error => ({ found: (error as Error).message || String((error as { code?: string }).code), remedy }))

const minimumNode = [24, 7] as const

export function checkNode(version: string): CheckResult {
	const [major = 0, minor = 0] = version.split('.').map(Number)
	const isEnough = major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1])
	return isEnough
		? { found: version }
		: { found: version, remedy: `Start with npm start, which brings Node ${minimumNode.join('.')} or newer` }
}

function checkPage(root: string, devServer: string | undefined): CheckResult {
	if (devServer !== undefined) return { found: `from the development server at ${devServer}` }
	if (existsSync(join(root, 'apps/web/dist/index.html'))) return { found: 'built' }
	return { found: 'not built', remedy: 'npm start builds it' }
}

async function checkFolder(folder: string): Promise<CheckResult> {
	const found = await stat(folder).catch(() => undefined)
	if (!found) return { found: `${folder} will be made at the first start` }
	if (!found.isDirectory()) return { found: `${folder} is not a folder`, remedy: 'Set PARLEY_DATA to a folder' }
	const isWritable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
		() => true,
		() => false,
	)
	if (!isWritable) return { found: `${folder} cannot be written`, remedy: 'Let the user of the server own it' }
	const othersMay = process.platform !== 'win32' && (found.mode & 0o077) !== 0
	return othersMay
		? { found: `${folder} can be read by other users, and it holds secrets`, remedy: `chmod 700 ${folder}` }
		: { found: folder }
}

/** Below it a few meetings and a busy chat room are more than the server may have open. */
const fewOpenFiles = 4_096
/** The database, the page and requests. */
const otherFiles = 200

/** The hard limit, which Node makes its own at the start; undefined where there is none. */
function openFileLimit(): number | undefined {
	// Names of other machines are looked up for it otherwise.
	Object.assign(process.report, { excludeNetwork: true })
	const report = process.report.getReport() as { userLimits?: { open_files?: { hard?: number | 'unlimited' } } }
	const limit = report.userLimits?.open_files?.hard
	return typeof limit === 'number' ? limit : undefined
}

/** Every socket of a room or of messaging is an open file. */
export function checkOpenFiles(limit: number | undefined): CheckResult {
	if (limit === undefined) return { found: 'as many as there is memory for' }
	const found = `about ${Math.max(0, limit - otherFiles)} at once (${limit} open files)`
	return limit < fewOpenFiles
		? { found, remedy: 'Raise the limit of open files of the server (ulimit -n, LimitNOFILE) to 65536' }
		: { found }
}

/** The folder, or the one it will be made in. */
async function firstExisting(folder: string): Promise<string> {
	const isThere = await stat(folder).then(
		() => true,
		() => false,
	)
	return isThere || dirname(folder) === folder ? folder : await firstExisting(dirname(folder))
}

const databaseRemedy = ({ databaseUrl }: Config) =>
	databaseUrl === undefined
		? 'Restore a backup: parley restore <file> --force'
		: 'See that PostgreSQL runs and DATABASE_URL names its user, password and database'

async function checkDatabase({ databaseUrl, dataFolder }: Config): Promise<CheckResult> {
	if (databaseUrl !== undefined) return describeMigrations('PostgreSQL', await appliedInPostgres(databaseUrl))
	const path = join(dataFolder, databaseFile)
	if (!existsSync(path)) return { found: 'SQLite, will be made at the first start' }
	return describeMigrations('SQLite', appliedMigrationsOf(path))
}

function describeMigrations(kind: string, applied: readonly string[]): CheckResult {
	const { unknown, pending } = compareMigrations(applied)
	if (unknown.length > 0)
		return { found: `${kind}, made by a newer Parley (${unknown.join(', ')})`, remedy: 'Update Parley' }
	if (pending.length > 0)
		return { found: `${kind}, will be brought up to date at the next start (${pending.join(', ')})` }
	return { found: `${kind}, up to date (${applied.length} migrations)` }
}

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

/** That of PostgreSQL writes no times of ours, but runs on a machine that somebody looks after. */
function databaseClocks({ databaseUrl }: Config): ReadClock[] {
	if (databaseUrl === undefined) return []
	return [
		async () => {
			const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
			await client.connect()
			try {
				const askedAt = performance.now()
				const { rows } = await client.query('select extract(epoch from clock_timestamp()) * 1000 as now')
				return { from: 'PostgreSQL', at: Number(rows[0].now), roughMs: performance.now() - askedAt }
			} finally {
				await client.end()
			}
		},
	]
}

/** Whether the key of the database is there; what does not answer is named by the check of the database. */
async function checkFieldKey({ databaseUrl, dataFolder }: Config): Promise<CheckResult> {
	if (databaseUrl === undefined && !existsSync(join(dataFolder, databaseFile)))
		return { found: 'will be made at the first start' }
	const { place, read } = createFieldKeyFile(dataFolder)
	try {
		const database = openDatabaseAsIs(databaseLocation({ databaseUrl, dataFolder }))
		const active = await findActiveKey(database.db).finally(database.close)
		if (!active) return { found: 'will be made at the next start' }
		if (read().some(({ id }) => id === active.key_id)) return { found: `${place}, to be kept apart from the backups` }
		return { found: `${active.key_id} is not in ${place}`, remedy: 'Put the copy of that file there' }
	} catch (error) {
		return error instanceof StartError
			? { found: error.message, remedy: 'Put the copy of that file there' }
			: { found: 'unknown' }
	}
}

const alarmsToldForMs = 7 * 86_400_000

/** Nothing where the database cannot be read or has no tables yet: the check of the database says so. */
async function checkAlarms({ databaseUrl, dataFolder }: Config): Promise<CheckResult> {
	const none = { found: 'none in the last seven days' }
	if (databaseUrl === undefined && !existsSync(join(dataFolder, databaseFile))) return none
	try {
		const database = openDatabaseAsIs(databaseLocation({ databaseUrl, dataFolder }))
		const alarms = await createSqlAlarmStore(database.db)
			.listSince(Date.now() - alarmsToldForMs)
			.finally(database.close)
		return alarms.length === 0 ? none : describeAlarms(alarms)
	} catch {
		return none
	}
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

async function checkDemo(settings: Config): Promise<CheckResult> {
	const { demo, isReachable } = settings
	if (demo === 'thisMachine') return { found: 'for this machine only' }
	if (!isReachable) return { found: demo === 'everywhere' ? 'for this machine only' : 'none' }
	if (demo === 'everywhere') {
		return {
			found: 'demo people with a public password, text messages for everybody to read, and identities of anybody',
			remedy: 'For anything but a demo: parley demo close, and leave PARLEY_DEMO=1 out',
		}
	}
	const open = await countPublishedPasswords(settings)
	if (open > 0) {
		return {
			found: `${open} demo people have the public password, and other machines reach this address`,
			remedy: 'parley demo close',
		}
	}
	return { found: demo === 'leftOut' ? 'none, because other machines reach this address' : 'none' }
}

/** Nobody where the database cannot be read or has no tables yet: the check of the database says so. */
async function countPublishedPasswords({ databaseUrl, dataFolder }: Config): Promise<number> {
	if (databaseUrl === undefined && !existsSync(join(dataFolder, databaseFile))) return 0
	try {
		const database = openDatabaseAsIs(databaseLocation({ databaseUrl, dataFolder }))
		return await findPublishedPasswords(database.db)
			.then(ids => ids.length)
			.finally(database.close)
	} catch {
		return 0
	}
}

const isRunning = ({ port, host, tls }: Config): Promise<boolean> => isParley(port, host, tls !== undefined)

async function checkPort({ port, host, tls }: Config): Promise<CheckResult> {
	const failure = await tryListen(port, host)
	return describePort({
		port,
		host,
		failure,
		isOurs: failure !== undefined && (await isParley(port, host, tls !== undefined)),
	})
}

/**
 * @param failure code of trying to listen there; of a port below 1024 it is `EACCES` whether it is taken or not
 * @param isOurs whether Parley answers there
 */
export function describePort({ port, host, failure, isOurs }: PortState): CheckResult {
	if (failure === undefined) return { found: `${port} on ${host} is free` }
	if (isOurs) return { found: `${port} on ${host}, Parley is running there` }
	if (failure === 'EADDRINUSE') {
		return {
			found: `${port} on ${host} is taken by another program`,
			remedy: 'Stop that program, or set PORT to another number',
		}
	}
	if (failure === 'EACCES') {
		return {
			found: `${port} may not be used by this user`,
			remedy: 'Set PORT to 1024 or more, or let the service use it (CAP_NET_BIND_SERVICE)',
		}
	}
	return { found: `${host} cannot be listened on (${failure})`, remedy: "Set HOST to one of this machine's addresses" }
}

interface PortState {
	port: number
	host: string
	failure: string | undefined
	isOurs: boolean
}

/** What the start says people should open; each has to be of a site, or they read that there is none. */
async function checkAddresses(settings: Config): Promise<CheckResult> {
	const none = { found: 'no site yet' }
	if (settings.databaseUrl === undefined && !existsSync(join(settings.dataFolder, databaseFile))) return none
	try {
		const database = openDatabaseAsIs(databaseLocation(settings))
		return await describeAddresses(settings, database.db).finally(database.close)
	} catch {
		return none
	}
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

/** Listens for a moment; returns the error code if that failed. */
function tryListen(port: number, host: string): Promise<string | undefined> {
	return new Promise(resolve => {
		const probe = createServer()
		probe.once('error', error => resolve((error as NodeJS.ErrnoException).code ?? error.message))
		probe.listen(port, host, () => probe.close(() => resolve(undefined)))
	})
}

function isParley(port: number, host: string, isTls: boolean): Promise<boolean> {
	const target = host === '0.0.0.0' || host === '::' ? 'localhost' : host
	const request = isTls ? requestTls : requestPlain
	return new Promise(resolve => {
		// No data is exchanged, so a self-signed certificate is accepted.
		const asked = request(
			{ host: target, port, path: '/readyz', timeout: 3_000, rejectUnauthorized: false },
			async response => {
				let body = ''
				for await (const part of response.setEncoding('utf8')) body += part
				resolve(body.includes('"media"'))
			},
		)
		asked.on('error', () => resolve(false)).on('timeout', () => asked.destroy(new Error('no answer')))
		asked.end()
	})
}

/** Whether passwords and cookies travel encrypted, and the server knows it. */
function checkTransport({ tls, publicUrl, trustedProxies, isReachable }: Config): CheckResult {
	if (tls) return { found: 'HTTPS' }
	const trustsProxy = typeof trustedProxies === 'number' ? trustedProxies > 0 : trustedProxies.length > 0
	if (trustsProxy) return { found: 'HTTP behind a proxy, which has to speak HTTPS and send X-Forwarded-Proto' }
	if (publicUrl?.startsWith('https:')) {
		return {
			found: 'PARLEY_URL is HTTPS, but the proxy that speaks it is not trusted: cookies are sent without Secure',
			remedy: 'Set PARLEY_TRUST_PROXY to the address of the proxy',
		}
	}
	if (!isReachable) return { found: 'HTTP on this machine' }
	return {
		found: 'HTTP to other machines: passwords can be read on the way',
		remedy: 'Set PARLEY_TLS, or put a proxy with HTTPS in front and set PARLEY_TRUST_PROXY',
	}
}

/** So many may sign in and join behind one address in a minute, some of them twice. */
const largeOffice = 1_000

function checkBrowsersPerAddress({ browsersPerAddress }: Pick<Config, 'browsersPerAddress'>): CheckResult {
	const found = `one address counts as up to ${browsersPerAddress} browsers`
	if (browsersPerAddress <= largeOffice) return { found }
	return {
		found: `${found}: a single machine may ask as much as ${browsersPerAddress * 30} people sign in a minute`,
		remedy: `Set PARLEY_BROWSERS_PER_ADDRESS to ${largeOffice} at most; the default is enough for 3000 people a minute`,
	}
}

function checkMetrics({ metrics: { listen, token } }: Config): CheckResult {
	if (listen === undefined) return { found: token === undefined ? 'for nobody' : 'for whoever has the token' }
	const where = `on port ${listen.port} of ${listen.host}`
	if (token === undefined && !isLoopback(listen.host))
		return {
			found: `for everybody who reaches them ${where}`,
			remedy: 'Set PARLEY_METRICS_TOKEN, or leave the address out',
		}
	return { found: where }
}

/** Proxies that are only counted are believed about every address of a private network that connects. */
function checkProxies({ trustedProxies, listen }: Pick<Config, 'trustedProxies' | 'listen'>): CheckResult {
	if (trustedProxies === 0) return { found: 'none are trusted' }
	if (typeof trustedProxies !== 'number') return { found: `trusted: ${trustedProxies.join(', ')}` }
	if (isLoopback(listen.host)) return { found: `${trustedProxies} in front, the nearest on this machine` }
	return {
		found: `${trustedProxies} in front, counted: machines of the private network that connect past them choose the address they count for`,
		remedy: 'Set PARLEY_TRUST_PROXY to the addresses of the proxies',
	}
}

/** Nothing where the database cannot be read or has no tables yet: the check of the database says so. */
async function checkSmsBudgets({ databaseUrl, dataFolder }: Config): Promise<CheckResult> {
	const none = { found: 'no site has sent four fifths of its text messages of the day' }
	if (databaseUrl === undefined && !existsSync(join(dataFolder, databaseFile))) return none
	try {
		const database = openDatabaseAsIs(databaseLocation({ databaseUrl, dataFolder }))
		const lines = await listScarceSmsBudgets(database.db).finally(database.close)
		if (lines.length === 0) return none
		return {
			found: lines.join('; '),
			remedy: 'Look in the log for who asks for them; raise it with: parley site set <host> smsPerDay=<number>',
		}
	} catch {
		return none
	}
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

/** The sites there are; none where the database cannot be read or has no tables yet. */
async function readSites({ databaseUrl, dataFolder }: Config): Promise<Site[]> {
	if (databaseUrl === undefined && !existsSync(join(dataFolder, databaseFile))) return []
	try {
		const database = openDatabaseAsIs(databaseLocation({ databaseUrl, dataFolder }))
		return await createSqlSiteStore(database.db).all().finally(database.close)
	} catch {
		return []
	}
}

/** What decides on each site who talks in messaging, and what may not be written. */
async function checkMessaging(config: Config): Promise<CheckResult> {
	const lines = (await readSites(config)).map(({ id, host, settings }) =>
		[
			`${host} (appId ${id}): ${allowsGuests(settings) ? 'guests talk in chat rooms' : 'no guests'}`,
			settings.chatsNeedFriendship ? 'members write to friends alone' : 'members write to each other',
			`${settings.refusedWords.length} refused words`,
		].join(', '),
	)
	return { found: lines.length === 0 ? 'no site yet' : lines.join('; ') }
}

/** Whoever is between a page without HTTPS and its reader can put anything into it. */
async function checkImOrigins(config: Config): Promise<CheckResult> {
	const lines = (await readSites(config)).flatMap(({ host, settings }) =>
		unsafeImOrigins(settings.imOrigins).map(origin => `${host}: pages of ${origin} may use messaging`),
	)
	if (lines.length === 0) return { found: 'no page without HTTPS on another origin may use messaging' }
	return {
		found: lines.join('; '),
		remedy:
			'Serve them over HTTPS and name them so, with all others that are to stay: parley site set <host> imOrigins=https://…,https://…',
	}
}

const checkCandidates = ({ privateCandidates }: Config['media']): CheckResult =>
	privateCandidates
		? {
				found: 'the server sends packets to private addresses that guests name',
				remedy: 'Unset MEDIA_PRIVATE_CANDIDATES unless meetings need it and nothing else is in that network',
			}
		: { found: 'no packets go to private addresses that browsers name' }

async function checkMediaPorts(settings: Config): Promise<CheckResult> {
	const { portRange, udpMux, maxParticipants } = settings.media
	const { from, to } = portRange
	const range = udpMux ? `UDP ${from}` : `UDP ${from}-${to}`
	if (!udpMux && to - from + 1 < maxParticipants) {
		return {
			found: `${range} is no range of at least ${maxParticipants} ports`,
			remedy: 'Set MEDIA_PORTS, such as 40000-49999',
		}
	}
	// Running meetings use some, and the shared one is in use as long as the server runs.
	const { free } = await tryMediaPorts(settings.media)
	if (free > 0 || (await isParley(settings.port, settings.host, settings.tls !== undefined)))
		return { found: `${range}, open them in the firewall` }
	return { found: `${range} cannot be used`, remedy: 'Set MEDIA_PORTS to ports that are free and allowed' }
}

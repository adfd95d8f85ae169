import { constants, existsSync, type Stats } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { nodeChecks } from '../modules/node/index.ts'
import { nounChecks } from '../modules/nouns.ts'
import { readSites } from '../modules/site/index.ts'
import type { Check, CheckContext, CheckResult } from '../platform/check.ts'
import type { CommandEnvironment } from '../platform/command.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { fieldKeyFile } from '../platform/fieldKeys.ts'
import { isLoopback } from '../platform/hostNames.ts'
import { secretsFile } from '../platform/secrets.ts'
import { tlsKeyFile } from '../platform/tls.ts'
import { findUnknownSettings } from '../platform/unknownSettings.ts'
import { checkCertificate } from './certificateCheck.ts'
import {
	checkAddresses,
	checkDatabase,
	checkDemo,
	checkFieldKey,
	type ExaminedDatabase,
	examineDatabase,
} from './databaseChecks.ts'
import { databaseFile } from './databaseFile.ts'
import { findPostgresTool } from './postgresTools.ts'
import {
	checkBackupTool,
	checkClock,
	checkDisk,
	checkObjectStore,
	checkRedis,
	httpClocks,
	type ReadClock,
} from './productionChecks.ts'
import { checkWebSockets } from './proxyCheck.ts'

/** Result of one check, with its first word. */
export type Finding = CheckResult & Pick<Check, 'about'>

/** Checks everything the server needs; changes nothing. */
export async function runDiagnostics({
	environment,
	root,
}: Pick<CommandEnvironment, 'environment' | 'root'>): Promise<Finding[]> {
	const config = readConfig(environment)
	const independentChecks: Finding[] = [
		{ about: 'Node.js', ...checkNode(process.versions.node) },
		{ about: 'page', ...checkPage(root, config.ok ? config.value.devServer : undefined) },
	]
	const unknownSettings = findUnknownSettings(environment)
	const unknown: Finding[] =
		unknownSettings.length === 0
			? []
			: [{ about: 'settings', found: `unknown: ${unknownSettings.join(', ')}`, remedy: 'Correct or remove them' }]
	// A required setting that is missing may be there with another name.
	if (!config.ok) return [...config.failure.map(toSettingFinding), ...unknown, ...independentChecks]
	const settings = config.value
	const database = await examineDatabase(settings)
	const sites = await readSites(database)
	return [
		...(unknown.length > 0 ? unknown : [{ about: 'settings', found: 'all valid' }]),
		...independentChecks,
		{ about: 'data folder', ...(await checkFolder(settings)) },
		...(settings.keyFolder === settings.dataFolder
			? []
			: [{ about: 'key folder', ...(await checkKeyFolder(settings.keyFolder)) }]),
		{ about: 'disk', ...(await checkDisk(settings.dataFolder, await firstExisting(settings.dataFolder))) },
		{ about: 'database', ...checkDatabase(database) },
		{ about: 'key', ...(await checkFieldKey(database)) },
		{ about: 'redis', ...(await checkRedis(settings)) },
		{ about: 'files', ...(await checkObjectStore(settings)) },
		{ about: 'backup', ...checkBackupTool(settings, tool => findPostgresTool(tool, environment)) },
		{ about: 'demo', ...(await checkDemo(database)) },
		{ about: 'clock', ...(await checkClock([...databaseClocks(settings), ...httpClocks(settings)])) },
		{ about: 'port', ...(await checkPort(settings)) },
		{ about: 'addresses', ...(await checkAddresses(database)) },
		{ about: 'connections', ...checkOpenFiles(openFileLimit()) },
		{
			about: 'certificate',
			...(await checkCertificate(settings, sites.isKnown ? sites.value : [])),
		},
		{ about: 'proxies', ...checkProxies(settings) },
		{ about: 'websockets', ...(await checkWebSockets(settings, () => isRunning(settings))) },
		{ about: 'guests', ...checkBrowsersPerAddress(settings) },
		{ about: 'transport', ...checkTransport(settings) },
		{ about: 'metrics', ...checkMetrics(settings) },
		...(await runAll(nounChecks, contextOf(database))),
	]
}

/** Checks only the servers of the database (NODE-17); a database that cannot be read is the finding instead. */
export async function diagnoseNodes({ environment }: Pick<CommandEnvironment, 'environment'>): Promise<Finding[]> {
	const config = readConfig(environment)
	if (!config.ok) return config.failure.map(toSettingFinding)
	const database = await examineDatabase(config.value)
	const found = checkDatabase(database)
	// The check of servers calls an unreadable database unknown, which is not a problem of its own.
	if (found.remedy !== undefined) return [{ about: 'database', ...found }]
	return await runAll(nodeChecks, contextOf(database))
}

const contextOf = ({ config, ask }: ExaminedDatabase): CheckContext => ({
	config,
	ask,
	tryListen,
	isRunning: () => isRunning(config),
})

async function runAll(checks: readonly Check[], context: CheckContext): Promise<Finding[]> {
	const findings: Finding[] = []
	for (const { about, run } of checks) findings.push({ about, ...(await run(context)) })
	return findings
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

const minimumNode = [24, 7] as const

export function checkNode(version: string): CheckResult {
	const [major = 0, minor = 0] = version.split('.').map(Number)
	const isEnough = major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1])
	return isEnough
		? { found: version }
		: { found: version, remedy: `Start with npm start, which installs Node.js ${minimumNode.join('.')} or newer` }
}

function checkPage(root: string, devServer: string | undefined): CheckResult {
	if (devServer !== undefined) return { found: `from the development server at ${devServer}` }
	if (existsSync(join(root, 'apps/web/dist/index.html'))) return { found: 'built' }
	return { found: 'not built', remedy: 'npm start builds it' }
}

async function checkFolder({ dataFolder: folder, keyFolder }: Config): Promise<CheckResult> {
	const remedy = "Make the server's user its owner, or set PARLEY_DATA to another folder"
	const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error)
	if (found instanceof Error) {
		if (found.code !== 'ENOENT') return { found: `${folder} cannot be read by this user (${found.code})`, remedy }
		const parent = await firstExisting(folder)
		return (await mayUse(parent, constants.W_OK | constants.X_OK))
			? { found: `${folder} will be created at the first start` }
			: {
					found: `${folder} does not exist, and this user may not create it in ${parent}`,
					remedy: "Create it for the server's user, or set PARLEY_DATA to another folder",
				}
	}
	if (!found.isDirectory()) return { found: `${folder} is not a folder`, remedy: 'Set PARLEY_DATA to a folder' }
	if (!(await mayUse(folder, constants.R_OK | constants.W_OK | constants.X_OK)))
		return { found: `${folder} is not readable and writable for this user`, remedy }
	const othersMay = process.platform !== 'win32' && (found.mode & 0o077) !== 0
	if (!othersMay) return { found: folder }
	const hasSecrets =
		keyFolder === folder || [databaseFile, tlsKeyFile, ...keyFiles].some(name => existsSync(join(folder, name)))
	const reason = `${folder} can be read by other users`
	return { found: hasSecrets ? `${reason}, and it contains secrets` : reason, remedy: `chmod 700 ${folder}` }
}

/**
 * Checks the folder of `PARLEY_KEYS` where it is not the data folder. It may belong to another user and be read through its
 * group, as a secret that Kubernetes mounts is, so that only what all users may read is a problem.
 */
async function checkKeyFolder(folder: string): Promise<CheckResult> {
	const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error)
	if (found instanceof Error) {
		if (found.code === 'ENOENT') return { found: `${folder} will be created at the first start` }
		return { found: `${folder} cannot be read by this user (${found.code})`, remedy: keyFolderRemedy }
	}
	if (!found.isDirectory()) return { found: `${folder} is not a folder`, remedy: 'Set PARLEY_KEYS to a folder' }
	if (!(await mayUse(folder, constants.R_OK | constants.X_OK)))
		return { found: `${folder} cannot be read by this user`, remedy: keyFolderRemedy }
	const areOpen = (await secretsIn(folder)).some(({ mode }) => (mode & 0o004) !== 0)
	if (process.platform === 'win32' || (found.mode & 0o001) === 0 || !areOpen) return { found: folder }
	return {
		found: `${folder} can be read by other users, and it contains secrets`,
		remedy: `chmod 700 ${folder}, with the server's user as its owner; mount a secret of Kubernetes with mode 0440`,
	}
}

const keyFolderRemedy = "Let the server's user read it, or set PARLEY_KEYS to another folder"

/** Names of the files with keys and secrets. */
const keyFiles = [secretsFile, fieldKeyFile]

/** Returns the state of those files in a folder. */
async function secretsIn(folder: string): Promise<Stats[]> {
	const states = await Promise.all(keyFiles.map(name => stat(join(folder, name)).catch(() => undefined)))
	return states.filter(state => state !== undefined)
}

const mayUse = (folder: string, mode: number): Promise<boolean> =>
	access(folder, mode).then(
		() => true,
		() => false,
	)

/** A lower limit does not suffice for a few meetings and a busy chat room. */
const fewOpenFiles = 4_096
/** Files for the database, the page and requests. */
const otherFiles = 200

/** Hard limit of open files, which Node.js adopts at the start; undefined if unlimited. */
function openFileLimit(): number | undefined {
	// The report would otherwise look up the names of other machines.
	Object.assign(process.report, { excludeNetwork: true })
	const report = process.report.getReport() as { userLimits?: { open_files?: { hard?: number | 'unlimited' } } }
	const limit = report.userLimits?.open_files?.hard
	return typeof limit === 'number' ? limit : undefined
}

/** Each socket of a room or of messaging is an open file. */
export function checkOpenFiles(limit: number | undefined): CheckResult {
	if (limit === undefined) return { found: 'limited by memory only' }
	const found = `about ${Math.max(0, limit - otherFiles)} at once (${limit} open files)`
	return limit < fewOpenFiles
		? { found, remedy: 'Raise the limit of open files of the server (ulimit -n, LimitNOFILE) to 65536' }
		: { found }
}

/** Returns the folder, or the one it will be created in. */
async function firstExisting(folder: string): Promise<string> {
	const isThere = await stat(folder).then(
		() => true,
		() => false,
	)
	return isThere || dirname(folder) === folder ? folder : await firstExisting(dirname(folder))
}

/** Returns the clock of PostgreSQL. It stamps none of our data, but its machine is usually kept in time. */
function databaseClocks({ databaseUrl }: Config): ReadClock[] {
	if (databaseUrl === undefined) return []
	return [
		async () => {
			const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
			await client.connect()
			try {
				const askedAt = performance.now()
				const { rows } = await client.query('select extract(epoch from clock_timestamp()) * 1000 as now')
				return { from: 'PostgreSQL', at: Number(rows[0].now), uncertaintyMs: performance.now() - askedAt }
			} finally {
				await client.end()
			}
		},
	]
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
 * @param failure error code of an attempt to listen; for a port below 1024 it is `EACCES` whether or not it is taken
 * @param isOurs whether Parley responds there
 */
export function describePort({ port, host, failure, isOurs }: PortState): CheckResult {
	if (failure === undefined) return { found: `${port} on ${host} is free` }
	if (isOurs) return { found: `${port} on ${host}, used by the running server` }
	if (failure === 'EADDRINUSE') {
		return {
			found: `${port} on ${host} is taken by another program`,
			remedy: 'Stop that program, or set PORT to another number',
		}
	}
	if (failure === 'EACCES') {
		return {
			found: `${port} is not permitted for this user`,
			remedy: 'Set PORT to 1024 or more, or let the service use it (CAP_NET_BIND_SERVICE)',
		}
	}
	return { found: `${host} is not available (${failure})`, remedy: "Set HOST to one of this machine's addresses" }
}

interface PortState {
	port: number
	host: string
	failure: string | undefined
	isOurs: boolean
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

/** Checks that passwords and cookies travel encrypted, and that the server knows it. */
function checkTransport({ tls, publicUrl, trustedProxies, isReachable }: Config): CheckResult {
	if (tls) return { found: 'HTTPS' }
	const trustsProxy = typeof trustedProxies === 'number' ? trustedProxies > 0 : trustedProxies.length > 0
	if (trustsProxy) return { found: 'HTTP behind a proxy, which must use HTTPS and send X-Forwarded-Proto' }
	if (publicUrl?.startsWith('https:')) {
		return {
			found: 'PARLEY_URL is HTTPS, but its proxy is not trusted: cookies are sent without Secure',
			remedy: 'Set PARLEY_TRUST_PROXY to the address of the proxy',
		}
	}
	if (!isReachable) return { found: 'HTTP on this machine' }
	return {
		found: 'HTTP to other machines: passwords travel unencrypted',
		remedy: 'Set PARLEY_TLS, or put a proxy with HTTPS in front and set PARLEY_TRUST_PROXY',
	}
}

/** Number of people who may sign in and join behind one address in a minute, some of them twice. */
const largeOffice = 1_000

function checkBrowsersPerAddress({ browsersPerAddress }: Pick<Config, 'browsersPerAddress'>): CheckResult {
	const found = `one address counts as up to ${browsersPerAddress} browsers`
	if (browsersPerAddress <= largeOffice) return { found }
	return {
		found: `${found}: a single machine may send as many requests as ${browsersPerAddress * 30} people signing in per minute`,
		remedy: `Set PARLEY_BROWSERS_PER_ADDRESS to ${largeOffice} at most; the default suffices for 3000 people per minute`,
	}
}

function checkMetrics({ metrics: { listen, token } }: Config): CheckResult {
	if (listen === undefined) return { found: token === undefined ? 'off' : 'with the token' }
	const where = `on port ${listen.port} of ${listen.host}`
	if (token === undefined && !isLoopback(listen.host))
		return {
			found: `open to every machine that can connect ${where}`,
			remedy: 'Set PARLEY_METRICS_TOKEN, or remove the address',
		}
	return { found: where }
}

/** With a mere count of proxies, any machine of a private network is trusted as one. */
function checkProxies({ trustedProxies, listen }: Pick<Config, 'trustedProxies' | 'listen'>): CheckResult {
	if (trustedProxies === 0) return { found: 'none trusted' }
	if (typeof trustedProxies !== 'number') return { found: `trusted: ${trustedProxies.join(', ')}` }
	if (isLoopback(listen.host)) return { found: `${trustedProxies} in front, the nearest on this machine` }
	return {
		found: `${trustedProxies} in front, counted: machines of the private network that bypass them can claim any address`,
		remedy: 'Set PARLEY_TRUST_PROXY to the addresses of the proxies',
	}
}

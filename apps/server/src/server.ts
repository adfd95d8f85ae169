import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createDemoIdentityIssuer } from './demo/index.ts'
import { demoVerifier, findDemo, openDemo } from './demo/open.ts'
import {
	addSecurityHeaders,
	browserOf,
	builtPage,
	connectionEndLog,
	createApp,
	createAuthenticate,
	csrf,
	devServerAt,
	endUnknownUpgrades,
	handleErrors,
	isAtPath,
	logAccess,
	measureCalls,
	measureRequests,
	serveHealth,
	serveNoSupport,
	serveNouns,
	servePage,
	setCertificate,
} from './http/index.ts'
import { listNouns, type Nouns, openNouns } from './modules/nouns.ts'
import { openMetrics } from './openMetrics.ts'
import { clientAddress, linkOrigin, requestedHost, requestedOrigin, trustProxies } from './platform/clientAddress.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { databaseLocation, openDatabase } from './platform/database.ts'
import { createDiskProbe } from './platform/disk.ts'
import { randomIds } from './platform/ids.ts'
import { type Job, runEveryMinute } from './platform/jobs.ts'
import { createLogWithoutRedaction, type Log } from './platform/log.ts'
import { requireMediaPorts } from './platform/mediaPorts.ts'
import { measureCertificate, measureDatabase, measureJobs, measureLimits } from './platform/metrics.ts'
import type { OpenNoun, Platform, SocketEdge } from './platform/noun.ts'
import { createMemoryRateLimits } from './platform/rateLimit.ts'
import { loadSecrets } from './platform/secrets.ts'
import { lockDatabase } from './platform/serverLock.ts'
import { createTlsReload, loadTls } from './platform/tls.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Opens everything the configuration names; nothing listens yet. */
export async function createServer(config: Config, log: Log) {
	const location = databaseLocation(config)
	const lock = await lockDatabase(location)
	const database = await openDatabase(location, {
		// Not the error itself: it has the whole connection in it.
		onConnectionLost: reason => log.warn({ reason }, 'a connection to the database broke'),
	})
	const isDemo = await findDemo(config, database.db)
	const issuer = isDemo ? await createDemoIdentityIssuer(systemClock) : undefined
	await warnOfScarcePorts(config, log)
	const { app, registry, certificate, accessLog } = await openApp(config, log)
	const platform: Platform = {
		config,
		db: database.db,
		clock: systemClock,
		elapsedMs: () => performance.now(),
		ids: randomIds,
		createRateLimit: measureLimits(registry, createMemoryRateLimits()),
		log,
		secrets: loadSecrets(config.dataFolder),
		pause: setTimeout,
		isDemo,
	}
	const nouns = openNouns(platform, { verifyIdentityToken: issuer && demoVerifier(issuer) })
	const demo = issuer && openDemo(platform, nouns, issuer)
	const list: OpenNoun[] = [...listNouns(nouns), ...(demo ? [demo] : [])]

	const metrics = openMetrics(app, registry, config)
	await serve(app, { platform, nouns, list, registry, pingDatabase: database.ping })
	const edge = socketEdge(app, { platform, nouns, accessLog })
	for (const { sockets } of list) sockets?.(edge)

	let jobs: ReturnType<typeof runEveryMinute> | undefined
	measureDatabase(registry, database)
	measureJobs(registry, () => jobs?.records() ?? new Map())
	measureCertificate(registry, () => certificate?.current(), systemClock.now)
	for (const noun of list) noun.metrics?.(registry)
	/** Without a site every address is unknown. */
	const { sites } = nouns.site
	const hasSite = (await sites.all()).length > 0

	return {
		/** Set if the database contains the demo; says whether its streams are put on air. */
		demo: isDemo ? { showsLives: demo?.showsLives === true } : undefined,
		databaseKind: database.kind,
		hasSite,
		/** Returns whether a host name or address leads to a site, or will once a site exists. */
		hasSiteAt: async (host: string) => !hasSite || (await sites.findByHost(host)) !== undefined,
		/** Resolves when another server has taken over the database: this one must stop. */
		lockLost: lock.lost,
		/** The port people open: the chosen one, or with port 0 the one that was free. */
		async listen(): Promise<number> {
			for (const noun of list) await noun.start?.()
			// Some jobs depend on started nouns.
			jobs = runEveryMinute([...(certificate ? [certificateJob(certificate)] : []), ...jobsOf(list)], {
				log,
				clock: systemClock,
			})
			await metrics.listen()
			await app.listen(config.listen)
			return config.port === 0 ? (app.server.address() as AddressInfo).port : config.port
		},
		/** Finishes the requests in progress, then closes everything. */
		async stop() {
			jobs?.stop()
			for (const noun of list) noun.beginStop?.()
			for (const noun of list.toReversed()) await noun.stop?.()
			await app.close()
			metrics.close()
			for (const noun of list.toReversed()) await noun.close?.()
			await database.close()
			await lock.release()
		},
	}
}

const jobsOf = (list: readonly OpenNoun[]): Job[] => list.flatMap(({ jobs = [] }) => jobs)
const certificateJob = ({ check }: { check(): Promise<void> }): Job => ({ name: 'certificate', run: check })

async function warnOfScarcePorts({ media }: Config, log: Log) {
	if (!(await requireMediaPorts(media)).arePortsLow) return
	log.warn({ ports: media.portRange }, 'most UDP ports for media are taken: set MEDIA_PORTS to a larger range')
}

/** Port 0 is chosen at the start. */
const portOf = ({ port }: Config) => port || undefined

/** Fastify with its certificate, log and metrics; it has no routes yet. */
async function openApp(config: Config, log: Log) {
	const load = () => loadTls(config.tls, config.dataFolder)
	const tls = await load()
	const app = await createApp({ log, tls, trustedProxies: config.trustedProxies, port: portOf(config) })
	const apply: Parameters<typeof createTlsReload>[0]['apply'] = pair => setCertificate(app, pair)
	const certificate = tls && createTlsReload({ first: tls, load, apply, log })
	const accessLog = config.accessLog ? createLogWithoutRedaction(config.logLevel) : undefined
	if (accessLog) logAccess(app, accessLog)
	const registry = measureRequests(app)
	measureCalls(app, registry)
	return { app, registry, certificate, accessLog }
}

interface ServedParts {
	platform: Platform
	nouns: Nouns
	list: readonly OpenNoun[]
	registry: ReturnType<typeof measureRequests>
	pingDatabase(): Promise<void>
}

/** Calls, documents, health and the page. */
async function serve(app: FastifyInstance, { platform, nouns, list, registry, pingDatabase }: ServedParts) {
	const { config, clock, createRateLimit, secrets } = platform
	const { sites } = nouns.site
	const guard = csrf(secrets.csrf)
	for (const { prepare } of list) prepare?.(app)
	addSecurityHeaders(app)
	handleErrors(app, sites)
	const disk = createDiskProbe(config.dataFolder, clock)
	serveHealth(app, { database: pingDatabase, disk, degrading: list.flatMap(({ readiness = [] }) => readiness) })
	await serveNouns(app, list, {
		edge: { registry, browserOf },
		callDeps: {
			authenticate: createAuthenticate(sites, nouns.session.sessions),
			csrf: guard,
			knownDevices: nouns.account.knownDevices,
			createRateLimit,
			browsersPerAddress: config.browsersPerAddress,
			clock,
		},
	})
	serveNoSupport(app, sites)
	const devServer = config.devServer === undefined ? undefined : devServerAt(config.devServer)
	await servePage(app, {
		liveOrigin: nouns.live.media.mediaOrigin,
		webFolder: devServer ? '' : builtPage(root),
		shellFolder: join(root, 'apps/shell/dist'),
		sites,
		csrf: guard,
		clock,
		devServer,
	})
	devServer?.attach(app.server)
	const isSocket = isAtPath(list.flatMap(({ socketPaths = [] }) => socketPaths))
	endUnknownUpgrades(app.server, request => isSocket(request) || devServer?.isItsUpgrade(request) === true)
}

function socketEdge(
	app: FastifyInstance,
	{ platform, nouns, accessLog }: { platform: Platform; nouns: Nouns; accessLog: Log | undefined },
): SocketEdge {
	const { config, clock, createRateLimit } = platform
	const isTrusted = trustProxies(config.trustedProxies)
	const hostOf = (request: IncomingMessage) => requestedHost(request, isTrusted)
	return {
		server: app.server,
		createRateLimit,
		addressOf: request => clientAddress(request, isTrusted),
		hostOf,
		originOf: request => linkOrigin(request, isTrusted, portOf(config)),
		async ownOriginOf(request) {
			const site = await nouns.site.sites.findByHost(hostOf(request))
			return site && requestedOrigin(request, isTrusted)
		},
		clock,
		browsersPerAddress: config.browsersPerAddress,
		...(accessLog && { onConnectionEnd: connectionEndLog(accessLog) }),
		allowedOrigins: config.publicUrl ? [config.publicUrl] : [],
	}
}

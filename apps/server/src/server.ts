import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { livePublishPath } from '@parley/api'
import { ImAppId, imPaths } from '@parley/im'
import { roomPaths } from '@parley/room'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import * as v from 'valibot'
import { createLoopedFilm, type LoopedFilm, showFilmToWatchers } from './demo/film/index.ts'
import {
	createDemoIdentityIssuer,
	demoSites,
	findPublishedPasswords,
	messagingDemo,
	seedOrRefreshDemo,
	startDemoLives,
} from './demo/index.ts'
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
	measureLimits,
	measureRequests,
	registerCalls,
	serveAgreements,
	serveDocs,
	serveGroupInvitation,
	serveHealth,
	serveHelp,
	serveImCalls,
	serveImPage,
	serveNoSupport,
	servePage,
	servePictures,
	serveSimulatedPhone,
	serveThisMachineOnly,
	setCertificate,
} from './http/index.ts'
import { measureServer, openMetrics } from './metrics.ts'
import { verifyWithChallengeVendor } from './modules/challenge/adapters/remoteVendor.ts'
import {
	attachPhoneGateway,
	createEmbeddedLiveEngine,
	createExternalLiveEngine,
	createFfmpegMeetingPublisher,
	createTranscoding,
	fetchPlaylist,
	type LiveOrigin,
	serveLive,
	serveLiveHooks,
} from './modules/live/adapters/index.ts'
import { attachImGateway } from './modules/messaging/adapters/gateway/index.ts'
import { openPictureFolder } from './modules/picture/index.ts'
import { attachRoomGateway, createEmbeddedEngine } from './modules/room/adapters/index.ts'
import { watchSessionEndings } from './modules/session/index.ts'
import { isImOrigin } from './modules/site/index.ts'
import { createSms, inboxFile } from './modules/sms/adapters/index.ts'
import { remoteVerifier } from './modules/social/adapters/remoteVerifier.ts'
import { acceptNoToken, restrictToSites, verifyWithFirst } from './modules/social/index.ts'
import { createModules, type Modules } from './modules.ts'
import { clientAddress, linkOrigin, requestedHost, requestedOrigin, trustProxies } from './platform/clientAddress.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { type Db, databaseLocation, type OpenDatabase, openDatabase } from './platform/database.ts'
import { createDiskProbe } from './platform/disk.ts'
import { randomIds } from './platform/ids.ts'
import { type Job, runEveryMinute } from './platform/jobs.ts'
import { createLogWithoutRedaction, type Log } from './platform/log.ts'
import { requireMediaPorts } from './platform/mediaPorts.ts'
import { type CreateRateLimit, createMemoryRateLimits } from './platform/rateLimit.ts'
import { loadSecrets } from './platform/secrets.ts'
import { lockDatabase } from './platform/serverLock.ts'
import { StartError } from './platform/startError.ts'
import { createTlsReload, loadTls } from './platform/tls.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Opens everything the configuration names; nothing listens yet. */
export async function createServer(config: Config, log: Log) {
	const place = databaseLocation(config)
	const lock = await lockDatabase(place)
	const secrets = loadSecrets(config.dataFolder)
	const tls = await loadTls(config.tls, config.dataFolder)
	const database = await openDatabase(place, {
		// Not the error itself: it has the whole connection in it.
		onConnectionLost: reason => log.warn({ reason }, 'a connection to the database broke'),
	})
	const hasDemo = await openDemo(config, database.db)
	const demoIssuer = hasDemo ? await createDemoIdentityIssuer(systemClock) : undefined
	if ((await requireMediaPorts(config.media)).arePortsLow) {
		log.warn({ ports: config.media.portRange }, 'most UDP ports for media are taken: set MEDIA_PORTS to a larger range')
	}
	const engine = openEngine(config, log)
	/** No step of the clock changes it. */
	const elapsedMs = () => performance.now()
	const live = createEmbeddedLiveEngine({
		...config.live,
		folder: config.liveFolder,
		clock: systemClock,
		elapsedMs,
		log,
	})
	const { origin } = config.live
	const outside = origin
		? createExternalLiveEngine({
				hlsUrl: origin.hlsUrl,
				clock: systemClock,
				elapsedMs,
				log,
				fetchText: fetchPlaylist,
			})
		: undefined
	let rtmpPort: number | undefined
	const transcoding = createTranscoding({ engine: live, setting: config.live.ffmpeg, clock: systemClock, log })
	const meetingPublisher = createFfmpegMeetingPublisher({
		engine: live,
		rooms: engine,
		ffmpeg: transcoding.ffmpeg,
		log,
	})
	const sms = createSms(config.sms, {
		clock: systemClock,
		log,
		isDemo: hasDemo,
		file: join(config.dataFolder, inboxFile),
	})
	/** Port 0 is chosen at the start. */
	const port = config.port || undefined
	const app = await createApp({ log, tls, trustedProxies: config.trustedProxies, port })
	const certificate =
		tls &&
		createTlsReload({
			first: tls,
			load: () => loadTls(config.tls, config.dataFolder),
			apply: pair => setCertificate(app, pair),
			log,
		})
	const accessLog = config.accessLog ? createLogWithoutRedaction(config.logLevel) : undefined
	if (accessLog) logAccess(app, accessLog)
	const registry = measureRequests(app)
	measureCalls(app, registry)
	const createRateLimit = measureLimits(registry, createMemoryRateLimits())
	const modules = createModules({
		db: database.db,
		clock: systemClock,
		ids: randomIds,
		createRateLimit,
		log,
		secrets,
		sms: sms.sender,
		verifyWithVendor: verifyWithChallengeVendor,
		verifyIdentityToken: deviceMakerVerifier(config, demoIssuer),
		engine,
		pictureFolder: openPictureFolder(pictureFolderOf(config)),
		liveEngine: outside ?? live,
		liveEdgeSecret: config.live.edgeSecret,
		// An outside origin takes RTMP from publishers alone.
		takesPhones: () => !outside,
		meetingPublisher: outside ? undefined : meetingPublisher,
		rtmpUrlAt: at => origin?.rtmpUrl ?? (rtmpPort === undefined ? undefined : rtmpUrl(at, rtmpPort)),
		roomCapacity: config.media.maxParticipants,
		publicUrl: config.publicUrl,
		pause: setTimeout,
	})
	const metrics = openMetrics(app, registry, config)
	const demoFilm = hasDemo && !outside ? createLoopedFilm(live) : undefined
	/** Lives of the demo that show the film, by meeting; known from the start on. */
	const demoStreams = new Map<string, string>()
	if (demoFilm) showFilmToWatchers(app, demoFilm, demoStreams)
	if (origin && outside) serveLiveHooks(app, outside, origin.hookSecret)
	await serveEverything(app, {
		config,
		secrets,
		database,
		engine,
		live,
		createRateLimit,
		modules,
		sms,
		demoIssuer,
		registry,
	})
	const isTrustedProxy = trustProxies(config.trustedProxies)
	const edge = {
		server: app.server,
		createRateLimit,
		addressOf: (request: IncomingMessage) => clientAddress(request, isTrustedProxy),
		async ownOriginOf(request: IncomingMessage) {
			const site = await modules.sites.findByHost(requestedHost(request, isTrustedProxy))
			return site && requestedOrigin(request, isTrustedProxy)
		},
		clock: systemClock,
		...(accessLog && { onConnectionEnd: connectionEndLog(accessLog) }),
		allowedOrigins: config.publicUrl ? [config.publicUrl] : [],
	}
	const { browsersPerAddress } = config
	const roomGateway = attachRoomGateway({
		...edge,
		browsersPerAddress,
		service: modules.rooms,
		signalling: engine.signalling,
		log,
	})
	const { authorisePublish } = modules.lives.broadcasts
	const phoneGateway = outside
		? undefined
		: attachPhoneGateway({ ...edge, ingest: live, authorisePublish, ffmpeg: transcoding.ffmpeg, log })
	const { service: messaging, words } = modules.messaging
	await words.start()
	const imGateway = attachImGateway({
		...edge,
		connect: messaging.connect,
		originOf: request => linkOrigin(request, isTrustedProxy, port),
		async admitsPage(request, origin) {
			const site = await modules.sites.findByHost(requestedHost(request, isTrustedProxy))
			return site !== undefined && isImOrigin(site.settings, origin)
		},
	})
	/** Without a site every address is unknown. */
	const hasSite = (await modules.sites.all()).length > 0
	async function showDemoLives(film: LoopedFilm) {
		const started = await startDemoLives({
			db: database.db,
			broadcasts: modules.lives.broadcasts,
			meetings: modules.meetings,
			pictures: modules.pictures,
			engine: live,
			clock: systemClock,
			publishFilm: film.publishOnce,
		})
		for (const [meetingId, streamId] of started) demoStreams.set(meetingId, streamId)
	}
	const endings = watchSessionEndings({
		readVersion: modules.sessions.endingsVersion,
		onEnded: () => Promise.all([modules.rooms.endRevoked(), messaging.endRevoked()]),
		log,
	})
	let jobs: ReturnType<typeof startJobs> | undefined
	const ownJobs = [
		...(hasDemo
			? [{ name: 'refresh of the demo data', run: async () => void (await seedOrRefreshDemo(database.db)) }]
			: []),
		...(certificate ? [{ name: 'certificate', run: certificate.check }] : []),
	]
	measureServer(registry, {
		modules,
		database,
		engine,
		live,
		certificate: () => certificate?.current(),
		jobRecords: () => jobs?.records() ?? new Map(),
		now: systemClock.now,
	})

	return {
		app,
		modules,
		database,
		hasDemo,
		/** Whether the demo's broadcasts are put on air: an outside origin does not show the film. */
		hasDemoLives: demoFilm !== undefined,
		hasSite,
		/** Whether a host name or address leads to a site, or will as soon as there is one. */
		hasSiteAt: async (host: string) => !hasSite || (await modules.sites.findByHost(host)) !== undefined,
		/** Text messages that are delivered to nobody; missing where a sender is set up. */
		inbox: sms.inbox,
		/** Resolves when another server has taken over the database: this one has to stop. */
		lockLost: lock.lost,
		/** The port people open: the chosen one, or with port 0 the one that was free. */
		async listen(): Promise<number> {
			// Nobody waits for the program: without it there is one definition, and others follow.
			void transcoding.start()
			rtmpPort = await live.start()
			outside?.start()
			await modules.lives.broadcasts.resume()
			// Some judge by the streams, which are there from here on.
			jobs = startJobs(modules, ownJobs, log)
			if (demoFilm) await showDemoLives(demoFilm)
			await metrics.listen()
			await app.listen(config.listen)
			return config.port === 0 ? (app.server.address() as AddressInfo).port : config.port
		},
		/** Finishes the requests in progress, then closes everything. */
		async stop() {
			engine.stopRestarting()
			jobs?.stop()
			endings.stop()
			imGateway.refuseNew()
			await Promise.all([roomGateway.stop(), messaging.stop()])
			await imGateway.stop()
			words.stop()
			await phoneGateway?.stop()
			demoFilm?.stop()
			meetingPublisher.stopAll()
			transcoding.stop()
			await outside?.close()
			await live.close()
			await app.close()
			metrics.close()
			await engine.stop()
			await database.close()
			await lock.release()
		},
	}
}

/** Seeds or refreshes the demo where there is one; throws where its people would be reached and nobody asked for them. */
async function openDemo({ demo, isReachable }: Config, db: Db): Promise<boolean> {
	if (demo === 'everywhere' || demo === 'thisMachine') return await seedOrRefreshDemo(db)
	if (isReachable && (await findPublishedPasswords(db)).length > 0) {
		throw new StartError(
			'The database holds demo people, whose password is public, and other machines reach this server: take their passwords with `npm run parley -- demo close`, or write PARLEY_DEMO=1 to let everybody in.',
		)
	}
	return false
}

const pictureFolderOf = ({ dataFolder }: Config) => join(dataFolder, 'pictures')

const usualRtmpPort = 1935

/** For OBS and others, at the host name the page was opened with. */
const rtmpUrl = (origin: string, port: number): string =>
	`rtmp://${new URL(origin).hostname}${port === usualRtmpPort ? '' : `:${port}`}/live`

type DemoIssuer = Awaited<ReturnType<typeof createDemoIdentityIssuer>>

function openEngine({ media }: Config, log: Log) {
	const { announcedIp, portRange, udpMux, privateCandidates, iceServers, maxParticipants } = media
	const network = { ...(announcedIp && { announcedIp }), udpPorts: portRange, udpMux, privateCandidates }
	return createEmbeddedEngine({ config: { network, iceServers, maxParticipants }, log, now: systemClock.now })
}

/** Tokens of the demo are made for anybody who asks, so that they count on the demo's own sites only. */
function deviceMakerVerifier({ deviceMaker }: Config, demoIssuer: DemoIssuer | undefined) {
	const verifier = deviceMaker ? remoteVerifier(deviceMaker, systemClock) : acceptNoToken
	const demoSiteIds = demoSites.map(({ id }) => id)
	return demoIssuer ? verifyWithFirst(restrictToSites(demoSiteIds, demoIssuer.verify), verifier) : verifier
}

interface ServedParts {
	config: Config
	secrets: ReturnType<typeof loadSecrets>
	database: OpenDatabase
	engine: ReturnType<typeof openEngine>
	live: LiveOrigin
	createRateLimit: CreateRateLimit
	modules: Modules
	sms: ReturnType<typeof createSms>
	demoIssuer: DemoIssuer | undefined
	registry: Registry
}

/** Calls, documents, health and the page. */
async function serveEverything(app: FastifyInstance, parts: ServedParts) {
	const { config, secrets, database, engine, live, createRateLimit, modules, sms, demoIssuer } = parts
	const guard = csrf(secrets.csrf)
	if (demoIssuer && config.demo === 'thisMachine') serveThisMachineOnly(app)
	addSecurityHeaders(app)
	handleErrors(app, modules.sites)
	const disk = createDiskProbe(config.dataFolder, systemClock)
	serveHealth(app, { database: database.ping, disk, media: engine.health, clock: systemClock })
	serveLive(app, live, { browserOf, edgeSecret: config.live.edgeSecret })
	const callDeps = {
		authenticate: createAuthenticate(modules.sites, modules.sessions),
		csrf: guard,
		knownDevices: modules.knownDevices,
		createRateLimit,
		browsersPerAddress: config.browsersPerAddress,
		clock: systemClock,
	}
	const { messaging, ...others } = modules.http
	registerCalls(app, Object.values(others), callDeps)
	await serveImCalls(app, {
		...callDeps,
		calls: messaging,
		sites: modules.sites,
		publicUrl: config.publicUrl,
		onlinePeople: modules.messaging.onlinePeople,
		registry: parts.registry,
	})
	serveDocs(app, modules.http)
	serveAgreements(app, modules.sites)
	serveHelp(app, modules.sites)
	serveNoSupport(app, modules.sites)
	await servePictures(app, pictureFolderOf(config))
	if (demoIssuer) {
		serveSimulatedPhone(app, modules.sites, {
			inbox: sms.inbox?.recent,
			async signIdentity(provider, subject, site) {
				const secret = demoSites.some(({ id }) => id === site.id) ? await modules.sites.shellSecret(site.id) : undefined
				return secret === undefined ? undefined : await demoIssuer.signIdentity(provider, subject, secret)
			},
		})
		await serveImPage(app, { sites: modules.sites, folder: join(root, 'apps/im/dist'), demo: messagingDemo })
	} else {
		const { invitedTo } = modules.messaging.service
		serveGroupInvitation(app, {
			sites: modules.sites,
			invitedTo: (siteId, gid, code) => invitedTo(v.parse(ImAppId, siteId), gid, code),
		})
	}
	const devServer = config.devServer === undefined ? undefined : devServerAt(config.devServer)
	await servePage(app, {
		liveOrigin: config.live.origin && new URL(config.live.origin.hlsUrl).origin,
		webFolder: devServer ? '' : builtPage(root),
		shellFolder: join(root, 'apps/shell/dist'),
		sites: modules.sites,
		csrf: guard,
		clock: systemClock,
		devServer,
	})
	devServer?.attach(app.server)
	const isGateways = isAtPath([roomPaths.socket, imPaths.socket, livePublishPath])
	endUnknownUpgrades(app.server, request => isGateways(request) || devServer?.isItsUpgrade(request) === true)
}

const startJobs = (modules: Modules, others: Job[], log: Log) =>
	runEveryMinute(
		[
			...others,
			{ name: 'missed meetings', run: modules.meetings.closeMissedMeetings },
			{ name: 'meetings of hosts who left', run: modules.meetings.handOver },
			{ name: 'meetings over for long', run: modules.meetings.removeLongOver },
			{ name: 'old complaints', run: modules.complaints.removeOld },
			{ name: 'expired sessions', run: modules.sessions.removeExpired },
			{ name: 'expired codes and proofs', run: modules.verification.removeExpired },
			{ name: 'expired notices of tried passwords', run: modules.guessingNotices.removeExpired },
			{ name: 'pictures no meeting has', run: modules.pictures.removeUnused },
			{ name: 'broadcasts nobody ends', run: modules.lives.broadcasts.endForgotten },
			{ name: 'old recordings', run: modules.lives.broadcasts.removeOldRecordings },
			{ name: 'streams no live has', run: modules.lives.broadcasts.removeUnknownStreams },
			{ name: 'alarms', run: modules.sweeps.endCalm },
			{ name: 'expired challenges', run: modules.challenges.removeExpired },
			{ name: 'retention of messaging', run: modules.messaging.applyRetention },
			{ name: 'expired identity envelopes', run: modules.social.removeExpired },
		],
		{ log, clock: systemClock },
	)

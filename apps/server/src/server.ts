import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askChallengeVendor } from './challengeVendor.ts'
import { createVoucher, demoSites, keepDemo } from './demo/index.ts'
import {
	addSecurityHeaders,
	builtPage,
	createApp,
	createAuthenticate,
	csrf,
	devServerAt,
	handleErrors,
	registerCalls,
	serveAgreements,
	serveDocs,
	serveHealth,
	serveHelp,
	serveNoSupport,
	servePage,
	serveSimulatedPhone,
} from './http/index.ts'
import { anyOf, noIssuer, onlyOn } from './modules/social/index.ts'
import { createModules } from './modules.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { randomIds } from './platform/ids.ts'
import { runEveryMinute } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMemoryRateLimit } from './platform/rateLimit.ts'
import { loadSecrets } from './platform/secrets.ts'
import { loadTls } from './platform/tls.ts'
import { remoteVerifier } from './remoteVerifier.ts'
import { attachRoomGateway, createEmbeddedEngine } from './room/index.ts'
import { openSms } from './sms/index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Opens everything the configuration names; nothing listens yet. */
export async function createServer(config: Config, log: Log) {
	const secrets = loadSecrets(config.dataFolder)
	const tls = await loadTls(config.tls, config.dataFolder)
	const place = config.databaseUrl === undefined ? { folder: config.dataFolder } : { url: config.databaseUrl }
	const database = await openDatabase(place)
	const { announcedIp, portRange, udpMux, iceServers, maxParticipants } = config.media
	const engine = createEmbeddedEngine({
		config: {
			network: { ...(announcedIp && { announcedIp }), udpPorts: portRange, udpMux },
			iceServers,
			maxParticipants,
		},
		log,
		now: systemClock.now,
	})
	const hasDemo = config.demo && (await keepDemo(database.db))
	const voucher = hasDemo ? await createVoucher(systemClock) : undefined
	const deviceMaker = config.deviceMaker ? remoteVerifier(config.deviceMaker, systemClock) : noIssuer
	// Whoever asks the demo for a token names whom it is about: elsewhere that must be worth nothing.
	const ofDemo =
		voucher &&
		onlyOn(
			demoSites.map(({ id }) => id),
			voucher.verify,
		)
	const sms = openSms(config.sms, { clock: systemClock, log, isDemo: hasDemo })
	const modules = createModules({
		db: database.db,
		clock: systemClock,
		ids: randomIds,
		createRateLimit: createMemoryRateLimit,
		log,
		secrets,
		sms: sms.sender,
		askVendor: askChallengeVendor,
		verifyDeviceMaker: ofDemo ? anyOf(ofDemo, deviceMaker) : deviceMaker,
		engine,
		roomCapacity: maxParticipants,
		publicUrl: config.publicUrl,
	})

	const app = await createApp({ log, tls, trustProxy: config.trustProxy })
	const guard = csrf(secrets.csrf)
	const devServer = config.devServer === undefined ? undefined : devServerAt(config.devServer)
	addSecurityHeaders(app, tls !== undefined)
	handleErrors(app)
	serveHealth(app, { database: database.ping, media: engine.health, clock: systemClock })
	registerCalls(app, Object.values(modules.http), {
		authenticate: createAuthenticate(modules.sites, modules.sessions),
		csrf: guard,
		createRateLimit: createMemoryRateLimit,
		clock: systemClock,
	})
	serveDocs(app, modules.http)
	serveAgreements(app, modules.sites)
	serveHelp(app)
	serveNoSupport(app)
	if (voucher) {
		serveSimulatedPhone(app, modules.sites, {
			inbox: sms.inbox?.recent,
			async signIdentity(appAsked, subject, site) {
				const secret = demoSites.some(({ id }) => id === site.id) ? await modules.sites.shellSecret(site.id) : undefined
				return secret === undefined ? undefined : await voucher.vouch(appAsked, subject, secret)
			},
		})
	}
	await servePage(app, {
		webFolder: devServer ? '' : builtPage(root),
		shellFolder: join(root, 'apps/shell/dist'),
		sites: modules.sites,
		csrf: guard,
		clock: systemClock,
		isTls: tls !== undefined,
		devServer,
	})
	devServer?.attach(app.server)
	const gateway = attachRoomGateway({
		server: app.server,
		service: modules.rooms,
		signalling: engine.signalling,
		log,
		allowedOrigins: config.publicUrl ? [config.publicUrl] : [],
	})
	const jobs = runEveryMinute(
		[
			...(hasDemo ? [{ name: 'demo of the day', run: async () => void (await keepDemo(database.db)) }] : []),
			{ name: 'meetings that lapse', run: modules.meetings.closeMissedMeetings },
			{ name: 'sessions that expire', run: modules.sessions.sweep },
			{ name: 'codes and proofs that expire', run: modules.verification.sweep },
			{ name: 'challenges that expire', run: modules.challenges.sweep },
			{ name: 'spent identities that expire', run: modules.social.sweep },
		],
		log,
	)

	return {
		app,
		modules,
		database,
		hasDemo,
		/** Text messages that are delivered to nobody; nothing where a sender is set up. */
		inbox: sms.inbox,
		/** Answers what is under way, then lets go of everything. */
		async stop() {
			jobs.stop()
			gateway.close()
			await app.close()
			await engine.stop()
			await database.close()
		},
	}
}

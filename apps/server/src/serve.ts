import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import {
	addSecurityHeaders,
	browserOf,
	builtPage,
	createAuthenticate,
	csrf,
	devServerAt,
	endUnknownUpgrades,
	handleErrors,
	isAtPath,
	type measureRequests,
	serveHealth,
	serveNoSupport,
	serveNouns,
	servePage,
} from './http/index.ts'
import type { Nouns } from './modules/nouns.ts'
import { createDiskProbe } from './platform/disk.ts'
import type { OpenNoun, Platform } from './platform/noun.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface ServedParts {
	platform: Platform
	nouns: Nouns
	list: readonly OpenNoun[]
	registry: ReturnType<typeof measureRequests>
	pingDatabase(): Promise<void>
}

/** Serves calls, documents, health and the page. */
export async function serve(app: FastifyInstance, { platform, nouns, list, registry, pingDatabase }: ServedParts) {
	const { config, clock, createRateLimit, secrets } = platform
	const { sites } = nouns.site
	const guard = csrf(secrets.csrf)
	for (const { prepare } of list) prepare?.(app)
	addSecurityHeaders(app)
	handleErrors(app, sites)
	const disk = createDiskProbe(config.dataFolder, clock)
	serveHealth(app, { database: pingDatabase, disk, components: list.flatMap(({ components = [] }) => components) })
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
		livekitUrl: config.media.livekit?.url,
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

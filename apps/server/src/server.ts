import type { AddressInfo } from 'node:net'
import server from '../package.json' with { type: 'json' }
import { demoVerifier, openDemo } from './demo/open.ts'
import { listNouns, openNouns } from './modules/nouns.ts'
import { openApp } from './openApp.ts'
import { openForwarding, passRequestsOn } from './openForwarding.ts'
import { openMetrics } from './openMetrics.ts'
import { createPlatform, openStorage, warnOfScarcePorts } from './openPlatform.ts'
import type { Config } from './platform/config.ts'
import { type Job, runEveryMinute } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { measureCertificate, measureDatabase, measureJobs, measureLimits } from './platform/metrics.ts'
import type { OpenNoun } from './platform/noun.ts'
import { openTracing } from './platform/openTracing.ts'
import { createMemoryRateLimits } from './platform/rateLimit.ts'
import { openRedisRateLimits } from './platform/redisRateLimits.ts'
import { requireObjectStore } from './platform/requireObjectStore.ts'
import { createSharedRateLimits } from './platform/sharedRateLimits.ts'
import { serve } from './serve.ts'
import { createSocketEdge } from './socketEdge.ts'

/** Opens everything the configuration names; nothing listens yet. */
export async function createServer(config: Config, log: Log) {
	// Before the database: a server that does not start migrates nothing.
	await requireObjectStore(config, log)
	const tracing = await openTracing(config, server.version, log)
	const { lock, database, leadership, issuer } = await openStorage(config, log, tracing?.onQuery)
	await warnOfScarcePorts(config, log)
	const { app, registry, certificate, accessLog } = await openApp(config, log, tracing)
	const redis = config.redisUrl === undefined ? undefined : openRedisRateLimits(config.redisUrl, log)
	const own = createMemoryRateLimits()
	const createRateLimit = measureLimits(registry, redis ? createSharedRateLimits(own, redis.create) : own)
	const isDemo = issuer !== undefined
	const platform = createPlatform({ config, log, db: database.db, createRateLimit, isDemo })
	const { clock } = platform
	const nouns = openNouns(platform, { verifyIdentityToken: issuer && demoVerifier(issuer) })
	const demo = issuer && openDemo(platform, nouns, issuer)
	const list: OpenNoun[] = [...listNouns(nouns), ...(demo ? [demo] : [])]

	const forwarding = openForwarding({ platform, nouns })
	if (forwarding) passRequestsOn(app, forwarding)
	const metrics = openMetrics(app, registry, config)
	await serve(app, { platform, nouns, list, registry, pingDatabase: database.ping })
	const edge = createSocketEdge(app, { platform, nouns, forwarding, accessLog })
	for (const { sockets } of list) sockets?.(edge)

	let jobs: ReturnType<typeof runEveryMinute> | undefined
	measureDatabase(registry, database)
	measureJobs(registry, () => jobs?.records() ?? new Map())
	measureCertificate(registry, () => certificate?.current(), clock.now)
	for (const noun of list) noun.metrics?.(registry)
	const { sites } = nouns.site
	/** Without a site every address is unknown. */
	const hasSite = (await sites.all()).length > 0

	return {
		/** Set if the database contains the demo; says whether its streams are put on air. */
		demo: demo && { showsLives: demo.showsLives },
		databaseKind: database.kind,
		hasSite,
		/** Returns whether a host name or address leads to a site, or will once a site exists. */
		hasSiteAt: async (host: string) => !hasSite || (await sites.findByHost(host)) !== undefined,
		/** Resolves with the reason when this server must stop because of another one. */
		mustStop: Promise.race([
			lock.lost.then(() => 'another server has taken the lock of the database'),
			nouns.node.removed.then(() => 'other servers take over from this one'),
		]),
		/** The port people open: the chosen one, or with port 0 the one that was free. */
		async listen(): Promise<number> {
			for (const noun of list) await noun.start?.()
			// Some jobs depend on started nouns.
			const all = [...(certificate ? [certificateJob(certificate)] : []), ...jobsOf(list)]
			jobs = runEveryMinute(all, { log, clock, isLeader: leadership.isLeader })
			await metrics.listen()
			await app.listen(config.listen)
			return config.port === 0 ? (app.server.address() as AddressInfo).port : config.port
		},
		/** Finishes the requests in progress, then closes everything. */
		async stop() {
			jobs?.stop()
			await closeNouns(list, async () => {
				forwarding?.close()
				await app.close()
				metrics.close()
			})
			await redis?.close()
			await leadership.release()
			await database.close()
			await lock.release()
			await tracing?.stop()
		},
	}
}

const jobsOf = (list: readonly OpenNoun[]): Job[] => list.flatMap(({ jobs = [] }) => jobs)
const certificateJob = ({ check }: { check(): Promise<void> }): Job => ({
	name: 'certificate',
	run: check,
	runsOnEveryNode: true,
})

/** Stops nouns in reverse order, and closes them once no request can reach them any more. */
async function closeNouns(list: readonly OpenNoun[], endRequests: () => Promise<void>) {
	for (const noun of list) noun.beginStop?.()
	for (const noun of list.toReversed()) await noun.stop?.()
	await endRequests()
	for (const noun of list.toReversed()) await noun.close?.()
}

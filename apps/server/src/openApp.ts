import { createApp, logAccess, measureCalls, measureRequests, setCertificate } from './http/index.ts'
import { trustProxies } from './platform/clientAddress.ts'
import type { Config } from './platform/config.ts'
import { followRequests } from './platform/currentRequest.ts'
import { createLogWithoutRedaction, type Log } from './platform/log.ts'
import { createTlsReload, loadTls } from './platform/tls.ts'
import type { Tracing } from './platform/tracing.ts'

/** Returns the port of links; undefined for port 0, which the system replaces by a free one at the start. */
export const portOf = ({ port }: Config) => port || undefined

/** Creates Fastify with its certificate, log and metrics; it has no routes yet. */
export async function openApp(config: Config, log: Log, tracing?: Tracing) {
	const load = () => loadTls(config.tls, config.dataFolder)
	const tls = await load()
	const app = await createApp({ log, tls, trustedProxies: config.trustedProxies, port: portOf(config) })
	// Only other nodes and traces ask which request is being answered.
	if (config.nodeUrl !== undefined || tracing) followRequests(app)
	tracing?.attach(app, trustProxies(config.trustedProxies))
	const apply: Parameters<typeof createTlsReload>[0]['apply'] = pair => setCertificate(app, pair)
	const certificate = tls && createTlsReload({ first: tls, load, apply, log })
	const accessLog = config.accessLog ? createLogWithoutRedaction(config.logLevel) : undefined
	if (accessLog) logAccess(app, accessLog)
	const registry = measureRequests(app)
	measureCalls(app, registry)
	return { app, registry, certificate, accessLog }
}

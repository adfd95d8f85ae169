import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isEqualInConstantTime } from '../platform/constantTime.ts'
import { notStored } from '../platform/http/headers.ts'
import { connectionLimits, serverOptions } from './connectionLimits.ts'

/** Measures every request of the app, for Prometheus. */
export function measureRequests(app: FastifyInstance): Registry {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	const requests = new Histogram({
		name: 'parley_http_request_seconds',
		help: 'Time to answer, by route and status class',
		labelNames: ['route', 'status'],
		buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
		registers: [registry],
	})
	app.addHook('onResponse', (request, reply, done) => {
		const route = `${request.method} ${request.routeOptions.url ?? 'page'}`
		requests.observe({ route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000)
		done()
	})
	return registry
}

const answersWithinMs = 3_000

/** Counts sign-ins and the refusals of calls. */
export function measureCalls(app: FastifyInstance, registry: Registry) {
	const signIns = new Counter({
		name: 'parley_sign_ins_total',
		help: 'People who signed in, by call',
		labelNames: ['call'],
		registers: [registry],
	})
	const refusals = new Counter({
		name: 'parley_call_refusals_total',
		help: 'Calls that were refused, by call and name of the refusal',
		labelNames: ['call', 'refusal'],
		registers: [registry],
	})
	app.addHook('onResponse', ({ callOutcome }, _reply, done) => {
		if (callOutcome?.isSignIn) signIns.inc({ call: callOutcome.call })
		if (callOutcome?.refusal !== undefined) refusals.inc({ call: callOutcome.call, refusal: callOutcome.refusal })
		done()
	})
}

/**
 * Returns all metrics as text. A family whose source fails or times out is left out and counted: metrics matter most
 * while the database is down.
 */
export async function readMetrics(registry: Registry, withinMs = answersWithinMs): Promise<string> {
	const tooLate = delay(withinMs, undefined, { ref: false })
	const families = await Promise.all(
		registry
			.getMetricsAsArray()
			.map(({ name }) => Promise.race([registry.getSingleMetricAsString(name), tooLate]).catch(() => undefined)),
	)
	const answered = families.filter(family => family !== undefined)
	const own = new Registry()
	new Gauge({
		name: 'parley_metrics_left_out',
		help: 'Metrics missing from this answer because their source failed or took too long',
		registers: [own],
	}).set(families.length - answered.length)
	return [...answered, await own.metrics()].join('\n\n')
}

/** Serves `/metrics` beside the calls to holders of the token: it reveals how much each feature is used. */
export function serveMetrics(app: FastifyInstance, registry: Registry, token: string) {
	app.get('/metrics', async ({ headers }, reply) => {
		reply.header('cache-control', notStored)
		if (!hasToken(headers.authorization, token)) return reply.code(401).header('www-authenticate', 'Bearer').send()
		return reply.type(registry.contentType).send(await readMetrics(registry))
	})
}

/** Serves `/metrics` on a port of its own; with a token if one is set. The caller starts it. */
export function createMetricsServer(registry: Registry, token: string | undefined): Server {
	return createServer(serverOptions(connectionLimits), async (request, response) => {
		if (request.url !== '/metrics') return response.writeHead(404).end()
		if (token !== undefined && !hasToken(request.headers.authorization, token))
			return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
		return response.writeHead(200, { 'content-type': registry.contentType }).end(await readMetrics(registry))
	})
}

const hasToken = (authorization: string | undefined, token: string): boolean =>
	isEqualInConstantTime(authorization ?? '', `Bearer ${token}`)

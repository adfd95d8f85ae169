import { setTimeout as delay } from 'node:timers/promises'
import {
	type Context,
	context,
	DiagLogLevel,
	defaultTextMapGetter,
	defaultTextMapSetter,
	diag,
	ROOT_CONTEXT,
	type Span,
	SpanKind,
	SpanStatusCode,
	trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
	BatchSpanProcessor,
	ParentBasedSampler,
	TraceIdRatioBasedSampler,
	TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IsTrustedProxy } from './clientAddress.ts'
import type { Config } from './config.ts'
import { passedHeaders } from './currentRequest.ts'
import type { Log } from './log.ts'
import { nodeCallRoute } from './nodeCalls.ts'
import type { EndedQuery, Tracing } from './tracing.ts'

const stopsWithinMs = 2_000
const warnsEveryMs = 60_000
/** Longer statements are lists of placeholders. */
const maxTextLength = 2_000

/** Sends spans of requests and statements by OTLP over HTTP; spans that cannot be sent are dropped. */
export function createOtlpTracing(
	{ endpoint, headers, serviceName, ratio }: NonNullable<Config['tracing']>,
	version: string,
	log: Pick<Log, 'warn'>,
): Tracing {
	warnOfFailures(log)
	context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
	const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers })
	const provider = new TracerProvider({
		resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
		sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
		spanProcessors: [new BatchSpanProcessor({ exporter })],
	})
	const tracer = provider.getTracer('parley', version)
	const propagator = new W3CTraceContextPropagator()
	const contexts = new WeakMap<FastifyRequest, { span: Span; inside: Context }>()

	/** The trace of a proxy or of another node goes on; a client cannot choose one. */
	function parentOf(request: FastifyRequest, isTrusted: IsTrustedProxy): Context {
		const { raw } = request
		const isPassedOn = isTrusted(raw.socket.remoteAddress, 0) || isNodeCall(request)
		return isPassedOn ? propagator.extract(ROOT_CONTEXT, raw.headers, defaultTextMapGetter) : ROOT_CONTEXT
	}

	return {
		attach(app: FastifyInstance, isTrusted) {
			app.addHook('onRequest', (request, _reply, done) => {
				const route = request.routeOptions.url ?? 'page'
				const parent = parentOf(request, isTrusted)
				const { call } = (request.params ?? {}) as { call?: unknown }
				const attributes = {
					'http.request.method': request.method,
					'http.route': route,
					...(isNodeCall(request) && typeof call === 'string' && { 'parley.node_call': call }),
				}
				const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
				const inside = trace.setSpan(parent, span)
				contexts.set(request, { span, inside })
				propagator.inject(inside, passedHeaders(), defaultTextMapSetter)
				context.with(inside, done)
			})
			// The body of a request is read outside the context of the hook above.
			app.addHook('preHandler', (request, _reply, done) =>
				context.with(contexts.get(request)?.inside ?? context.active(), done),
			)
			app.addHook('onResponse', (request, reply, done) => {
				const { span } = contexts.get(request) ?? {}
				// It was not from a node, and says what it likes: the span is dropped.
				if (isNodeCall(request) && reply.statusCode === 403) return done()
				span?.setAttribute('http.response.status_code', reply.statusCode)
				// Known late where another node has passed the request on.
				span?.setAttribute('parley.request_id', request.id)
				const { callOutcome } = request
				if (callOutcome?.refusal !== undefined) span?.setAttribute('parley.refusal', callOutcome.refusal)
				if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
				span?.end()
				done()
			})
		},
		onQuery({ text, ms, hasFailed }: EndedQuery) {
			// Those of jobs belong to no request, and would be a trace each.
			if (trace.getActiveSpan() === undefined) return
			const endedAt = Date.now()
			const [operation = 'query'] = /^\w+/.exec(text) ?? []
			const span = tracer.startSpan(operation.toUpperCase(), {
				kind: SpanKind.CLIENT,
				startTime: endedAt - ms,
				attributes: { 'db.operation.name': operation.toUpperCase(), 'db.query.text': text.slice(0, maxTextLength) },
			})
			if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
			span.end(endedAt)
		},
		async stop() {
			await Promise.race([provider.shutdown().catch(() => {}), delay(stopsWithinMs, undefined, { ref: false })])
		},
	}
}

/** The signature is checked when the body has been read. */
const isNodeCall = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url === nodeCallRoute

/** A message of the library can contain the answer of the collector. */
function warnOfFailures(log: Pick<Log, 'warn'>): void {
	let warnedAt = Number.NEGATIVE_INFINITY
	const warn = () => {
		if (performance.now() - warnedAt < warnsEveryMs) return
		warnedAt = performance.now()
		log.warn('traces could not be sent: OTEL_EXPORTER_OTLP_ENDPOINT does not accept them')
	}
	const ignore = () => {}
	diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR)
}

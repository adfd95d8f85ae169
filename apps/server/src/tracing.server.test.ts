import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { signInByApi } from '../../../e2e/fixtures/apiMember.ts'
import { followRequests } from './platform/currentRequest.ts'
import { randomIds } from './platform/ids.ts'
import { createNodeCalls } from './platform/nodeCalls.ts'
import { createOtlpTracing } from './platform/otlpTracing.ts'
import { startOtlpReceiver } from './platform/testing/otlpReceiver.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './platform/testing/serverProcess.ts'

let folder: string
let server: ServerProcess | undefined
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>

/** Prints what is loaded of OpenTelemetry, besides the interface that the metrics use as well. */
const printLoaded = `--import=data:text/javascript,${encodeURIComponent(
	"import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) { if (name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api') console.log('LOADED', name); return next(name, context) } })",
)}`

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-traces-'))
	collector = await startOtlpReceiver()
})
afterEach(async () => {
	if (server) await stopServerProcess(server, 'SIGKILL')
	server = undefined
	collector.close()
	rmSync(folder, { recursive: true, force: true })
})

const start = (settings: Record<string, string>) =>
	startServerProcess({ PARLEY_DATA: folder, PARLEY_DEMO: '1', ...settings }, { nodeArguments: [printLoaded] })

test('[OPS-04] without a collector nothing of OpenTelemetry is loaded', async () => {
	server = await start({})
	expect(await (await fetch(server.url('/healthz'))).json()).toEqual({ status: 'ok' })
	expect(server.output()).not.toContain('LOADED')
	const sources = readdirSync(fileURLToPath(new URL('.', import.meta.url)), { recursive: true, encoding: 'utf8' })
	const importing = sources.filter(
		name => name.endsWith('.ts') && /from '@opentelemetry\//.test(readFileSync(new URL(name, import.meta.url), 'utf8')),
	)
	expect(importing).toEqual(['platform/otlpTracing.ts'])
})

test('[OPS-04] [OPS-05] requests and their statements are sent to the collector, without a value and without what a client claims', async () => {
	const claimed = '4bf92f3577b34da6a3ce929d0e0e4736'
	server = await start({
		OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
		OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret-of-the-collector',
		OTEL_SERVICE_NAME: 'parley-of-the-test',
	})
	expect(server.output()).toContain('LOADED @opentelemetry/')
	const url = server.url('').replace('127.0.0.1', 'localhost')
	await signInByApi({ url } as Parameters<typeof signInByApi>[0], 'hanmei')
	const traceparent = `00-${claimed}-00f067aa0ba902b7-01`
	const answer = await fetch(server.url('/healthz'), { headers: { traceparent } })
	const page = await fetch(server.url('/'), { headers: { accept: 'text/html' } })
	expect(page.status).toBe(200)
	await stopServerProcess(server)
	await vi.waitFor(() => expect(collector.spans.length).toBeGreaterThan(0), 10_000)
	const [first] = collector.requests
	expect(first?.path).toBe('/v1/traces')
	expect(first?.headers['api-key']).toBe('secret-of-the-collector')
	const sent = Buffer.concat(collector.requests.map(({ bytes }) => bytes)).toString('latin1')
	expect(sent).toContain('parley-of-the-test')
	expect(sent).not.toMatch(/hanmei|Parley-2026/)
	expect(collector.spans.find(({ name }) => name === 'GET /healthz')?.attributes).toMatchObject({
		'http.request.method': 'GET',
		'http.route': '/healthz',
		'http.response.status_code': 200,
		'parley.request_id': answer.headers.get('x-request-id'),
	})
	expect(collector.spans.filter(({ traceId }) => traceId === claimed)).toEqual([])
	const signIn = collector.spans.find(({ name }) => name === 'POST /auth/login')
	const roots = new Map(collector.spans.filter(({ parentId }) => parentId === '').map(span => [span.spanId, span]))
	const statements = collector.spans.filter(({ attributes }) => 'db.query.text' in attributes)
	expect(statements.length).toBeGreaterThan(0)
	for (const { name, parentId, traceId, attributes } of statements) {
		expect(roots.get(parentId)?.traceId).toBe(traceId)
		expect(String(attributes['db.query.text']).toUpperCase()).toMatch(new RegExp(`^${name}`))
	}
	expect(statements.some(({ parentId }) => parentId === signIn?.spanId)).toBe(true)
})

test('[OPS-05] the trace of a trusted proxy goes on', async () => {
	const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
	server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, PARLEY_TRUST_PROXY: '127.0.0.1' })
	await fetch(server.url('/healthz'), { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
	await stopServerProcess(server)
	await vi.waitFor(() => expect(collector.spans.length).toBeGreaterThan(0), 10_000)
	const span = collector.spans.find(({ name }) => name === 'GET /healthz')
	expect(span).toMatchObject({ traceId, parentId: '00f067aa0ba902b7' })
})

test('[OPS-05] a collector that refuses costs no request, and is in the log once', async () => {
	collector.refuse()
	server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, PARLEY_LOG: 'warn' })
	for (let at = 0; at < 5; at++) expect((await fetch(server.url('/healthz'))).status).toBe(200)
	await vi.waitFor(() => expect(server?.output()).toContain('traces could not be sent'), 20_000)
	await fetch(server.url('/healthz'))
	await stopServerProcess(server)
	expect(collector.requests.length).toBeGreaterThan(1)
	expect(server.output().match(/traces could not be sent/g)).toHaveLength(1)
})

test('[OPS-05] the trace of a node that calls goes on; a call that no node has signed is no span', async () => {
	const tracing = createOtlpTracing(
		{ endpoint: collector.url, headers: {}, serviceName: 'parley', ratio: 1 },
		'1.0.0',
		{ warn() {} },
	)
	const open = (id: string) => {
		const calls = createNodeCalls({ secret: 'secret of the nodes', id, clock: { now: Date.now }, ids: randomIds })
		const app = Fastify({ genReqId: () => `request-of-${id}` })
		followRequests(app)
		tracing.attach(app, () => false)
		onTestFinished(async () => void (await app.close()))
		return { app, calls }
	}
	const [near, far] = [open('near'), open('far')]
	far.calls.handle('greet', v.string(), name => `hello ${name}`)
	far.calls.serve(far.app)
	const url = await far.app.listen({ port: 0, host: '127.0.0.1' })
	near.app.get('/', async () => ({ said: await near.calls.ask({ id: 'far', url }, 'greet', 'Anna') }))
	expect((await near.app.inject('/')).json()).toEqual({ said: 'hello Anna' })
	const headers = {
		'content-type': 'application/json',
		traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
	}
	expect((await fetch(`${url}/-/node-calls/greet`, { method: 'POST', headers, body: '"Eve"' })).status).toBe(403)
	await tracing.stop()
	const asked = collector.spans.find(({ name }) => name === 'GET /')
	const answered = collector.spans.filter(({ name }) => name === 'POST /-/node-calls/:call')
	expect(answered).toMatchObject([{ traceId: asked?.traceId, parentId: asked?.spanId }])
	expect(answered[0]?.attributes).toMatchObject({ 'parley.node_call': 'greet', 'parley.request_id': 'request-of-near' })
})

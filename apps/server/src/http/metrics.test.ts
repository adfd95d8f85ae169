import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { measureSweeps } from '../modules/alarm/metrics.ts'
import type { Messaging } from '../modules/messaging/index.ts'
import { measureMessaging } from '../modules/messaging/metrics.ts'
import { measureMedia } from '../modules/room/metrics.ts'
import { measureSmsBudgets } from '../modules/sms/metrics.ts'
import { createLog } from '../platform/log.ts'
import { measureCertificate, measureLimits } from '../platform/metrics.ts'
import { createMemoryRateLimits } from '../platform/rateLimit.ts'
import { createTestServer } from '../testing/testServer.ts'
import { createApp } from './app.ts'
import { createMetricsServer, measureRequests, readMetrics, serveMetrics } from './metrics.ts'

const token = 'a-token-of-16-letters'

async function anApp() {
	const app = await createApp({ log: createLog('silent'), tls: undefined, trustedProxies: 0 })
	onTestFinished(() => app.close())
	const registry = measureRequests(app)
	app.get('/call/:id', async () => 'done')
	return { app, registry }
}

test('next to the calls, metrics are for holders of the token; they contain the route but not the address', async () => {
	const { app, registry } = await anApp()
	serveMetrics(app, registry, token)
	await app.inject('/call/secret-id')
	const ask = (authorization?: string) =>
		app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
	for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, token]) {
		const refused = await ask(wrong)
		expect(refused.statusCode).toBe(401)
		expect(refused.body).toBe('')
	}
	const { statusCode, body } = await ask(`Bearer ${token}`)
	expect(statusCode).toBe(200)
	expect(body).toContain('parley_http_request_seconds_count{route="GET /call/:id",status="2xx"} 1')
	expect(body).not.toContain('secret-id')
})

test('[API-03] unknown meeting ids and the alarm of each site are measured', async () => {
	const { registry } = await anApp()
	const sites = [{ siteId: v.parse(SiteId, 'A'), unknownIds: 3, isOn: false }]
	let siteIds = async () => ['A', 'B'].map(id => v.parse(SiteId, id))
	measureSweeps(
		registry,
		() => sites,
		() => siteIds(),
	)
	const before = await registry.metrics()
	expect(before).toContain('parley_sweep_alarm{site="A"} 0')
	// A site without events reports 0; otherwise no alert could tell that the metric is missing.
	expect(before).toContain('parley_sweep_alarm{site="B"} 0')
	expect(before).toContain('parley_unknown_meeting_ids{site="B"} 0')
	siteIds = async () => Promise.reject(new Error('the database does not answer'))
	sites[0] = { siteId: v.parse(SiteId, 'A'), unknownIds: 120, isOn: true }
	const text = await registry.metrics()
	expect(text).toContain('parley_sweep_alarm{site="A"} 1')
	expect(text).toContain('parley_unknown_meeting_ids{site="A"} 120')
	expect(text).toContain('parley_sweep_alarm{site="B"} 0')
})

test('[SMS-21] text messages of a day are measured beside the budget of each site', async () => {
	const { registry } = await anApp()
	measureSmsBudgets(registry, async () => [{ siteId: v.parse(SiteId, 'A'), sent: 412, perDay: 500 }])
	const text = await registry.metrics()
	expect(text).toContain('parley_sms_sent_24h{site="A"} 412')
	expect(text).toContain('parley_sms_budget_24h{site="A"} 500')
})

test('how long writes of messaging wait until they are stored is measured', async () => {
	const { registry } = await anApp()
	let stored = (_waitedMs: number) => {}
	const counters = () => ({}) as ReturnType<Messaging['counters']>
	measureMessaging(registry, {
		counters,
		measureCommits(observe) {
			stored = observe
		},
	})
	for (const waitedMs of [3, 4, 300]) stored(waitedMs)
	const body = await registry.getSingleMetricAsString('parley_im_commit_seconds')
	expect(body).toContain('parley_im_commit_seconds_bucket{le="0.002"} 0')
	expect(body).toContain('parley_im_commit_seconds_bucket{le="0.005"} 2')
	expect(body).toContain('parley_im_commit_seconds_bucket{le="1"} 3')
	expect(body).toContain('parley_im_commit_seconds_count 3')
})

test('attempts that find a limit used up are counted by its name, and are as before', async () => {
	const { registry } = await anApp()
	const limit = measureLimits(registry, createMemoryRateLimits())('tries', 1, 60)
	expect((await limit.consume('anna')).ok).toBe(true)
	expect((await limit.consume('anna')).ok).toBe(false)
	expect(await limit.getWaitMs('anna')).toBeGreaterThan(0)
	expect(await limit.getWaitMs('ben')).toBe(0)
	expect(await registry.metrics()).toContain('parley_limit_hits_total{limit="tries"} 2')
	await limit.reset('anna')
	expect((await limit.consume('anna')).ok).toBe(true)
})

test('a media engine that does not answer is down, and its counts stay as they were', async () => {
	const { registry } = await anApp()
	let isUp = true
	const stats = { rooms: 1, peers: 2, packetsIn: 10, packetsOut: 30, lostIn: 1, lostOut: 4, cpuMs: 5, residentBytes: 6 }
	measureMedia(registry, {
		health: async () => (isUp ? { ok: true } : Promise.reject(new Error('down'))),
		stats: async () => (isUp ? stats : Promise.reject(new Error('down'))),
	})
	expect(await registry.metrics()).toContain('parley_media_up 1')
	isUp = false
	const text = await registry.metrics()
	expect(text).toContain('parley_media_up 0')
	expect(text).toContain('parley_media_packets_lost_total{direction="out"} 4')
})

test('[OPS-10] a media engine without counts of its own, such as LiveKit, is up or down, too', async () => {
	const { registry } = await anApp()
	let isUp = true
	measureMedia(registry, { health: async () => ({ ok: isUp }) })
	expect(await registry.metrics()).toContain('parley_media_up 1')
	isUp = false
	const text = await registry.metrics()
	expect(text).toContain('parley_media_up 0')
	expect(text).not.toContain('parley_media_packets_total')
})

test('the days of the certificate in use are measured, and nothing without one', async () => {
	const { registry } = await anApp()
	let certificate: { kind: 'file'; validTo: number } | undefined
	measureCertificate(
		registry,
		() => certificate,
		() => 86_400_000,
	)
	expect(await registry.metrics()).not.toContain('parley_certificate_days{')
	certificate = { kind: 'file', validTo: 86_400_000 * 31 }
	expect(await registry.metrics()).toContain('parley_certificate_days{kind="file"} 30')
})

test('on a port of their own they need no token, unless one is set', async () => {
	const { registry } = await anApp()
	async function ask(given: string | undefined, headers: Record<string, string> = {}, path = '/metrics') {
		const server = createMetricsServer(registry, given).listen(0, '127.0.0.1')
		onTestFinished(() => void server.close().closeAllConnections())
		await once(server, 'listening')
		return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers })).status
	}
	expect(await ask(undefined)).toBe(200)
	expect(await ask(undefined, {}, '/')).toBe(404)
	expect(await ask(token)).toBe(401)
	expect(await ask(token, { authorization: `Bearer ${token}` })).toBe(200)
})

test('unavailable metrics are left out and counted, on a port of its own and next to the calls', async () => {
	const { app, registry } = await anApp()
	let isDown = true
	measureSmsBudgets(registry, async () => {
		if (isDown) throw new Error('the database is down')
		return [{ siteId: v.parse(SiteId, 'A'), sent: 412, perDay: 500 }]
	})
	serveMetrics(app, registry, token)
	const server = createMetricsServer(registry, undefined).listen(0, '127.0.0.1')
	onTestFinished(() => void server.close().closeAllConnections())
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	const ask = async () => [
		await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
		(await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body,
	]
	for (const text of await ask()) {
		expect(text).toContain('process_cpu_seconds_total')
		expect(text).not.toContain('parley_sms_sent_24h')
		expect(text).toMatch(/^parley_metrics_left_out [12]$/m)
	}
	isDown = false
	for (const text of await ask()) {
		expect(text).toContain('parley_sms_sent_24h{site="A"} 412')
		expect(text).toMatch(/^parley_metrics_left_out 0$/m)
	}
})

test('metrics that do not arrive in time are left out as well', async () => {
	const { registry } = await anApp()
	measureSmsBudgets(registry, () => new Promise(() => {}))
	expect(await readMetrics(registry, 20)).toMatch(/^parley_metrics_left_out [12]$/m)
})

test('a server with neither setting shows no metrics', async () => {
	const server = await createTestServer()
	onTestFinished(() => server.close())
	expect((await server.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).statusCode).toBe(404)
})

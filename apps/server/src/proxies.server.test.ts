import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { meetingQuery } from '@parley/core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { scheduleAs, signInAs } from './demo/testing/demoMember.ts'
import { RtmpClient } from './modules/live/adapters/testing/rtmpClient.ts'
import { freePort } from './platform/testing/freePort.ts'
import { findSharedPrograms, type SharedServices, startSharedServices } from './platform/testing/nodes.ts'
import { type RunningProxy, startCaddy, startHaproxy } from './platform/testing/proxyProcess.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './platform/testing/serverProcess.ts'

const proxies = [
	{ name: 'HAProxy', program: process.env.PARLEY_TEST_HAPROXY, start: startHaproxy },
	{ name: 'Caddy', program: process.env.PARLEY_TEST_CADDY, start: startCaddy },
] as const

/** Calls of one browser that are taken within a minute. */
const callsPerMinute = 30

/** Sends a request through the proxy, from an address of this machine. */
function send(
	{ port }: RunningProxy,
	path: string,
	{ from = '127.0.0.1', headers = {}, method = 'GET' } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
	return new Promise((resolve, reject) => {
		const target = { host: '127.0.0.1', port, servername: 'localhost', localAddress: from, path, method }
		const asked = request(
			{ ...target, headers: { host: `localhost:${port}`, ...headers }, rejectUnauthorized: false },
			response => {
				let body = ''
				response.setEncoding('utf8').on('data', text => {
					body += text
				})
				response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
			},
		)
		asked.on('error', reject)
		asked.end()
	})
}

describe.each(proxies)('$name in front of a server', ({ name, program, start }) => {
	if (!program) console.warn(`!!! ${name} in front of a server: NOT TESTED, it is not on this machine !!!`)
	let folder: string
	let server: ServerProcess
	let proxy: RunningProxy

	beforeAll(async () => {
		if (!program) return
		folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'))
		const port = await freePort()
		server = await startServerProcess({
			PARLEY_DATA: folder,
			PARLEY_DEMO: '1',
			PARLEY_URL: `https://localhost:${port}`,
			PARLEY_TRUST_PROXY: '127.0.0.1',
			PARLEY_BROWSERS_PER_ADDRESS: '1',
		})
		proxy = await start({ program, folder, port, upstreams: [`127.0.0.1:${server.port}`] })
	})
	afterAll(async () => {
		await proxy?.stop()
		if (server) await stopServerProcess(server, 'SIGKILL')
		if (folder) rmSync(folder, { recursive: true, force: true })
	})

	const openSocket = (origin: string) =>
		new Promise<string>((resolve, reject) => {
			const socket = new WebSocket(`wss://localhost:${proxy.port}/room/socket/?EIO=4&transport=websocket`, {
				origin,
				rejectUnauthorized: false,
			})
			socket.on('error', reject)
			socket.on('message', data => {
				resolve(data.toString())
				socket.close()
			})
		})

	test.skipIf(!program)('[PKG-06] pages come through it, and know that the line is encrypted', async () => {
		const page = await send(proxy, '/', { headers: { accept: 'text/html' } })
		expect(page.status).toBe(200)
		expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
		expect(String(page.headers['set-cookie'])).toMatch(/Secure/i)
	})

	test.skipIf(!program)('[PKG-06] the socket of a room comes through it from the page of the site alone', async () => {
		expect(await openSocket(`https://localhost:${proxy.port}`)).toMatch(/^0\{"sid"/)
		await expect(openSocket('https://evil.example')).rejects.toThrow()
	})

	test.skipIf(!program)('[PKG-06] limits count the client behind it, whatever that says about itself', async () => {
		const call = (from: string, at: number) =>
			send(proxy, '/meeting/joinMeeting', {
				from,
				method: 'POST',
				headers: { 'content-length': '0', 'x-forwarded-for': `198.51.100.${at}`, 'x-real-ip': `198.51.100.${at}` },
			})
		const statuses: number[] = []
		for (let at = 0; at <= callsPerMinute; at++) statuses.push((await call('127.0.0.2', at)).status)
		expect(statuses.filter(status => status === 429)).toHaveLength(1)
		expect((await call('127.0.0.3', 0)).status).not.toBe(429)
	})
})

describe.each(proxies)('$name in front of servers that say who they are', ({ name, program, start }) => {
	const servers: Server[] = []
	let areReady = true
	let proxy: RunningProxy
	let folder: string

	beforeAll(async () => {
		if (!program) return
		folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'))
		for (const own of ['first', 'second']) {
			const server = createServer(({ url, socket }, response) => {
				if (url?.startsWith('/broken')) return void socket.end('no HTTP\r\n\r\n')
				if (url === '/readyz' && !areReady) response.statusCode = 503
				response.setHeader('x-server', own).end()
			})
			await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
			servers.push(server)
		}
		const upstreams = servers.map(server => `127.0.0.1:${(server.address() as AddressInfo).port}`)
		proxy = await start({ program, folder, port: await freePort(), upstreams })
	})
	afterAll(async () => {
		await proxy?.stop()
		for (const server of servers) server.close()
		if (folder) rmSync(folder, { recursive: true, force: true })
	})

	const serversOf = async (paths: string[]) => {
		const names = []
		for (const path of paths) names.push((await send(proxy, path)).headers['x-server'])
		return new Set(names)
	}

	test.skipIf(!program)('[PKG-06] what names a meeting goes to one of them, other requests to both', async () => {
		const both = new Set(['first', 'second'])
		expect(await serversOf(Array(20).fill('/'))).toEqual(both)
		const used = new Set<unknown>()
		for (let id = 384_620_917; id < 384_620_937; id++) {
			const path = (start: string) => `${start}EIO=4&${meetingQuery}=${id}&transport=websocket`
			const ofMeeting = await serversOf([...Array(4).fill(path('/room/socket/?')), path('/meeting/chat/files?')])
			expect(ofMeeting.size).toBe(1)
			for (const name of ofMeeting) used.add(name)
		}
		expect(used).toEqual(both)
	})

	test.skipIf(!program || name !== 'HAProxy')(
		'[PKG-06] its log has what went wrong, with the id of the request and without its address',
		async () => {
			await send(proxy, `/?${meetingQuery}=384620917`)
			expect((await send(proxy, `/broken?${meetingQuery}=384620917`)).status).toBe(502)
			await expect.poll(() => proxy.output(), { timeout: 5_000 }).toMatch(/ 502 .* [\da-f]{8}(-[\da-f]+){4} GET\n/)
			expect(proxy.output()).not.toMatch(/Connect from| 200 |384620917/)
		},
	)

	test.skipIf(!program || name !== 'HAProxy')(
		'[PKG-06] while none of them says that it is ready, requests are sent to all of them',
		async () => {
			areReady = false
			for (const node of ['node-1', 'node-2'])
				await expect.poll(() => proxy.output(), { timeout: 15_000 }).toContain(`Server meetings/${node} is DOWN`)
			expect(await serversOf(Array(20).fill('/'))).toEqual(new Set(['first', 'second']))
			const ofMeeting = await serversOf(Array(4).fill(`/room/socket/?${meetingQuery}=384620917`))
			expect(ofMeeting.size).toBe(1)
			expect(ofMeeting).not.toContain(undefined)
		},
		30_000,
	)
})

describe.each(proxies)('$name while no server answers', ({ program, start }) => {
	test.skipIf(!program)(
		'[PKG-06] it answers with a page in both languages, which asks again',
		async () => {
			const folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'))
			const upstreams = [`127.0.0.1:${await freePort()}`]
			const proxy = await start({ program: program ?? '', folder, port: await freePort(), upstreams })
			onTestFinished(async () => {
				await proxy.stop()
				rmSync(folder, { recursive: true, force: true })
			})
			for (const path of ['/', `/meeting/chat/files?${meetingQuery}=384620917`]) {
				const { status, headers, body } = await send(proxy, path)
				expect(status).toBe(503)
				expect(headers['content-type']).toBe('text/html; charset=utf-8')
				expect(headers['retry-after']).toBe('5')
				expect(headers['cache-control']).toBe('no-store')
				expect(body).toBe(await pageOfHaproxy())
				expect(body).toMatch(/^<!doctype html><html lang="zh-CN">.*服务器暂时不可用.*请稍后重试。/)
				expect(body).toMatch(/<div lang="en">.*The server is temporarily unavailable.*Try again in a moment\./)
				expect(body).toContain('<meta http-equiv="refresh" content="5">')
				expect(body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
			}
		},
		30_000,
	)
})

/** The page that both proxies have in their files. */
async function pageOfHaproxy(): Promise<string | undefined> {
	const file = await readFile(new URL('../../../deploy/haproxy.cfg', import.meta.url), 'utf8')
	return /setenv AWAY_PAGE '(.*)'/.exec(file)?.[1]
}

const shared = findSharedPrograms(process.env)
const { program: haproxy } = proxies[0]

describe.skipIf(!shared || !haproxy)('HAProxy in front of two servers', () => {
	let services: SharedServices
	let nodes: ServerProcess[] = []
	let proxy: RunningProxy
	let folder: string
	let rtmpPort: number

	beforeAll(async () => {
		if (!shared || !haproxy) return
		folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'))
		services = await startSharedServices(shared)
		const port = await freePort()
		const behind = { PARLEY_URL: `https://localhost:${port}`, PARLEY_TRUST_PROXY: '127.0.0.1' }
		const settings = [await services.nodeSettings(), await services.nodeSettings()]
		const rtmpPorts = [await freePort(), await freePort()]
		nodes = await Promise.all(
			settings.map((own, at) => startServerProcess({ ...own, ...behind, PARLEY_RTMP_PORT: `${rtmpPorts[at]}` })),
		)
		const upstreams = nodes.map(node => `127.0.0.1:${node.port}`)
		rtmpPort = await freePort()
		const rtmp = { port: rtmpPort, upstreams: rtmpPorts.map(own => `127.0.0.1:${own}`) }
		proxy = await startHaproxy({ program: haproxy, folder, port, upstreams, rtmp })
	}, 120_000)
	afterAll(async () => {
		await proxy?.stop()
		for (const node of nodes) await stopServerProcess(node, 'SIGKILL')
		await services?.dispose()
		if (folder) rmSync(folder, { recursive: true, force: true })
	})

	const page = async () => (await send(proxy, '/', { headers: { accept: 'text/html' } })).status

	/** Publishes to a live as an encoder does, and stops; returns the answer. */
	async function publish(streamKey: string): Promise<unknown> {
		const encoder = new RtmpClient(rtmpPort, '127.0.0.9')
		try {
			const closed = encoder.closed.then(() => ({ code: 'closed' }))
			return (await Promise.race([encoder.publish(streamKey), closed])).code
		} finally {
			encoder.socket.destroy()
		}
	}

	test('[PKG-06] [LIVE-54] encoders reach the lives of all of them, and when one is killed, the other one answers everybody', async () => {
		expect(await page()).toBe(200)
		const [first] = nodes as [ServerProcess]
		const host = await signInAs(first, 'hanmei')
		const meetingId = await scheduleAs(first, host, { live: 1, live_login: 0 })
		const shown = await fetch(first.url(`/live/desk/publishing?meetingId=${meetingId}`), { headers: host.headers })
		const { streamKey } = ((await shown.json()) as { data: { streamKey: string } }).data
		for (let at = 0; at < 4; at++)
			await expect.poll(() => publish(streamKey), { timeout: 5_000 }).toBe('NetStream.Publish.Start')
		// Limits count its own address, not that of the proxy.
		const garbage = new RtmpClient(rtmpPort, '127.0.0.9')
		garbage.socket.write(Buffer.alloc(2_000, 7))
		await garbage.closed
		const ended = () => nodes.map(node => node.output()).join('')
		await expect.poll(ended, { timeout: 5_000 }).toMatch(/"address":"127\.0\.0\.9".*RTMP connection ended/)
		expect(ended()).not.toMatch(/"address":"127\.0\.0\.1".*RTMP connection ended/)

		await stopServerProcess(first, 'SIGKILL')
		const statuses = new Set<number>()
		for (let at = 0; at < 40; at++) statuses.add(await page())
		expect([...statuses]).toEqual([200])
		await expect.poll(() => publish(streamKey), { timeout: 30_000, interval: 500 }).toBe('NetStream.Publish.Start')
	}, 60_000)
})

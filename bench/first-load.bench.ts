import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { demoPassword, meetingIds } from '../apps/server/src/demo/index.ts'
import { startServerProcess, stopServerProcess } from '../apps/server/src/platform/testing/serverProcess.ts'

export const name = 'First load: waiting time of a phone on a slow connection'

/** Lighthouse's slow 4G: latency as the browser sees it, and 1.47 Mbit/s down. */
const line = { offline: false, latency: 562.5, downloadThroughput: 1474.56 * 128, uploadThroughput: 675 * 128 }
const cpuSlowdown = 4
const goals = { landingMs: 2400, paintMs: 1500, usableMs: 2900, requests: 10, secondVisitMs: 1200, cpuMs: 170 }
const runs = 5

interface Address {
	name: string
	path(site: Site): string | Promise<string>
	/** Element that makes the page usable once React has rendered it. */
	usable: string
	signedIn?: true
	goalMs?: number
	/** True to open it twice in the same browser, and measure the second visit. */
	isSecondVisit?: true
}

interface Load {
	paint: number
	usable: number
	requests: number
	cpuMs: number
}

export async function run() {
	const executablePath = process.env.PARLEY_BROWSER
	if (!executablePath) throw new Error('PARLEY_BROWSER does not name a browser')
	const servers = await Promise.all([startServer(), startServer({ sendsEarlyHints: false })])
	const keys = await Promise.all(servers.map(({ url }) => publicKeyHash(url)))
	// Trusts the servers' certificates: if certificate errors are merely ignored, Chromium caches nothing.
	const args = [...browserArguments, `--ignore-certificate-errors-spki-list=${keys.join(',')}`]
	const browser = await chromium.launch({ executablePath, args })
	try {
		const [site, siteWithoutHints] = await Promise.all(servers.map(({ url }) => signIn(browser, url)))
		if (!site || !siteWithoutHints) throw new Error('a server is missing')
		const loads = addresses.map(() => ({ hinted: [] as Load[], unhinted: [] as Load[] }))
		for (let run = 0; run < runs; run++) {
			for (const [at, address] of addresses.entries()) {
				loads[at]?.hinted.push(await load(browser, site, address))
				loads[at]?.unhinted.push(await load(browser, siteWithoutHints, address))
			}
		}
		const cpu: number[] = []
		for (let run = 0; run < runs; run++) cpu.push((await load(browser, site, landing, { isThrottled: false })).cpuMs)
		return [
			{
				title: `${cpuSlowdown}× slower CPU, 562 ms, 1.47 Mbit/s, HTTP/2, empty cache; medians of ${runs} interleaved runs`,
				rows: addresses.map((address, at) => rowOf(address, loads[at] ?? { hinted: [], unhinted: [] })),
				notes: [
					'Usable: the main control is visible and rendered by React. Compare figures of the same run only.',
					'The emulated connection does not delay early hints (103), so a browser that supports them starts its downloads during the latency of the HTML. On a real connection they save only the time the phone needs to set up the document: real values lie between the two columns.',
					'Before 2026-11-22, on this machine: landing 3.8 s with 5 requests, sign in 4.1 s with 41, quick join 3.9 s with 38, and none of them painted anything earlier.',
					'Reference: LiveKit Meet took 2.7 s in a run in which this page took 4.2 s (quoted; it is not installed here).',
				],
			},
			{
				title: 'Main-thread time until the landing page is usable, no throttling',
				rows: [{ 'median ms': median(cpu), goal: goals.cpuMs, over: over([median(cpu), goals.cpuMs]) }],
			},
		]
	} finally {
		await browser.close()
		await Promise.all(servers.map(server => server.stop()))
	}
}

const browserArguments = [
	'--no-sandbox',
	'--disable-background-networking',
	'--use-fake-ui-for-media-stream',
	'--use-fake-device-for-media-stream',
]
/** Returns the SHA-256 of the public key of the server's certificate, in base64. */
function publicKeyHash(url: string): Promise<string> {
	const { hostname, port } = new URL(url)
	return new Promise((resolve, reject) => {
		const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
			const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' }) ?? ''
			socket.end()
			resolve(createHash('sha256').update(key).digest('base64'))
		})
		socket.once('error', reject)
	})
}

const phone = {
	viewport: { width: 375, height: 812 },
	deviceScaleFactor: 2,
	isMobile: true,
	hasTouch: true,
}

/** Starts a server with a signed-in person. */
interface Site {
	url: string
	page: Page
	member: Awaited<ReturnType<BrowserContext['storageState']>>
}

async function signIn(browser: Browser, url: string): Promise<Site> {
	const context = await browser.newContext(phone)
	const page = await context.newPage()
	await page.goto(`${url}/Login`)
	await page.locator('form input').nth(0).fill('hanmei')
	await page.locator('form input').nth(1).fill(demoPassword)
	await page.getByRole('checkbox').check()
	await page.locator('form button[type=submit]').click()
	await page.waitForURL(/MeetingList$/)
	return { url, page, member: await context.storageState() }
}

const landing: Address = {
	name: 'landing',
	path: () => '/',
	usable: 'main.landing a[href="/joinQuickly"]',
	goalMs: goals.landingMs,
}
const addresses: Address[] = [
	landing,
	{ ...landing, name: 'landing, second visit', isSecondVisit: true, goalMs: goals.secondVisitMs },
	{ name: 'sign in', path: () => '/Login', usable: 'form input' },
	{ name: 'quick join', path: () => '/joinQuickly', usable: 'form input' },
	{ name: 'link of an invitation', path: () => `/Login/ScanJoin/${meetingIds.inProgress}`, usable: 'main button' },
	{ name: 'list', path: () => '/MeetingList', usable: 'main button', signedIn: true },
	{ name: 'detail', path: () => `/detail/${meetingIds.soon}`, usable: 'main button', signedIn: true },
	{ name: 'room', path: ({ page }) => joinRoom(page, meetingIds.inProgress), usable: 'footer button' },
]

/** Returns the URL of the room, with a single-use ticket. */
const joinRoom = (page: Page, meetingId: string): Promise<string> =>
	page.evaluate(async id => {
		const token = document.querySelector<HTMLMetaElement>('meta[name=csrf-token]')?.content
		const body = { meetingId: id, display_name: 'Bench', action: 'webJoin', _token: token }
		const response = await fetch('/meeting/joinMeeting', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
		const { data } = (await response.json()) as { data: { rtc_join_url: string } }
		const { pathname, hash } = new URL(data.rtc_join_url, location.href)
		return pathname + hash
	}, meetingId)

async function load(browser: Browser, site: Site, address: Address, { isThrottled = true } = {}): Promise<Load> {
	const context = await browser.newContext({ ...phone, ...(address.signedIn && { storageState: site.member }) })
	const url = site.url + (await address.path(site))
	if (address.isSecondVisit) {
		const page = await context.newPage()
		await page.goto(url, { waitUntil: 'networkidle' })
		await page.waitForTimeout(firstVisitMs)
		await page.close()
	}
	const page = await context.newPage()
	const devtools = await context.newCDPSession(page)
	await devtools.send('Network.enable')
	await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
	if (isThrottled) {
		await devtools.send('Network.emulateNetworkConditions', line)
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
	}
	await page.addInitScript(watchUsable, { selector: address.usable, message: usableMessage })
	// Polling from here would cost the page time while it starts.
	const usable = page.waitForEvent('console', { predicate: entry => entry.text() === usableMessage, timeout: 60_000 })
	await page.goto(url, { waitUntil: 'commit' })
	await usable
	const cpuMs = await taskMs(devtools)
	const seen = await page.evaluate(() => {
		const usable = (window as unknown as { usableAt: number }).usableAt
		const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
		const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= usable)
		return { paint, usable, requests: 1 + before.length }
	})
	await context.close()
	return { ...seen, cpuMs }
}

/** Duration of the first of two visits, after which everything is loaded: browsers store compiled code some time later. */
const firstVisitMs = 3_000
const usableMessage = 'bench: usable'

/** Runs in the page: notes when the element is visible and React has rendered it. */
function watchUsable({ selector, message }: { selector: string; message: string }) {
	const timer = setInterval(() => {
		const found = document.querySelector<HTMLButtonElement>(selector)
		if (!found || found.disabled || found.getBoundingClientRect().width < 2) return
		if (!Object.keys(found).some(key => key.startsWith('__reactProps$'))) return
		Object.assign(window, { usableAt: performance.now() })
		clearInterval(timer)
		console.debug(message)
	}, 16)
}

async function taskMs(devtools: CDPSession): Promise<number> {
	const { metrics } = await devtools.send('Performance.getMetrics')
	return (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? 0) * 1000
}

const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0)
const over = (...pairs: [measured: number, limit: number][]) =>
	pairs.some(([measured, limit]) => measured > limit) ? 'OVER' : ''

function rowOf(
	{ name, goalMs = goals.usableMs }: Address,
	{ hinted, unhinted }: Record<'hinted' | 'unhinted', Load[]>,
) {
	const of = (key: keyof Load) => median(hinted.map(load => load[key]))
	const [paint, usable, requests] = [of('paint'), of('usable'), of('requests')]
	return {
		what: name,
		'first paint ms': paint,
		'usable ms': usable,
		'without early hints ms': median(unhinted.map(load => load.usable)),
		'goal ms': goalMs,
		'requests before': requests,
		over: over([paint, goals.paintMs], [usable, goalMs], [requests, goals.requests]),
	}
}

const withoutEarlyHints =
	'data:text/javascript,import{Http2ServerResponse}from"node:http2";Http2ServerResponse.prototype.writeEarlyHints=()=>false'

/** The built page on a real server, over TLS: browsers speak HTTP/2 only there. */
async function startServer({ sendsEarlyHints = true } = {}) {
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const server = await startServerProcess(
		{ PARLEY_DATA: folder, PARLEY_DEMO: '1', PARLEY_TLS: 'self' },
		{ usesBuiltPage: true, nodeArguments: sendsEarlyHints ? [] : ['--import', withoutEarlyHints] },
	)
	return {
		url: `https://127.0.0.1:${server.port}`,
		async stop() {
			await stopServerProcess(server)
			await rm(folder, { recursive: true, force: true })
		},
	}
}

import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { demoPassword } from '../../apps/server/src/demo/index.ts'
import { publicKeyHash } from '../line/publicKeyHash.ts'
import { type Address, addresses, liveKitLanding } from './addresses.ts'

/**
 * The phone of the bench, a process of its own because it may run in a network namespace. It prints the loads as JSON,
 * in the order of the addresses:
 *
 *   node phone.ts '{"sites":["https://…"],"liveKit":"https://…","runs":5,"isEmulated":false}'
 */
export interface Visits {
	/** URLs of Parley servers. */
	sites: string[]
	/** URL of LiveKit Meet. */
	liveKit?: string
	runs: number
	/** True where the browser emulates the line. */
	isEmulated: boolean
}

export interface Load {
	paint: number
	usable: number
	requests: number
	cpuMs: number
}

export interface VisitResults {
	/** The runs of each site and address. */
	sites: Load[][][]
	liveKit: Load[]
	/** Processor time of the landing of the first site, with a CPU that is not slowed down. */
	cpuMs: number[]
}

/** Lighthouse's slow 4G: latency as the browser sees it, and 1.47 Mbit/s down. */
const emulatedLine = { offline: false, latency: 562.5, downloadThroughput: 1474.56 * 128, uploadThroughput: 675 * 128 }
const cpuSlowdown = 4

const browserArguments = [
	'--no-sandbox',
	'--disable-background-networking',
	'--use-fake-ui-for-media-stream',
	'--use-fake-device-for-media-stream',
]
const phone = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** A server with a signed-in member. */
interface Site {
	url: string
	page: Page
	member: Awaited<ReturnType<BrowserContext['storageState']>>
}

async function visit({ sites: urls, liveKit, runs, isEmulated }: Visits): Promise<VisitResults> {
	const keys = await Promise.all([...urls, ...(liveKit ? [liveKit] : [])].map(publicKeyHash))
	// Trusts the servers' certificates: if certificate errors are merely ignored, Chromium caches nothing.
	const args = [...browserArguments, `--ignore-certificate-errors-spki-list=${keys.join(',')}`]
	const browser = await chromium.launch({ executablePath: process.env.PARLEY_BROWSER ?? '', args })
	const sites: Site[] = []
	for (const url of urls) sites.push(await signIn(browser, url))
	const results: VisitResults = { sites: sites.map(() => addresses.map(() => [])), liveKit: [], cpuMs: [] }
	const slow = { isSlowCpu: true, isEmulated }
	for (let run = 0; run < runs; run++) {
		for (const [at, address] of addresses.entries()) {
			for (const [of, site] of sites.entries()) results.sites[of]?.[at]?.push(await load(browser, site, address, slow))
		}
		if (liveKit) results.liveKit.push(await load(browser, { url: liveKit }, liveKitLanding, slow))
	}
	const [site] = sites
	const [landing] = addresses
	for (let run = 0; run < runs && site && landing; run++) {
		results.cpuMs.push((await load(browser, site, landing, { isSlowCpu: false, isEmulated: false })).cpuMs)
	}
	await browser.close()
	return results
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
	const { cookies, origins } = await context.storageState()
	// Other contexts have the session, but not the files.
	return { url, page, member: { cookies: cookies.filter(({ name }) => name !== 'parley_style'), origins } }
}

interface Conditions {
	isSlowCpu: boolean
	isEmulated: boolean
}

async function load(
	browser: Browser,
	site: Pick<Site, 'url'> & Partial<Site>,
	address: Address,
	{ isSlowCpu, isEmulated }: Conditions,
): Promise<Load> {
	const context = await browser.newContext({ ...phone, ...(address.needsMember && { storageState: site.member }) })
	const url = site.url + (await address.path(site.page as Page))
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
	if (isEmulated) await devtools.send('Network.emulateNetworkConditions', emulatedLine)
	if (isSlowCpu) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
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

console.log(JSON.stringify(await visit(JSON.parse(process.argv[2] ?? '') as Visits)))

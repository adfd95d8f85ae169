import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { startServerProcess, stopServerProcess } from '../../apps/server/src/platform/testing/serverProcess.ts'
import { chromiumArguments } from '../../e2e/fixtures/chromiumArguments.ts'
import { joinById, openMember, type Person, scheduleMeeting } from '../../e2e/fixtures/people.ts'
import { measure, watchFrames } from './lineFigures.ts'
import { joinSynthetic, type SoakParticipant, startFilm } from './soakParticipant.ts'

const syntheticCount = 5
const changeEveryMs = 60_000
const sampleEveryMs = 5_000
const metricsToken = 'token-of-the-soak'
const mebi = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10

interface SoakSetup {
	minutes: number
	/** Program that sends the film. */
	ffmpeg: string
	/** Chromium. */
	browser: string
	/** Arguments of Node and environment of the server, as `npm start` has them. */
	nodeArguments: string[]
	env: Record<string, string>
}

/**
 * Runs a meeting of five synthetic participants and two browsers, a phone and a laptop, for `minutes` minutes. Every minute
 * one of the five leaves, or comes back. Steps report memory, CPU and the pictures that the browsers show.
 */
export async function run({ minutes, ffmpeg, browser: executablePath, nodeArguments, env }: SoakSetup) {
	const dataFolder = await mkdtemp(join(tmpdir(), 'parley-soak-'))
	const settings = { PARLEY_DATA: dataFolder, PARLEY_DEMO: '1', PARLEY_METRICS_TOKEN: metricsToken, ...env }
	const server = await startServerProcess(settings, { usesBuiltPage: true, nodeArguments })
	const url = `http://localhost:${server.port}`
	const film = await startFilm(ffmpeg, dataFolder)
	const browsers: Browser[] = []

	async function openBrowser(member: string, viewport: { width: number; height: number }) {
		const browser = await chromium.launch({ executablePath, args: chromiumArguments })
		browsers.push(browser)
		const isPhone = viewport.width < 768
		const person = await openMember(browser, url, member, {
			options: { viewport, isMobile: isPhone, hasTouch: isPhone },
		})
		return { person, processes: await browser.newBrowserCDPSession() }
	}

	const phone = await openBrowser('hanmei', { width: 375, height: 812 })
	const laptop = await openBrowser('lilei', { width: 1280, height: 800 })
	const meetingId = await scheduleMeeting(phone.person, { topic: 'An hour', hostOpens: false })
	const synthetic = new Map<number, SoakParticipant>()
	const joinOne = async (index: number) =>
		synthetic.set(index, await joinSynthetic(url, meetingId, `Guest ${index + 1}`, film))
	for (let index = 0; index < syntheticCount; index++) await joinOne(index)
	const pages = [await enter(phone, meetingId), await enter(laptop, meetingId)]

	let changes = 0
	const changing = setInterval(async () => {
		const index = Math.floor(changes++ / 2) % syntheticCount
		const leaving = synthetic.get(index)
		synthetic.delete(index)
		if (leaving) await leaving.leave()
		else await joinOne(index)
	}, changeEveryMs)

	// The first minute, in which everybody connects, is not counted.
	await delay(45_000)
	await Promise.all(pages.map(({ figures }) => figures(1)))
	const steps = Math.min(12, Math.max(2, Math.round(minutes / 2)))
	const stepS = (minutes * 60) / steps
	const rows: Record<string, string | number>[] = []
	const heaps: number[][] = []
	let longestGapMs = 0
	for (let step = 1; step <= steps; step++) {
		const [serverFigures, ...shown] = await Promise.all([
			watchServer(url, stepS),
			...pages.map(({ figures }) => figures(stepS)),
		])
		const memory = await Promise.all(pages.map(({ memory }) => memory()))
		const both = (values: (string | number)[]) => values.join(' / ')
		rows.push({
			minute: Math.round(step * stepS) / 60,
			'server heap, RSS, media MiB': both([serverFigures.heap, serverFigures.rss, serverFigures.media]),
			'% of a core': serverFigures.cpuPercent,
			'heap of the pages MiB': both(memory.map(({ heap }) => heap)),
			'RSS of the pages MiB': both(memory.map(({ rss }) => rss)),
			'nodes of the pages': both(memory.map(({ nodes }) => nodes)),
			'listeners of the pages': both(memory.map(({ listeners }) => listeners)),
			'frames/s': both(shown.map(({ framesPerSecond }) => framesPerSecond)),
			'longest gap ms': both(shown.map(({ longestGapMs }) => longestGapMs)),
			'machine load': Math.round((loadavg()[0] ?? 0) * 10) / 10,
		})
		console.log(JSON.stringify(rows.at(-1)))
		heaps.push([serverFigures.heap, ...memory.map(({ heap }) => heap)])
		longestGapMs = Math.max(longestGapMs, ...shown.map(shownByOne => shownByOne.longestGapMs))
	}
	clearInterval(changing)
	for (const person of synthetic.values()) await person.leave()
	for (const browser of browsers) await browser.close()
	film.stop()
	await stopServerProcess(server)
	await rm(dataFolder, { recursive: true, force: true })
	return { rows, longestGapMs, growthPercent: growthOf(heaps), changes, minutes }
}

/** Joins with devices and resolves to functions that measure the page. */
async function enter({ person, processes }: { person: Person; processes: CDPSession }, meetingId: string) {
	await joinById(person, meetingId)
	const { page, context } = person
	await page.evaluate(watchFrames)
	const session = await context.newCDPSession(page)
	await session.send('Performance.enable')
	return {
		figures: (seconds: number) => measure(run => page.evaluate(run), seconds),
		/** After a garbage collection. */
		async memory() {
			await session.send('HeapProfiler.collectGarbage')
			const { metrics } = await session.send('Performance.getMetrics')
			const value = (name: string) => metrics.find(metric => metric.name === name)?.value ?? 0
			const { processInfo } = await processes.send('SystemInfo.getProcessInfo')
			const renderers = processInfo.filter(({ type }) => type === 'renderer')
			return {
				heap: mebi(value('JSHeapUsedSize')),
				rss: Math.round(Math.max(...renderers.map(({ id }) => residentMib(id)))),
				nodes: value('Nodes'),
				listeners: value('JSEventListeners'),
			}
		},
	}
}

function residentMib(processId: number): number {
	const [, kibibytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
	return Number(kibibytes) / 1024
}

/** The smallest heap of the main process, in which garbage counts least; the memory and CPU of all at the end. */
async function watchServer(url: string, seconds: number) {
	const before = await readMetrics(url)
	const endsAt = performance.now() + seconds * 1_000
	let heap = Number.POSITIVE_INFINITY
	while (performance.now() < endsAt) {
		await delay(sampleEveryMs)
		heap = Math.min(heap, (await readMetrics(url)).heap)
	}
	const after = await readMetrics(url)
	return {
		heap: mebi(heap),
		rss: Math.round(after.rss / 2 ** 20),
		media: Math.round(after.media / 2 ** 20),
		cpuPercent: Math.round(((after.cpuS - before.cpuS) / seconds) * 100),
	}
}

async function readMetrics(url: string) {
	const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
	const text = await response.text()
	const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
	return {
		heap: value('nodejs_heap_size_used_bytes'),
		rss: value('process_resident_memory_bytes'),
		media: value('parley_media_resident_bytes'),
		cpuS: value('process_cpu_seconds_total'),
	}
}

/** How much larger the heaps are in the second half than in the first: the largest such growth of one process. */
function growthOf(heaps: number[][]): number {
	const half = Math.floor(heaps.length / 2)
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
	const growths = (heaps[0] ?? []).map((_, index) => {
		const values = heaps.map(step => step[index] ?? 0)
		return mean(values.slice(half)) / mean(values.slice(0, half)) - 1
	})
	return Math.round(Math.max(...growths) * 1_000) / 10
}

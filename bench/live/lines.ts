import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { framesOf, launch, openPlayer, start } from './browser.ts'
import { type Film, publishFilm, wallTime } from './film.ts'
import { type Line, type LineShape, openLine } from './line.ts'
import type { PlayRequest } from './player.ts'
import type { LiveServer } from './processes.ts'

/** Phone on 3G, with the figures of WebPageTest. */
const phoneLine: LineShape = { bitsPerSecond: 1_600_000, roundTripMs: 300, faultShare: 0.02 }

/** Failure mode of a line. */
type Death = 'refuse' | 'fallSilent'

/** Measures the longest time without a new frame when one of two lines fails, in ms; three times per failure mode. */
export async function measureLineSwitch(executablePath: string, server: LiveServer, film: Film) {
	await server.ask('create', 'lines')
	const publishing = await publishFilm(film, server.rtmpPort, 'lines?key=any')
	const browser = await launch(executablePath)
	const times: Record<Death, number[]> = { refuse: [], fallSilent: [] }
	try {
		await delay(4_000)
		for (const death of ['refuse', 'fallSilent', 'refuse', 'fallSilent', 'refuse', 'fallSilent'] as const) {
			times[death].push(await freezeOf(browser, server, death))
		}
		return times
	} finally {
		publishing.stop()
		await browser.close()
		await server.ask('remove', 'lines')
	}
}

async function freezeOf(browser: Browser, server: LiveServer, death: Death): Promise<number> {
	const lines = [await openLine(server.port), await openLine(server.port)]
	const page = await openPlayer(browser, server)
	await start(page, { urls: lines.map(({ url }) => `${url}/live/hls/lines/master.m3u8`), player: 'low' })
	await delay(6_000)
	const diesAt = wallTime()
	lines[0]?.[death]()
	await delay(7_000)
	const frames = await framesOf(page)
	await page.close()
	for (const line of lines) line.stop()
	const after = frames.map(([, at]) => at).filter(at => at >= diesAt - 500)
	// A player without further frames counts as stalled up to the end.
	return Math.round(longestGap([...after, diesAt + 7_000]))
}

const longestGap = (times: number[]) => Math.max(...times.slice(1).map((at, i) => at - (times[i] as number)))

/** Frames further apart than this count as a stall. */
const stillFromMs = 500

export interface Rebuffering {
	/** Share of stalled time since the first frame, in percent. */
	share: number
	stalls: number
	firstFrameMs: number
	line: Line
}

/** Runs the product's player with its 3G settings, and plain hls.js, at the same time on separate lines of this kind. */
export async function measureRebuffering(executablePath: string, server: LiveServer, film: Film, forMs: number) {
	await server.ask('create', 'phone')
	const publishing = await publishFilm(film, server.rtmpPort, 'phone?key=any')
	const browsers = await Promise.all([launch(executablePath), launch(executablePath)])
	const watch = async (browser: Browser, player: PlayRequest['player']): Promise<Rebuffering> => {
		const line = await openLine(server.port, phoneLine)
		const page = await openPlayer(browser, server)
		const firstFrameMs = await start(page, { urls: [`${line.url}/live/hls/phone/master.m3u8`], player })
		const beganAt = wallTime()
		await delay(forMs)
		const frames = (await framesOf(page)).map(([, at]) => at)
		line.stop()
		const times = [beganAt, ...frames, beganAt + forMs]
		const still = times
			.slice(1)
			.map((at, i) => at - (times[i] as number))
			.filter(gap => gap > stillFromMs)
		const share = (still.reduce((sum, gap) => sum + gap, 0) / forMs) * 100
		return { share, stalls: still.length, firstFrameMs, line }
	}
	try {
		// Waits for a window in which to start.
		await delay(16_000)
		const [ours, plain] = await Promise.all(browsers.map((browser, i) => watch(browser, i === 0 ? 'stable' : 'hls.js')))
		return { ours: ours as Rebuffering, plain: plain as Rebuffering }
	} finally {
		publishing.stop()
		await Promise.all(browsers.map(browser => browser.close()))
		await server.ask('remove', 'phone')
	}
}

import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { median } from '../testInstance.ts'
import { type Film, type Publishing, publishFilm } from './film.ts'
import type { PlayerWindow, PlayRequest } from './player.ts'
import type { LiveServer } from './processes.ts'

export const launch = (executablePath: string): Promise<Browser> =>
	chromium.launch({ executablePath, args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'] })

export async function openPlayer(browser: Browser, { url }: LiveServer) {
	const page = await browser.newPage()
	await page.goto(`${url}/player`)
	return page
}

export const start = (page: Page, request: PlayRequest): Promise<number> =>
	page.evaluate(given => (window as unknown as PlayerWindow).start(given), request)
const ofOrigin = (streamId: string, player: PlayRequest['player']): PlayRequest => ({
	urls: [`/live/hls/${streamId}/master.m3u8`],
	player,
})
export const framesOf = (page: Page) => page.evaluate(() => (window as unknown as PlayerWindow).shownFrames)

const quantile = (values: number[], share: number) =>
	Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN)

async function latencies(page: Page, publishing: Publishing, from: number): Promise<number[]> {
	const frames = (await framesOf(page)).filter(([, at]) => at > from)
	return frames.map(([number, at]) => at - publishing.sentAt(number, at)).filter(ms => ms < 30_000)
}

/** Plays the low-latency line, and the same player without low latency, at the same time in two browsers. */
export async function measureLatency(executablePath: string, server: LiveServer, film: Film) {
	await server.ask('create', 'glass')
	const publishing = await publishFilm(film, server.rtmpPort, 'glass?key=any')
	const browsers = await Promise.all([launch(executablePath), launch(executablePath)])
	try {
		await delay(8_000)
		const players: PlayRequest['player'][] = ['low', 'not low']
		const pages = await Promise.all(browsers.map(browser => openPlayer(browser, server)))
		await Promise.all(pages.map((page, i) => start(page, ofOrigin('glass', players[i] ?? 'low'))))
		await delay(8_000)
		const from = performance.timeOrigin + performance.now()
		await delay(30_000)
		const [low = [], plain = []] = await Promise.all(pages.map(page => latencies(page, publishing, from)))
		const figures = (values: number[]) => ({
			p50: quantile(values, 0.5),
			p95: quantile(values, 0.95),
			frames: values.length,
		})
		return { low: figures(low), plain: figures(plain) }
	} finally {
		publishing.stop()
		await Promise.all(browsers.map(browser => browser.close()))
		await server.ask('remove', 'glass')
	}
}

/** Measures from the tap to the first frame: our settings and those of hls.js, in turns, in a warm browser. */
export async function measureFirstFrames(executablePath: string, server: LiveServer, film: Film) {
	await server.ask('create', 'first')
	const publishing = await publishFilm(film, server.rtmpPort, 'first?key=any')
	const browser = await launch(executablePath)
	const times: { ours: number[]; plain: number[] } = { ours: [], plain: [] }
	try {
		await delay(8_000)
		for (let round = 0; round < 6; round++) {
			for (const kind of round % 2 === 0 ? (['ours', 'plain'] as const) : (['plain', 'ours'] as const)) {
				const page = await openPlayer(browser, server)
				const ms = await start(page, ofOrigin('first', kind === 'ours' ? 'low' : 'hls.js'))
				// The first round warms the browser.
				if (round > 0) times[kind].push(ms)
				await page.close()
			}
		}
		return { ours: Math.round(median(times.ours)), plain: Math.round(median(times.plain)) }
	} finally {
		publishing.stop()
		await browser.close()
		await server.ask('remove', 'first')
	}
}

/** Measures from the publisher's return after six seconds to the first new frame; three times. */
export async function measureReturn(executablePath: string, server: LiveServer, film: Film) {
	await server.ask('create', 'return')
	let publishing = await publishFilm(film, server.rtmpPort, 'return?key=any')
	const browser = await launch(executablePath)
	const times: number[] = []
	try {
		await delay(4_000)
		const page = await openPlayer(browser, server)
		await start(page, ofOrigin('return', 'low'))
		for (let round = 0; round < 3; round++) {
			await delay(5_000)
			publishing.stop()
			await delay(6_000)
			const fromSecond = 10 * (round + 1)
			publishing = await publishFilm(film, server.rtmpPort, 'return?key=any', fromSecond)
			await delay(8_000)
			const isNew = ([number, at]: [number, number]) => at > publishing.acceptedAt && publishing.sentAt(number, at) > 0
			const first = (await framesOf(page)).find(isNew)
			times.push(first ? Math.round(first[1] - publishing.acceptedAt) : Number.NaN)
		}
		return times
	} finally {
		publishing.stop()
		await browser.close()
		await server.ask('remove', 'return')
	}
}

/** Glass-to-glass latency of a stream, and the time to the first frame after the tap. */
export interface Glass {
	p50: number
	p95: number
	firstFrameMs: number
}

/**
 * Plays streams of several origins at the same time, each in its own browser, with the page's player in low-latency mode.
 */
export async function measureGlass(
	executablePath: string,
	server: LiveServer,
	streams: { origin: string; url: string; publishing: Publishing }[],
): Promise<Glass[]> {
	const [body, script] = await Promise.all(
		['/player', '/player.js'].map(async path => (await fetch(`${server.url}${path}`)).text()),
	)
	const browsers = await Promise.all(streams.map(() => launch(executablePath)))
	try {
		return await Promise.all(
			streams.map(async ({ origin, url, publishing }, i) => {
				const page = await (browsers[i] as Browser).newPage()
				// Served from the origin itself, because its playlists may need its cookies.
				await page.route(`${origin}/player`, route => route.fulfill({ contentType: 'text/html', body: body ?? '' }))
				await page.route(`${origin}/player.js`, route =>
					route.fulfill({ contentType: 'text/javascript', body: script ?? '' }),
				)
				await page.goto(`${origin}/player`)
				const firstFrameMs = await start(page, { urls: [url], player: 'low' })
				await delay(8_000)
				const from = performance.timeOrigin + performance.now()
				await delay(20_000)
				const values = await latencies(page, publishing, from)
				return { p50: quantile(values, 0.5), p95: quantile(values, 0.95), firstFrameMs }
			}),
		)
	} finally {
		await Promise.all(browsers.map(browser => browser.close()))
	}
}

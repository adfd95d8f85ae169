import { chromium, type Page } from 'playwright-core'
import { signInByApi } from '../../e2e/fixtures/apiMember.ts'
import { chromiumArguments } from '../../e2e/fixtures/chromiumArguments.ts'
import { publicKeyHash } from '../line/publicKeyHash.ts'
import { blockSize } from './counter.ts'
import { drawFilm, filmMs, framesPerSecond, publishFilm } from './film.ts'

/**
 * One end of the bench of viewers, a process of its own because it runs in a network namespace:
 *
 *   host <url> <RTMP port>                    sends the film to a live that is open to everyone, prints its id and the
 *                                             wall time at which the film began, and stays
 *   viewer <url> <meeting id> <s> <began at>  opens the live, and prints what it saw until so many seconds after the
 *                                             first frame
 */
const [role, url = '', place = '', watchS = '0', beganAt = '0'] = process.argv.slice(2)

/** The measurements of a viewer. */
export interface Viewed {
	/** From opening the link. */
	firstFrameMs: number
	/** Requests until then, by the time they were sent. */
	requests: { path: string; sentMs: number; endMs: number; bytes: number }[]
	/** Size of the first frame, and of the last. */
	lines: { first: number; last: number }
	/** Times without a new frame that are longer than half a second, and their sum in ms. */
	stalls: number
	stalledMs: number
	/** Bytes that the page received. */
	bytes: number
	/** From the publisher to the screen, read from the picture twice a second from the fifth second on. */
	latencyMs: number[]
}

/** The properties that the bench adds to the page. */
type MeasuredWindow = typeof globalThis & {
	frames?: { at: number; lines: number }[]
	numbers?: { at: number; number: number }[]
}

if (role === 'host') await host()
else console.log(JSON.stringify(await watch()))

async function host() {
	const film = drawFilm(process.env.PARLEY_TEST_FFMPEG ?? '')
	const { call } = await signInByApi({ url }, 'hanmei')
	const zoneHours = 8
	const startTime = new Date(Date.now() + zoneHours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
	const created = await call('POST /meeting/meetings', {
		meeting_topic: 'Watching on a slow line',
		start_time: startTime,
		time_zone: zoneHours,
		duration: 7_200,
		host_pwd: 'Host-2026',
		...{ live: 1, live_login: 0, free_talk: 0, live_pwd: '' },
	})
	const meetingId = String(created.meeting_id)
	const { streamKey } = await call('GET /live/desk/publishing', { meetingId })
	const { acceptedAt } = await publishFilm(film, Number(place), String(streamKey))
	await call('POST /live/desk/start', { meetingId })
	console.log(`${meetingId} ${acceptedAt}`)
}

async function watch(): Promise<Viewed> {
	const browser = await chromium.launch({
		executablePath: process.env.PARLEY_BROWSER ?? '',
		args: [...chromiumArguments, `--ignore-certificate-errors-spki-list=${await publicKeyHash(url)}`],
	})
	const context = await browser.newContext({
		viewport: { width: 375, height: 812 },
		deviceScaleFactor: 3,
		hasTouch: true,
		isMobile: true,
		locale: 'zh-CN',
	})
	const page = await context.newPage()
	await page.addInitScript(recordFrames, { blockSize })
	await page.goto(`${url}/liveBroadcast?roomId=${place}`, { waitUntil: 'commit', timeout: 60_000 })
	await page.waitForFunction(() => (globalThis as MeasuredWindow).frames?.[0], undefined, {
		timeout: 120_000,
		polling: 50,
	})
	await page.waitForTimeout(Number(watchS) * 1_000)
	const { numbers, ...figures } = await readFigures(page)
	await browser.close()
	return { ...figures, latencyMs: numbers.map(latencyOf) }
}

function recordFrames({ blockSize }: { blockSize: number }) {
	const frames: { at: number; lines: number }[] = []
	const numbers: { at: number; number: number }[] = []
	Object.assign(globalThis, { frames, numbers })
	const canvas = Object.assign(document.createElement('canvas'), { width: 16 * 8, height: 8 })
	const context = canvas.getContext('2d', { willReadFrequently: true })
	let readAt = 0
	function readNumber(video: HTMLVideoElement, at: number) {
		if (!context || at - readAt < 500) return
		readAt = at
		const block = (blockSize * video.videoWidth) / 1280
		context.drawImage(video, 0, 0, 16 * block, block, 0, 0, 128, 8)
		const { data } = context.getImageData(0, 4, 128, 1)
		const bits = Array.from({ length: 16 }, (_, bit) => (data[(bit * 8 + 4) * 4 + 1] ?? 0) > 128)
		numbers.push({
			at: performance.timeOrigin + at,
			number: bits.reduce((sum, is, bit) => sum + (is ? 2 ** bit : 0), 0),
		})
	}
	performance.setResourceTimingBufferSize(5_000)
	const follow = (video: HTMLVideoElement) =>
		video.requestVideoFrameCallback((now, { height }) => {
			frames.push({ at: now, lines: height })
			readNumber(video, now)
			follow(video)
		})
	const seen = new WeakSet<HTMLVideoElement>()
	setInterval(() => {
		for (const video of document.querySelectorAll('video')) {
			if (!seen.has(video)) follow(video)
			seen.add(video)
		}
	}, 10)
}

/** The film is repeated, and longer than any viewer is behind. */
function latencyOf({ at, number }: { at: number; number: number }) {
	return Math.round((at - Number(beganAt) - (number * 1_000) / framesPerSecond) % filmMs)
}

function readFigures(page: Page) {
	return page.evaluate(() => {
		const { frames = [], numbers = [] } = globalThis as MeasuredWindow
		const [first, last] = [frames[0], frames.at(-1)]
		const firstFrameMs = Math.round(first?.at ?? Number.NaN)
		const loaded = performance
			.getEntries()
			.filter((entry): entry is PerformanceResourceTiming => 'transferSize' in entry)
		const requests = loaded
			.filter(({ startTime }) => startTime < firstFrameMs)
			.map(entry => ({
				path: new URL(entry.name).pathname + new URL(entry.name).search,
				sentMs: Math.round(entry.requestStart),
				endMs: Math.round(entry.responseEnd),
				bytes: entry.transferSize,
			}))
		const pauses = frames.slice(1).map(({ at }, i) => at - (frames[i]?.at ?? at))
		const stalls = pauses.filter(ms => ms > 500)
		return {
			firstFrameMs,
			requests,
			lines: { first: first?.lines ?? 0, last: last?.lines ?? 0 },
			stalls: stalls.length,
			stalledMs: Math.round(stalls.reduce((sum, ms) => sum + ms, 0)),
			numbers: numbers.filter(({ at }) => at - performance.timeOrigin > firstFrameMs + 5_000),
			bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0),
		}
	})
}

import { connect } from 'node:net'
import { getPriority, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { measureFirstFrames, measureLatency, measureReturn } from './live/browser.ts'
import { startFfmpegHls } from './live/ffmpegHls.ts'
import { drawFilm, type Film, playInRealTime, publishFilm, wallTime } from './live/film.ts'
import { measureLineSwitch, measureRebuffering } from './live/lines.ts'
import { type LiveServer, startBytesProcess, startLiveServer, startViewers } from './live/processes.ts'
import { median } from './testInstance.ts'

export const name = 'Live: receiving and serving a broadcast, compared with ffmpeg and hls.js'

const crowds = [100, 200, 300]
const round = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits
/** Load of the machine, and the priority of this process. */
const load = () => `${round(loadavg()[0] ?? 0, 1)} (${getPriority()})`

type Rows = Record<string, string | number>[]
type Table = { title: string; rows: Rows; notes?: string[] }

export async function run(): Promise<Table[]> {
	const ffmpeg = process.env.PARLEY_TEST_FFMPEG
	if (!ffmpeg) throw new Error('ffmpeg is missing: it generates the film and is the reference')
	const film = drawFilm(ffmpeg)
	const server = await startLiveServer({ pages: fileURLToPath(new URL('live/page.ts', import.meta.url)) })
	try {
		const browser = process.env.PARLEY_BROWSER
		return [
			{
				title: 'One publisher without viewers: 1280 × 720, 2.5 Mbit/s, without transcoding',
				rows: await measureCopy(ffmpeg, server, film),
				notes: [
					'All receive the film at the same time, two of them over RTMP; the least disturbed of four runs of 10 s, after 10 s of warm-up. Goals: no more than ffmpeg, and 3 % of a core. The first is not met, and cannot be on Node: reading seventy frames a second from a socket costs as much as everything ffmpeg does, because each read wakes the process. In a profile (`perf`) of our server, three quarters are these reads and their processing, and a fifth is garbage collection.',
				],
			},
			{
				title: 'From the publisher’s first byte to playable media',
				rows: await measurePlayable(ffmpeg, server, film),
				notes: ['Medians of five interleaved runs; ffmpeg is already started and waiting for input. Goal: 0.1.'],
			},
			{
				title: 'Low-latency viewers, each waiting for every part',
				rows: await measureCrowds(server, film),
				notes: [
					'Viewers are scripts with their own connections in another process, whose CPU time is shown as "of the viewers". The time of a part counts from its arrival to its last byte at the viewer: playlist, request and response. Viewers per core: their number divided by the server’s share of a core. Goal: 300 with p95 below 100 ms.',
				],
			},
			...(browser ? await inBrowser(browser, server, film) : []),
			...(browser ? await onLines(browser, server, film, ffmpeg) : []),
		]
	} finally {
		await server.stop()
	}
}

/** Returns the CPU time of a process since its start, in ms. */
type CpuMs = () => Promise<number>
type Shares = Record<'theirs' | 'reading' | 'ours', number>
const sumOf = ({ theirs, reading, ours }: Shares) => theirs + reading + ours

async function measureCopy(ffmpeg: string, server: LiveServer, film: Film): Promise<Rows> {
	await server.ask('create', 'copy')
	const reference = await startFfmpegHls(ffmpeg)
	const bytes = await startBytesProcess()
	const socket = connect(bytes.port, '127.0.0.1').setNoDelay(true)
	const playing = await reference.publish(film)
	const publishing = await publishFilm(film, server.rtmpPort, 'copy?key=any')
	const stopSending = playInRealTime(film, 0, ({ body }) => void socket.write(body))
	await delay(10_000)
	const rounds: Shares[] = []
	for (let i = 0; i < 4; i++) {
		const [theirs, reading, ours] = await Promise.all(
			[reference.cpuMs, bytes.cpuMs, () => server.ask('cpuMs')].map(shareOfCore),
		)
		rounds.push({ theirs, reading, ours } as Shares)
	}
	const { theirs, reading, ours } = rounds.reduce((least, each) => (sumOf(each) < sumOf(least) ? each : least))
	stopSending()
	socket.destroy()
	publishing.stop()
	playing.stop()
	await Promise.all([reference.stop(), bytes.stop(), server.ask('remove', 'copy')])
	const row = (what: string, share: number) => ({
		what,
		'% of a core': round(share, 2),
		ratio: round(share / theirs, 2),
		'load (nice)': load(),
	})
	return [
		row('ffmpeg -c copy, HLS of 2 s', theirs),
		row('Node, reading and discarding the same bytes', reading),
		row('Parley: RTMP, parts of 200 ms of video and of audio alone, disk', ours),
	]
}

/** Measures the next ten seconds, in percent. */
async function shareOfCore(cpuMs: CpuMs): Promise<number> {
	const [before, began] = [await cpuMs(), performance.now()]
	await delay(10_000)
	return (((await cpuMs()) - before) / (performance.now() - began)) * 100
}

async function measurePlayable(ffmpeg: string, server: LiveServer, film: Film): Promise<Rows> {
	const [ours, theirs]: [number[], number[]] = [[], []]
	for (let i = 0; i < 5; i++) {
		const streamId = `first${i}`
		await server.ask('create', streamId)
		const publishing = await publishFilm(film, server.rtmpPort, `${streamId}?key=any`)
		while ((await fetch(`${server.url}/live/hls/${streamId}/master.m3u8?unauth`)).status !== 200) await delay(2)
		ours.push(wallTime() - publishing.acceptedAt)
		publishing.stop()
		await server.ask('remove', streamId)
		const reference = await startFfmpegHls(ffmpeg)
		const playing = await reference.publish(film)
		theirs.push((await reference.playable()) - playing.acceptedAt)
		playing.stop()
		await reference.stop()
	}
	return [
		{ what: 'ffmpeg -c copy, HLS of 2 s', ms: round(median(theirs)), ratio: 1 },
		{ what: 'ours', ms: round(median(ours)), ratio: round(median(ours) / median(theirs), 3) },
	]
}

async function measureCrowds(server: LiveServer, film: Film): Promise<Rows> {
	await server.ask('create', 'crowd')
	const publishing = await publishFilm(film, server.rtmpPort, 'crowd?key=any')
	await delay(3_000)
	const rows: Rows = []
	for (const count of crowds) {
		const viewers = await startViewers(count, server.port, { playlists: ['/live/hls/crowd/source/live.m3u8'] })
		await delay(6_000)
		await viewers.figures()
		const [cpu, began] = [await server.ask('cpuMs'), performance.now()]
		await delay(15_000)
		const figures = await viewers.figures()
		const ms = performance.now() - began
		const cores = ((await server.ask('cpuMs')) - cpu) / ms
		await viewers.stop()
		rows.push({
			viewers: count,
			'Mbit/s': round((figures.bytes * 8) / ms / 1_000),
			'% of a core, server': round(cores * 100),
			'of the viewers': round((figures.cpuMs / ms) * 100),
			'viewers per core': round(count / cores),
			'part ms p50': figures.p50,
			p95: figures.p95,
			p99: figures.p99,
			stalls: figures.stalls,
			errors: figures.errors,
			'load (nice)': load(),
		})
	}
	publishing.stop()
	await server.ask('remove', 'crowd')
	return rows
}

async function inBrowser(browser: string, server: LiveServer, film: Film): Promise<Table[]> {
	const { low, plain } = await measureLatency(browser, server, film)
	const first = await measureFirstFrames(browser, server, film)
	const returns = await measureReturn(browser, server, film)
	const spread = ({ p50, p95 }: { p50: number; p95: number }) => round(p95 / p50, 2)
	return [
		{
			title: 'From the publisher to the screen, in Chromium',
			rows: [
				{
					settings: 'lowLatencyMode: false',
					'p50 ms': plain.p50,
					'p95 ms': plain.p95,
					'p95 to p50': spread(plain),
					ratio: 1,
					frames: plain.frames,
					'load (nice)': load(),
				},
				{
					settings: 'low latency',
					'p50 ms': low.p50,
					'p95 ms': low.p95,
					'p95 to p50': spread(low),
					ratio: round(low.p50 / plain.p50, 2),
					frames: low.frames,
					'load (nice)': load(),
				},
			],
			notes: [
				'Without low latency, hls.js stays three target durations behind, which are 4 to 5 s here because key frames may be far apart. The number of each frame is read from the displayed picture for 30 s, in two browsers on one stream at the same time; the delay of camera and encoder is not included. Chromium decodes without a graphics card here. Goal: 0.25 (1.5 s), p95 at most 1.3 times p50.',
			],
		},
		{
			title: 'From the tap to the first frame, in Chromium',
			rows: [
				{ settings: 'plain hls.js', ms: first.plain, ratio: 1, 'load (nice)': load() },
				{ settings: 'ours', ms: first.ours, ratio: round(first.ours / first.plain, 2), 'load (nice)': load() },
			],
			notes: ['Medians of five interleaved runs in a warm browser, with the player alone. Goal: 1.0, 800 ms.'],
		},
		{
			title: 'From the return of a publisher after six seconds to the first new frame, in Chromium',
			rows: [{ 'ms, each of three': returns.join(', '), 'ms, median': median(returns), 'load (nice)': load() }],
			notes: [
				'Player of the page, three interruptions on one page. The origin has the first part 0.1 s after the publisher’s first byte (above); the rest depends on how much the browser buffers. Goal: 700 ms.',
			],
		},
	]
}

const rebufferForMs = 120_000

async function onLines(browser: string, server: LiveServer, film: Film, ffmpeg: string): Promise<Table[]> {
	const freezes = await measureLineSwitch(browser, server, film)
	const small = drawFilm(ffmpeg, { width: 640, kbitPerSecond: 500 })
	const { ours, plain } = await measureRebuffering(browser, server, small, rebufferForMs)
	const row = (settings: string, { share, stalls, firstFrameMs, line }: typeof ours) => ({
		settings,
		'% of the time': round(share, 1),
		stalls,
		'first frame ms': round(firstFrameMs),
		requests: line.requests,
		'of them failed': line.faults,
		'load (nice)': load(),
	})
	return [
		{
			title: 'Failure of one of two lines: longest time without a new frame, in Chromium',
			rows: [
				{
					line: 'refuses connections',
					'ms, each of three': freezes.refuse.join(', '),
					'ms, median': median(freezes.refuse),
				},
				{
					line: 'falls silent',
					'ms, each of three': freezes.fallSilent.join(', '),
					'ms, median': median(freezes.fallSilent),
				},
			],
			notes: ['Player of the page, low latency; two lines through our own proxies. Goal: 2 s.'],
		},
		{
			title: 'Stalled playback on 3G with faults, in Chromium',
			rows: [row('plain hls.js', plain), row('ours, stable as on every 3G line', ours)],
			notes: [
				`1.6 Mbit/s, 300 ms from request to response, 2 % of the requests fail (503 or a broken connection), through our own proxy; 640 × 360 at 500 kbit/s; ${rebufferForMs / 1_000} s from the first frame, both at the same time. Frames more than 0.5 s apart count as a stall. Goal: half of hls.js.`,
			],
		},
	]
}

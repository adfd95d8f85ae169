import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEdge } from '../apps/server/src/modules/live/adapters/testing/edge.ts'
import { createLivePasses } from '../apps/server/src/modules/live/index.ts'
import { type Glass, measureGlass } from './live/browser.ts'
import { drawFilm, type Film, publishFilm, wallTime } from './live/film.ts'
import { findMediamtx, startMediamtx } from './live/mediamtx.ts'
import { type LiveServer, startLiveServer, startViewers, type ViewerFigures } from './live/processes.ts'
import { processTimeMs } from './live/processTime.ts'
import { median } from './testInstance.ts'

export const name = 'Live compared with MediaMTX, and behind edges'

const edgeSecret = 'a-secret-of-edges-1'
const measuredMs = 15_000
const round = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits
const load = () => round(loadavg()[0] ?? 0, 1)

type Rows = Record<string, string | number>[]

export async function run() {
	const ffmpeg = process.env.PARLEY_TEST_FFMPEG
	if (!ffmpeg) throw new Error('ffmpeg is missing: it generates the film')
	const film = drawFilm(ffmpeg)
	const server = await startLiveServer({ pages: fileURLToPath(new URL('live/page.ts', import.meta.url)), edgeSecret })
	try {
		return [await besideMediamtx(server, film), ...(await behindEdges(server, film))]
	} finally {
		await server.stop()
	}
}

/** Figures from a machine with MediaMTX, quoted on machines without it. */
const quoted: { on: string; rows: Rows } = {
	on: '2026-11-24',
	rows: [
		{
			what: 'MediaMTX v1.99.0',
			'first part ms': 4006,
			'% of a core': 14.6,
			'for each viewer': 0.243,
			'bytes of a playlist': 1544,
			'playlists for each viewer a second': 10.1,
			stalls: 0,
			errors: 0,
			'glass p50 ms': 1292,
			p95: 1311,
			'first frame ms': 322,
			'RSS MiB': 64,
			load: 8.2,
		},
		{
			what: 'ours',
			'first part ms': 107,
			'% of a core': 14.6,
			'for each viewer': 0.243,
			'bytes of a playlist': 5576,
			'playlists for each viewer a second': 5,
			stalls: 0,
			errors: 0,
			'glass p50 ms': 1344,
			p95: 1512,
			'first frame ms': 608,
			'RSS MiB': 346,
			load: 8.2,
		},
	],
}
const viewerCount = 60

async function besideMediamtx(server: LiveServer, film: Film) {
	const found = findMediamtx()
	const title = `Compared with MediaMTX: ${viewerCount} viewers each at the same time`
	const how = `Both receive the film over RTMP (2.5 Mbit/s, one key frame per second), with parts of 200 ms. Viewers are scripts that wait for each part; those of MediaMTX pull video and audio separately, as it serves them. Glass-to-glass latency is read from the picture in Chromium, with the player of the page in low-latency mode. MediaMTX keeps a window of seven segments, Parley of half an hour.`
	if (!found)
		return {
			title,
			rows: quoted.rows,
			notes: [`Measured on ${quoted.on}: no MediaMTX here (\`MEDIAMTX\` or the PATH). ${how}`],
		}
	const peer = await startMediamtx(found.program)
	try {
		const playable = await measurePlayable(server, peer, film)
		await server.ask('create', 'peer')
		const ours = await publishFilm(film, server.rtmpPort, 'peer?key=any')
		const theirs = await peer.publish(film, 'peer')
		await delay(4_000)
		const session = await peer.session('peer')
		const crowd = await Promise.all([
			startViewers(viewerCount, server.port, { playlists: ['/live/hls/peer/source/live.m3u8'] }),
			startViewers(viewerCount, peer.port, { playlists: peer.playlists('peer'), headers: `Cookie: ${session}\r\n` }),
		])
		const clocks = [() => server.ask('cpuMs'), peer.cpuMs]
		const { shares, figures: got } = await measureDuring(clocks, crowd)
		await Promise.all(crowd.map(viewers => viewers.stop()))
		const memory = [round((await server.ask('memory')).rss / 2 ** 20), peer.residentMiB()]
		const browser = process.env.PARLEY_BROWSER
		const glass: (Glass | undefined)[] = browser
			? await measureGlass(browser, server, [
					{ origin: server.url, url: '/live/hls/peer/master.m3u8', publishing: ours },
					{ origin: peer.url, url: '/live/peer/index.m3u8', publishing: theirs },
				])
			: []
		ours.stop()
		theirs.stop()
		await server.ask('remove', 'peer')
		const row = (what: string, index: 0 | 1) => {
			const [share, figures] = [shares[index] ?? Number.NaN, got[index] as ViewerFigures]
			return {
				what,
				'first part ms': round(playable[index] ?? Number.NaN),
				'% of a core': round(share, 1),
				'for each viewer': round(share / viewerCount, 3),
				'bytes of a playlist': round(figures.playlistBytes / figures.playlists),
				'playlists for each viewer a second': round((figures.playlists * 1000) / measuredMs / viewerCount, 1),
				stalls: figures.stalls,
				errors: figures.errors,
				'glass p50 ms': glass[index]?.p50 ?? '',
				p95: glass[index]?.p95 ?? '',
				'first frame ms': round(glass[index]?.firstFrameMs ?? Number.NaN),
				'RSS MiB': memory[index] ?? '',
				load: load(),
			}
		}
		return { title, rows: [row(`MediaMTX ${found.version}`, 1), row('ours', 0)], notes: [how] }
	} finally {
		await peer.stop()
	}
}

type Peer = Awaited<ReturnType<typeof startMediamtx>>

/** Time from the permission to publish to the first available part: medians of three interleaved runs. */
async function measurePlayable(server: LiveServer, peer: Peer, film: Film): Promise<[ours: number, theirs: number]> {
	const [ours, theirs]: [number[], number[]] = [[], []]
	for (let i = 0; i < 3; i++) {
		const streamId = `begin${i}`
		await server.ask('create', streamId)
		const publishing = await publishFilm(film, server.rtmpPort, `${streamId}?key=any`)
		while ((await fetch(`${server.url}/live/hls/${streamId}/source/live.m3u8`)).status !== 200) await delay(2)
		ours.push(wallTime() - publishing.acceptedAt)
		publishing.stop()
		await server.ask('remove', streamId)
		const playing = await peer.publish(film, streamId)
		theirs.push((await peer.playable(streamId)) - playing.acceptedAt)
		playing.stop()
	}
	return [median(ours), median(theirs)]
}

interface Measured {
	/** Percentage of a core, per process. */
	shares: number[]
	/** Figures of each crowd. */
	figures: ViewerFigures[]
}

type Viewers = Awaited<ReturnType<typeof startViewers>>

/** Measures the CPU time of each process and the figures of each crowd over the same period. */
async function measureDuring(clocks: (() => Promise<number>)[], crowds: Viewers[]): Promise<Measured> {
	await delay(5_000)
	const read = () => Promise.all(clocks.map(clock => clock()))
	await Promise.all(crowds.map(viewers => viewers.figures()))
	const [before, began] = [await read(), performance.now()]
	await delay(measuredMs)
	const [after, figures] = [await read(), await Promise.all(crowds.map(viewers => viewers.figures()))]
	const ms = performance.now() - began
	return { shares: after.map((cpuMs, i) => ((cpuMs - (before[i] ?? 0)) / ms) * 100), figures }
}

async function behindEdges(server: LiveServer, film: Film) {
	const program = process.env.PARLEY_TEST_NGINX
	if (!program) return []
	await server.ask('create', 'edges')
	const publishing = await publishFilm(film, server.rtmpPort, 'edges?key=any')
	const edges = await Promise.all([1, 2].map(() => startEdge({ program, originPort: server.port, secret: edgeSecret })))
	// Valid for the whole run; pages renew theirs.
	const pass = createLivePasses(edgeSecret).sign('edges', Date.now() + 600_000)
	const source = { playlists: ['/live/hls/edges/source/live.m3u8'], headers: `Cookie: parley_live_pass=${pass}\r\n` }
	const rows: Rows = []
	try {
		await delay(3_000)
		for (const count of [100, 500, 1_000]) {
			const crowds = await Promise.all(edges.map(({ port }) => startViewers(count / edges.length, port, source)))
			const clocks = [
				() => server.ask('cpuMs'),
				...edges.map(
					({ pid = 0 }) =>
						async () =>
							processTimeMs(pid),
				),
			]
			const { shares, figures } = await measureDuring(clocks, crowds)
			const [origin = Number.NaN, ...behind] = shares
			await Promise.all(crowds.map(viewers => viewers.stop()))
			const sum = (of: (figures: ViewerFigures) => number) => figures.reduce((total, each) => total + of(each), 0)
			rows.push({
				viewers: count,
				edges: edges.length,
				'% of a core, origin': round(origin, 1),
				'of the edges': round(
					behind.reduce((total, share) => total + share, 0),
					1,
				),
				'of the viewers': round((sum(({ cpuMs }) => cpuMs) / measuredMs) * 100),
				'Mbit/s': round((sum(({ bytes }) => bytes) * 8) / measuredMs / 1_000),
				'playlists from the cache, %': round((sum(({ hits }) => hits) / sum(({ playlists }) => playlists)) * 100, 1),
				stalls: sum(({ stalls }) => stalls),
				errors: sum(({ errors }) => errors),
				load: load(),
			})
		}
	} finally {
		publishing.stop()
		await Promise.all(edges.map(edge => edge.close()))
		await server.ask('remove', 'edges')
	}
	return [
		{
			title: 'Low-latency viewers behind two edges',
			rows,
			notes: [
				'nginx as in the [how-to](../docs/how-to/serve-lives-from-edges.md); edges and viewers run on the same machine. Goal: the load of the origin depends on the number of edges, not viewers, and the edges serve 95 % of the playlists.',
			],
		},
	]
}

import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { drawFilm, publishFilm } from './film.ts'
import { startLiveServer, startViewers } from './processes.ts'

const viewerCount = 50
const mebi = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10

/**
 * Runs a publisher and 50 viewers for `minutes` minutes: memory after a collection, stalls, errors and waiting, in
 * steps.
 */
export async function run({ minutes }: { minutes: number }) {
	const ffmpeg = process.env.PARLEY_TEST_FFMPEG
	if (!ffmpeg) throw new Error('ffmpeg is missing: it generates the film')
	const film = drawFilm(ffmpeg)
	// A short window, so that memory reaches its final size soon.
	const server = await startLiveServer({ windowMs: 120_000 })
	await server.ask('create', 'soak')
	const publishing = await publishFilm(film, server.rtmpPort, 'soak?key=any')
	await delay(3_000)
	const viewers = await startViewers(viewerCount, server.port, { playlists: ['/live/hls/soak/source/live.m3u8'] })
	const steps = Math.min(12, Math.max(4, Math.round(minutes / 2)))
	const rows: Record<string, string | number>[] = []
	const memory: number[] = []
	let [stalls, errors] = [0, 0]
	// The start-up phase is not counted.
	await delay(15_000)
	await viewers.figures()
	let cpuBefore = await server.ask('cpuMs')
	const stepMs = (minutes * 60_000) / steps
	for (let step = 1; step <= steps; step++) {
		await delay(stepMs)
		const figures = await viewers.figures()
		const cpuMs = await server.ask('cpuMs')
		const { rss, used } = await server.ask('memory')
		memory.push(used)
		stalls += figures.stalls
		errors += figures.errors
		rows.push({
			minute: Math.round((step * stepMs) / 6_000) / 10,
			'memory in use MiB': mebi(used),
			'RSS MiB': mebi(rss),
			'% of a core': Math.round((cpuMs - cpuBefore) / (stepMs / 100)),
			'parts to viewers': figures.parts,
			'part ms p50 / p95 / p99': `${figures.p50} / ${figures.p95} / ${figures.p99}`,
			'timer late by ms': figures.timerLateMs,
			stalls: figures.stalls,
			errors: figures.errors,
			'machine load': Math.round((loadavg()[0] ?? 0) * 10) / 10,
		})
		console.log(JSON.stringify(rows.at(-1)))
		cpuBefore = cpuMs
	}
	await viewers.stop()
	publishing.stop()
	await server.stop()
	const half = Math.floor(memory.length / 2)
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
	const growth = mean(memory.slice(half)) / mean(memory.slice(0, half)) - 1
	return { rows, stalls, errors, growthPercent: Math.round(growth * 1_000) / 10, viewers: viewerCount, minutes }
}

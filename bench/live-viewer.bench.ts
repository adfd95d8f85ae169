import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Line, type LineShape, lineShapes, openLine } from './line/line.ts'
import { browserEnvironment, quiet, startParley, stopProcesses } from './line/processes.ts'
import { readUntil } from './line/readUntil.ts'
import type { Viewed } from './live/overLine.ts'
import { median } from './testInstance.ts'

export const name = 'Live: from the link to the first picture, on a real line'

const runs = Number(process.env.PARLEY_BENCH_RUNS ?? 3)
const watchS = 25
const rtmpPort = 1935
const end = fileURLToPath(new URL('live/overLine.ts', import.meta.url))

/** MediaMTX v1.99.0 with its own page, ms to the first frame: on an emulated line of this kind, and without a line. */
const quoted = { slow4g: 13_700, lan: 1_120 }
const lines = { slow4g: '562 ms, 1.47 Mbit/s', lan: 'none' }

export async function run() {
	const line = await openLine()
	if ('missing' in line) {
		console.error(`NOT MEASURED ON A REAL LINE: ${line.missing}`)
		return [{ title: 'not measured: this machine has no network namespaces', rows: [] }]
	}
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const running: ChildProcess[] = []
	try {
		line.set(lineShapes.lan)
		// The film is published from this end, to the loopback address.
		const settings = { HOST: '0.0.0.0', PARLEY_RTMP_PORT: String(rtmpPort) }
		const url = await startParley(line, running, { dataFolder: folder, settings })
		const live = await startHost(line, url, running)
		const rows = []
		for (const lineName of ['slow4g', 'lan'] as const) {
			const viewed = await measure(line, { url, live, shape: lineShapes[lineName] })
			rows.push(rowOf(lineName, viewed))
		}
		return [
			{
				title: `Packets delayed between two network namespaces, TLS, empty cache, a guest; ${runs} visits each`,
				rows,
				notes: [
					`The film has 1280 × 720, 2.5 Mbit/s and one key frame per second, and is transcoded to smaller definitions on the same machine. Each visit goes on for ${watchS} s after the first frame; times without a new frame that are longer than half a second count as stalls. Latency is read from the picture, from the fifth second on. Goals: 6 s on the slow line, 0.9 of MediaMTX without a line.`,
					'MediaMTX is quoted: its own page, on an emulated line.',
					'Before the HTML requested anything, one visit with the same film took 17.0 s (42 requests) on the slow line and 5.1 s without a line. Those two are not comparable in full: the machine was busier, and the certificate was not trusted, so Chromium loaded the hinted scripts twice. An earlier measurement on an emulated line was 13.6 s and 51 requests, 1.47 s without a line. Hinted files count no bytes here.',
					'On the slow line the picture stands still once or twice in 25 s, and is 7 s behind: a segment of 75 KB and its round trip take as long as it plays, and segments are requested one after the other.',
				],
			},
		]
	} finally {
		await stopProcesses(running)
		await line.close()
		await rm(folder, { recursive: true, force: true })
	}
}

function rowOf(lineName: keyof typeof lines, viewed: Viewed[]) {
	const of = (figure: (each: Viewed) => number) => Math.round(median(viewed.map(figure)))
	const first = of(({ firstFrameMs }) => firstFrameMs)
	return {
		line: lines[lineName],
		'first frame, ms (median)': first,
		'ms (all)': viewed.map(({ firstFrameMs }) => firstFrameMs).join(', '),
		'requests before': of(({ requests }) => requests.length),
		'KiB before': of(({ requests }) => requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1024),
		'lines, first to last': `${of(({ lines }) => lines.first)} to ${of(({ lines }) => lines.last)}`,
		'stalls (all)': viewed.map(({ stalls }) => stalls).join(', '),
		'latency, ms (p50)': of(({ latencyMs }) => median(latencyMs)),
		'MediaMTX, quoted': quoted[lineName],
		ratio: (first / quoted[lineName]).toFixed(2),
	}
}

/** Resolves to the meeting and the time at which its film began, once it is on air. */
async function startHost(line: Line, url: string, running: ChildProcess[]): Promise<string[]> {
	const child = line.spawnAtServer(process.execPath, [quiet, end, 'host', url, String(rtmpPort)], {
		env: browserEnvironment({ PARLEY_TEST_FFMPEG: process.env.PARLEY_TEST_FFMPEG ?? '' }),
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	running.push(child)
	const printed = await readUntil(child, /^\d{9} /)
	// Until there is a segment of each definition.
	await new Promise(resolve => setTimeout(resolve, 8_000))
	return printed.split(' ')
}

async function measure(
	line: Line,
	{ url, live: [meetingId = '', beganAt = ''], shape }: { url: string; live: string[]; shape: LineShape },
): Promise<Viewed[]> {
	const viewed: Viewed[] = []
	for (let run = 0; run < runs; run++) {
		line.set(shape)
		const args = [quiet, end, 'viewer', url, meetingId, String(watchS), beganAt]
		const child = line.spawnAtPhone(process.execPath, args, {
			env: browserEnvironment({ PARLEY_TEST_FFMPEG: process.env.PARLEY_TEST_FFMPEG ?? '' }),
			stdio: ['ignore', 'pipe', 'inherit'],
		})
		const ended = new Promise(resolve => child.once('exit', resolve))
		viewed.push(JSON.parse(await readUntil(child, /^\{/)) as Viewed)
		await ended
	}
	return viewed
}

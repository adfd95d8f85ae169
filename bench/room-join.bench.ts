import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Line, lineShapes, openLine } from './line/line.ts'
import { browserEnvironment, quiet, startParley, stopProcesses } from './line/processes.ts'
import { readUntil } from './line/readUntil.ts'
import { findLivekit, startLivekit } from './room/livekit.ts'
import { median } from './testInstance.ts'

export const name = 'Room: from the tap on join to the first frame, on a real line'

const runs = 3
const participant = fileURLToPath(new URL('room/joinOverLine.ts', import.meta.url))

/** Time from when the form is shown, or the page of LiveKit is loaded, to the tap. */
const forms = { 'after eight seconds': 8_000, 'at once': 0 }
const lines = { '562 ms, 1.47 Mbit/s': lineShapes.slow4g, '80 ms': lineShapes.near }

export async function run() {
	const line = await openLine()
	if ('missing' in line) {
		console.error(`NOT MEASURED ON A REAL LINE: ${line.missing}`)
		return [{ title: 'not measured: this machine has no network namespaces', rows: [] }]
	}
	const livekit = findLivekit()
	if (!livekit) console.error('LiveKit is not measured: no livekit-server on the PATH or in LIVEKIT_SERVER')
	try {
		const own = await measureProduct(line, openParley)
		const peer = livekit && (await measureProduct(line, (at, running) => openLivekit(at, livekit.program, running)))
		return [
			{
				title: `Packets delayed between two network namespaces, one host with a camera; ${runs} joins each`,
				rows: Object.keys(own).map(name => {
					const [ms, peerMs] = [own[name] ?? [], peer?.[name]]
					return {
						'line and tap': name,
						'first frame, ms (median)': median(ms),
						'ms (all)': ms.join(', '),
						'LiveKit (median)': peerMs ? median(peerMs) : '–',
						'LiveKit (all)': peerMs?.join(', ') ?? '–',
						ratio: peerMs ? (median(ms) / median(peerMs)).toFixed(2) : '–',
					}
				}),
				notes: [
					`Goal: 0.6 of LiveKit, and at most 3 s at 562 ms; 1.2 s once the page has prepared. ${livekit ? `${livekit.version}: its browser library is loaded before the tap, and has its token.` : 'LiveKit is not installed.'}`,
					'Waits after the tap, once the form was shown long enough for the page to prepare: one round trip, with which the join, `enter` and the admission of the prepared connection are done, and the key frame of the host. Before the page prepared anything, there were 16 round trips: 10.0 s.',
				],
			},
		]
	} finally {
		await line.close()
	}
}

/** Resolves to the time of one join, in ms. */
type Join = (formMs: number) => Promise<number>

async function measureProduct(line: Line, open: (line: Line, running: ChildProcess[]) => Promise<Join>) {
	const running: ChildProcess[] = []
	const measured: Record<string, number[]> = {}
	try {
		line.set(lineShapes.lan)
		const join = await open(line, running)
		for (const [lineName, shape] of Object.entries(lines)) {
			for (const [when, formMs] of Object.entries(forms)) {
				const all: number[] = []
				for (let run = 0; run < runs; run++) {
					line.set(shape)
					all.push(await join(formMs))
					// One person has three places, and one who left without a word keeps theirs for 15 s.
					await new Promise(resolve => setTimeout(resolve, 4_000))
				}
				measured[`${lineName}, ${when}`] = all
				console.log(lineName, when, all.join(', '))
			}
		}
	} finally {
		await stopProcesses(running)
	}
	return measured
}

async function openParley(line: Line, running: ChildProcess[]): Promise<Join> {
	const dataFolder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const url = await startParley(line, running, { dataFolder })
	running[0]?.once('exit', () => void rm(dataFolder, { recursive: true, force: true }))
	const meetingId = await readUntil(start(line, 'server', ['host', url], running), /^\d{9}$/)
	return formMs => tap(line, ['phone', url, meetingId, String(formMs)])
}

async function openLivekit(line: Line, program: string, running: ChildProcess[]): Promise<Join> {
	const addressOf = await startLivekit(line, program, running)
	await readUntil(start(line, 'server', ['open', addressOf('host')], running), /^joined$/)
	return formMs => tap(line, ['tap', addressOf('phone', { waitsForTap: true }), String(formMs)])
}

async function tap(line: Line, args: string[]): Promise<number> {
	const child = start(line, 'phone', args, [])
	const ended = new Promise(resolve => child.once('exit', resolve))
	const ms = Number(await readUntil(child, /^\d+$/))
	await ended
	return ms
}

function start(line: Line, end: 'server' | 'phone', args: string[], running: ChildProcess[]): ChildProcess {
	const spawnAt = end === 'server' ? line.spawnAtServer : line.spawnAtPhone
	const child = spawnAt(process.execPath, [quiet, participant, ...args], {
		env: browserEnvironment(),
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	running.push(child)
	return child
}

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Address, addresses } from './first-load/addresses.ts'
import type { Load, VisitResults, Visits } from './first-load/phone.ts'
import { lineShapes, openLine } from './line/line.ts'
import { environment, quiet, startParley, stopProcesses } from './line/processes.ts'
import { readUntil } from './line/readUntil.ts'
import { median } from './testInstance.ts'

export const name = 'First load: waiting time of a phone on a slow connection'

const runs = 3
const cpuGoalMs = 170
/** Measured on such a line; used where LIVEKIT_MEET does not name the folder of a built LiveKit Meet. */
const quotedLiveKit = { usable: 4_270, date: '2026-11-23' }

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const files = {
	phone: fileOf('first-load/phone.ts'),
	liveKitMeet: fileOf('first-load/liveKitMeet.ts'),
}
const withoutEarlyHints =
	'data:text/javascript,import{Http2ServerResponse}from"node:http2";Http2ServerResponse.prototype.writeEarlyHints=()=>false'

export async function run() {
	if (!process.env.PARLEY_BROWSER) throw new Error('PARLEY_BROWSER does not name a browser')
	const place = await openPlace()
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const running: ChildProcess[] = []
	const startServer = (port: string, nodeArguments: string[]) =>
		startParley(place, running, { dataFolder: join(folder, port), port, nodeArguments })
	try {
		const sites = [await startServer('8443', ['--import', withoutEarlyHints])]
		// The emulated line does not delay hints, so it measures nothing with them.
		if (!place.isEmulated) sites.push(await startServer('8444', []))
		const { LIVEKIT_MEET } = process.env
		const liveKit = LIVEKIT_MEET ? await startLiveKitMeet(place, running, LIVEKIT_MEET) : undefined
		const visits: Visits = { sites, runs, isEmulated: place.isEmulated, ...(liveKit && { liveKit }) }
		return tablesOf(place, await visitAll(place, visits))
	} finally {
		await stopProcesses(running)
		await place.close()
		await rm(folder, { recursive: true, force: true })
	}
}

async function startLiveKitMeet({ serverAddress, spawnAtServer }: Place, running: ChildProcess[], folder: string) {
	const port = '8445'
	const child = spawnAtServer(process.execPath, [quiet, files.liveKitMeet, folder], {
		env: environment({ HOST: serverAddress, PORT: port }),
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	running.push(child)
	await readUntil(child, /is up/)
	return `https://${serverAddress}:${port}`
}

/** Where server and phone run, and what lies between them. */
interface Place {
	isEmulated: boolean
	serverAddress: string
	spawnAtServer(command: string, args: string[], options?: SpawnOptions): ChildProcess
	spawnAtPhone(command: string, args: string[], options?: SpawnOptions): ChildProcess
	close(): Promise<void>
}

/** The line, or else this machine with the emulation of the browser. */
async function openPlace(): Promise<Place> {
	const line = await openLine()
	if ('missing' in line) {
		console.error(`NOT MEASURED ON A REAL LINE: ${line.missing}. The browser emulates the line, without early hints.`)
		return {
			isEmulated: true,
			serverAddress: '127.0.0.1',
			spawnAtServer: spawn,
			spawnAtPhone: spawn,
			close: async () => {},
		}
	}
	line.set(lineShapes.slow4g)
	return { ...line, isEmulated: false }
}

async function visitAll({ spawnAtPhone }: Place, visits: Visits): Promise<VisitResults> {
	const env = environment({ PARLEY_BROWSER: process.env.PARLEY_BROWSER ?? '' })
	const child = spawnAtPhone(process.execPath, [quiet, files.phone, JSON.stringify(visits)], {
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	return JSON.parse(await readUntil(child, /^\{/)) as VisitResults
}

const middle = (loads: Load[] = [], key: keyof Load) => Math.round(median(loads.map(load => load[key])))

function tablesOf({ isEmulated }: Place, { sites: [plain = [], hinted], liveKit, cpuMs }: VisitResults) {
	const isLiveKitMeasured = liveKit.length > 0
	const liveKitMs = isLiveKitMeasured ? middle(liveKit, 'usable') : quotedLiveKit.usable
	const medianCpuMs = Math.round(median(cpuMs))
	return [
		{
			title: `${isEmulated ? 'EMULATED LINE' : 'Packets delayed between two network namespaces'}: 562 ms, 1.47 Mbit/s, TLS, HTTP/2, 4× slower CPU, empty cache; medians of ${runs} interleaved runs`,
			rows: [
				...addresses.map((address, at) => rowOf(address, { plain: plain[at], hinted: hinted?.[at], liveKitMs })),
				{
					what: 'LiveKit Meet, landing',
					'first paint ms': isLiveKitMeasured ? middle(liveKit, 'paint') : '',
					'usable ms': liveKitMs,
					'goal ms': '',
					'with early hints ms': '',
					requests: isLiveKitMeasured ? middle(liveKit, 'requests') : '',
					over: '',
				},
			],
			notes: [
				'Usable: the main control is visible and rendered by React. Time and requests are counted from the navigation, connection included, without early hints except in their column. Compare figures of the same run only.',
				isLiveKitMeasured
					? 'LiveKit Meet was measured in the same run, behind TLS and HTTP/2 as well.'
					: `LiveKit Meet is quoted from ${quotedLiveKit.date}: LIVEKIT_MEET names no folder in which it is built.`,
				'Before 2026-11-27, on the same busy machine (LiveKit Meet 5.4 s in a run of its own): landing 5.5 s, sign in 6.0 s, quick join 6.2 s, invitation 9.7 s with 19 requests, list 7.0 s, detail 6.8 s.',
				'The second visit still has the connection of the first. A new one takes 1.7 s to the first byte (docs/decisions/no-service-worker.md).',
			],
		},
		{
			title: 'Main-thread time until the landing page is usable, no slowdown',
			rows: [{ 'median ms': medianCpuMs, goal: cpuGoalMs, over: medianCpuMs > cpuGoalMs ? 'OVER' : '' }],
		},
	]
}

interface Loads {
	plain: Load[] | undefined
	hinted: Load[] | undefined
	liveKitMs: number
}

function rowOf({ name, goal }: Address, { plain, hinted, liveKitMs }: Loads) {
	const [usable, requests] = [middle(plain, 'usable'), middle(plain, 'requests')]
	const goalMs = goal.timesLiveKit ? Math.round(goal.timesLiveKit * liveKitMs) : goal.usableMs
	const isOver = usable > (goalMs ?? Number.POSITIVE_INFINITY) || requests > (goal.requests ?? Number.POSITIVE_INFINITY)
	return {
		what: name,
		'first paint ms': middle(plain, 'paint'),
		'usable ms': usable,
		'goal ms': goalMs ?? '',
		'with early hints ms': hinted ? middle(hinted, 'usable') : '',
		requests,
		over: isOver ? 'OVER' : '',
	}
}

import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Line, type LineShape, openLine } from './line/line.ts'
import { browserEnvironment, quiet, startParley, stopProcesses } from './line/processes.ts'
import type { LineFigures } from './room/lineFigures.ts'
import { findLivekit, startLivekit } from './room/livekit.ts'

export const name = 'Room: one participant on a weak line, beside LiveKit on the same line'

const settleS = 8
const measureS = 60
const addressChanges = 3
const participant = fileURLToPath(new URL('room/lineParticipant.ts', import.meta.url))

interface LineOptions {
	down?: number
	up?: number
	/** In both directions. */
	lossPercent?: number
	/** There and back. */
	delayMs?: number
	queueMs?: number
}

const shape = ({ down = 0, up = 0, lossPercent = 0, delayMs = 40, queueMs = 500 }: LineOptions): LineShape => ({
	delayMs: { up: delayMs / 2, down: delayMs / 2 },
	kbitPerS: { up, down },
	lossPercent: { up: lossPercent, down: lossPercent },
	queueMs,
})

const free = shape({ down: 2_000 })
interface Case {
	line: LineShape
	/** Instead of the usual ones, in seconds. */
	settleS?: number
	measureS?: number
	/** The measured person: the one on the phone, or the other one, who receives what the phone sends. */
	measured?: 'phone' | 'other'
}
/** In this order: the line is free before each case, unless it continues the one before. */
const cases: Record<string, Case> = {
	'300 kbit/s down': { line: shape({ down: 300 }) },
	'100 kbit/s down': { line: shape({ down: 100 }) },
	'300 kbit/s down, queue of 100 ms': { line: shape({ down: 300, queueMs: 100 }) },
	'5 % loss': { line: shape({ lossPercent: 5 }) },
	'20 % loss': { line: shape({ lossPercent: 20 }) },
	'300 kbit/s up': { line: shape({ up: 300 }), measured: 'other' },
	'800 ms there and back': { line: shape({ delayMs: 800 }) },
	'fall from 2,000 to 300 kbit/s, first 4 s': { line: shape({ down: 300 }), settleS: 0, measureS: 4 },
	'10 to 14 s after it is free again': { line: free, settleS: 10, measureS: 4 },
}

/** Those in which Firefox receives differently: it has no redundant audio. */
const firefoxCases = ['300 kbit/s down', '100 kbit/s down', '5 % loss', '20 % loss']

export async function run() {
	const line = await openLine()
	if ('missing' in line) {
		console.error(`NOT MEASURED ON A REAL LINE: ${line.missing}`)
		return [{ title: 'not measured: this machine has no network namespaces', rows: [] }]
	}
	const livekit = findLivekit()
	if (!livekit) console.error('LiveKit is not measured: no livekit-server on the PATH or in LIVEKIT_SERVER')
	try {
		const parley = await measureProduct(line, running => openParley(line, running, 'join'))
		const firefox =
			process.env.PARLEY_FIREFOX &&
			(await measureProduct(line, running => openParley(line, running, 'firefox'), firefoxCases))
		if (!firefox) console.error('Firefox is not measured: it is not installed')
		const products = { Parley: parley, ...(firefox && { 'Parley, Firefox': firefox }) }
		const peers = livekit && {
			LiveKit: await measureProduct(line, running => openLivekit(line, livekit.program, running)),
		}
		const measured = Object.entries({ ...products, ...peers })
		return [
			{
				title: `Packets delayed, dropped and queued between two network namespaces; two participants, 640×360; ${settleS} s to settle, ${measureS} s measured`,
				rows: Object.keys(cases).flatMap(name =>
					measured.flatMap(([product, { figures }]) => {
						const found = figures[name]
						return found ? [rowOf(name, product, found)] : []
					}),
				),
				notes: [
					`The phone is measured; with a slow way up, the other participant. ${livekit ? `${livekit.version}, livekit-client with simulcast, dynacast, adaptive stream and RED. A dash: the product connected anew meanwhile, and its bytes cannot be counted.` : 'LiveKit is not installed.'}`,
				],
			},
			{
				title: `The phone gets another address during the call, as on leaving the Wi-Fi; 40 ms there and back, ${addressChanges} times`,
				rows: measured.map(([product, { silencesMs }]) => ({
					product,
					'without sound, ms (median)': silencesMs.toSorted((a, b) => a - b)[Math.floor(addressChanges / 2)] ?? '–',
					'ms (all)': silencesMs.join(', '),
				})),
				notes: [
					'Goal: 2 s. Nothing reports the change to the page, as on a laptop; phones do, about a second earlier.',
				],
			},
		]
	} finally {
		await line.close()
	}
}

function rowOf(name: string, product: string, figures: LineFigures): Record<string, string | number> {
	return {
		line: name,
		product,
		fps: figures.framesPerSecond,
		'width, px': figures.width,
		'audio concealed, %': figures.concealedPercent,
		'frozen, s': figures.frozenS,
		'longest gap, ms': figures.longestGapMs,
		// After another path was taken its counters begin anew.
		'received, kbit/s': figures.receivedKbitPerS < 0 ? '–' : figures.receivedKbitPerS,
		'sent, kbit/s': figures.sentKbitPerS < 0 ? '–' : figures.sentKbitPerS,
		'round trip, ms': figures.roundTripMs,
	}
}

interface Participant {
	measure(seconds: number): Promise<LineFigures>
	/** @see measureSilence */
	measureSilence(): Promise<{ silenceMs: number }>
}
interface ProductFigures {
	figures: Partial<Record<string, LineFigures>>
	/** Times without sound after each change of the address. */
	silencesMs: number[]
}
type OpenProduct = (running: ChildProcess[]) => Promise<{ phone: Participant; other: Participant }>

async function measureProduct(line: Line, open: OpenProduct, names = Object.keys(cases)): Promise<ProductFigures> {
	const running: ChildProcess[] = []
	const figures: Partial<Record<string, LineFigures>> = {}
	try {
		line.set(free)
		const { phone, other } = await open(running)
		for (const name of names) {
			const step = cases[name]
			if (!step) continue
			if (step.line !== free) {
				line.set(free)
				await delay(12_000)
			}
			line.set(step.line)
			await delay((step.settleS ?? settleS) * 1_000)
			figures[name] = await (step.measured === 'other' ? other : phone).measure(step.measureS ?? measureS)
			console.log(name, JSON.stringify(figures[name]))
		}
		line.set(free)
		const silencesMs: number[] = []
		while (silencesMs.length < addressChanges) {
			await delay(5_000)
			const silence = phone.measureSilence()
			await delay(2_000)
			await line.changePhoneAddress()
			silencesMs.push((await silence).silenceMs)
		}
		console.log('another address', silencesMs.join())
		return { figures, silencesMs }
	} finally {
		await stopProcesses(running)
	}
}

async function openParley(line: Line, running: ChildProcess[], role: 'join' | 'firefox') {
	const dataFolder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const url = await startParley(line, running, { dataFolder })
	running[0]?.once('exit', () => void rm(dataFolder, { recursive: true, force: true }))
	const other = start(line, 'server', ['host', url, 'hanmei'], running)
	const meetingId = await other.until(/^\d{9}$/)
	const phone = start(line, 'phone', [role, url, 'lilei', meetingId], running)
	await phone.until(/^joined$/)
	return { phone, other }
}

async function openLivekit(line: Line, program: string, running: ChildProcess[]) {
	const addressOf = await startLivekit(line, program, running)
	const other = start(line, 'server', ['open', addressOf('other')], running)
	await other.until(/^joined$/)
	const phone = start(line, 'phone', ['open', addressOf('phone')], running)
	await phone.until(/^joined$/)
	await delay(5_000)
	return { phone, other }
}

function start(line: Line, end: 'server' | 'phone', args: string[], running: ChildProcess[]) {
	const spawnAt = end === 'server' ? line.spawnAtServer : line.spawnAtPhone
	const child = spawnAt(process.execPath, [quiet, participant, ...args], {
		env: browserEnvironment(),
		stdio: ['pipe', 'pipe', 'inherit'],
	})
	running.push(child)
	const output = outputOf(child)
	return {
		until: output.until,
		async measure(seconds: number): Promise<LineFigures> {
			child.stdin?.write(`${seconds}\n`)
			return JSON.parse(await output.until(/^\{/))
		},
		async measureSilence(): Promise<{ silenceMs: number }> {
			child.stdin?.write('silence\n')
			return JSON.parse(await output.until(/^\{/))
		},
	}
}

function outputOf(child: ChildProcess) {
	if (!child.stdout) throw new Error('the output of the process is not read')
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
	return {
		/** Resolves to the next line that matches. @throws if the process ends before */
		async until(pattern: RegExp): Promise<string> {
			for (;;) {
				const { value, done } = await lines.next()
				if (done) throw new Error(`a process ended before it printed ${pattern}`)
				if (pattern.test(value)) return value
			}
		},
	}
}

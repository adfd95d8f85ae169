import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../testInstance.ts'
import type { CrowdClient, CrowdServer } from './crowdClients.ts'
import { people } from './people.ts'
import { processCpuUs, processRssMib } from './processFigures.ts'

/** Figures of one server, in the order of {@link measures}; medians of its rounds. */
export type Figures = Record<string, number>

export interface Measure {
	/** Name and unit of the measurement. */
	name: string
	/** Parley's figure divided by Centrifugo's. */
	goal: number | ''
}

const crowdRounds = 5
const returnRounds = 9
/** Warm-up rounds of each, not counted: their code is still being compiled. */
const warmUps = { crowd: 1, returns: 3 }
const connections = 200
const connectedAtOnce = 20
const stormOf = 2_000
const missedMessages = 5
const openedAtOnce = 20
let count = 0

/** Opens clients, `atOnce` at a time, so that none waits in the backlog of the port. */
async function openAll(amount: number, atOnce: number, open: (index: number) => Promise<CrowdClient>) {
	const clients: CrowdClient[] = []
	let next = 0
	const work = async () => {
		for (let index = next++; index < amount; index = next++) clients.push(await open(index))
	}
	await Promise.all(Array.from({ length: atOnce }, work))
	return clients
}

async function closeAll(clients: readonly CrowdClient[]): Promise<void> {
	for (const client of clients) client.close()
	await delay(800)
}

interface Sending {
	/** Number of messages, and the interval between them. */
	sends: number
	everyMs: number
	/** Messages sent together. */
	together: number
}

/** Sends to everyone, and verifies that each client gets each message once and in order. */
async function send(server: CrowdServer, clients: readonly CrowdClient[], { sends, everyMs, together }: Sending) {
	const sentAt = new Map<string, number>()
	const order: string[] = []
	const latencies: number[] = []
	const next = clients.map(() => 0)
	let received = 0
	for (const [index, client] of clients.entries()) {
		client.onMessages = ids => {
			const now = performance.now()
			for (const id of ids) {
				const at = sentAt.get(id)
				if (at === undefined) continue
				const place = next[index] ?? 0
				next[index] = place + 1
				if (order[place] !== id) throw new Error(`${server.name}: ${id} is missing, duplicated or out of order`)
				received++
				latencies.push(now - at)
			}
		}
	}
	const before = await processCpuUs(server.pid)
	const begun = performance.now()
	for (let n = 1; n <= sends; n++) {
		const ids = Array.from({ length: together }, () => `beside-${process.pid}-${++count}`)
		for (const [place, id] of ids.entries()) {
			// With gathering, the first messages have waited for nearly the whole interval.
			sentAt.set(id, performance.now() - (everyMs / together) * (together - 1 - place))
			order.push(id)
		}
		clients[0]?.publish(ids)
		await delay(Math.max(0, begun + n * everyMs - performance.now()))
	}
	const expected = sends * together * clients.length
	for (const until = performance.now() + 20_000; received < expected; await delay(2))
		if (performance.now() > until) throw new Error(`${server.name}: ${received} of ${expected} deliveries`)
	const cpuUs = ((await processCpuUs(server.pid)) - before) / expected
	latencies.sort((a, b) => a - b)
	const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
	return { cpuUs, p50: at(0.5), p99: at(0.99) }
}

const alone: Sending = { sends: 24, everyMs: 125, together: 1 }
const quiet: Sending = { sends: 8, everyMs: 400, together: 1 }
const steady: Sending = { sends: 200, everyMs: 10, together: 1 }
const gathered: Sending = { sends: 20, everyMs: 100, together: 10 }

async function crowdRound(server: CrowdServer, clients: readonly CrowdClient[], note: Note): Promise<void> {
	const single = await send(server, clients, alone)
	note('single message every 125 ms: CPU µs/delivery', single.cpuUs, 0.8)
	note('… latency p50, ms', single.p50, 1.2)
	note('… latency p99, ms', single.p99, 1.2)
	const afterQuiet = await send(server, clients, quiet)
	note('single message every 400 ms: latency p50, ms', afterQuiet.p50, 1.2)
	note('single message every 400 ms: latency p99, ms', afterQuiet.p99, 1.2)
	// Parley batches by itself; with Centrifugo the application does.
	const windows = await send(server, clients, server.name === 'Centrifugo' ? gathered : steady)
	note('100 messages a second, in windows of 100 ms: CPU µs/delivery', windows.cpuUs, 1)
	note('… latency p99 with the time in the window, ms', windows.p99, '')
	note(
		'100 messages a second, default behaviour of each server: CPU µs/delivery',
		(await send(server, clients, steady)).cpuUs,
		0.3,
	)
}

async function comingBack(server: CrowdServer, note: Note): Promise<void> {
	await server.setMissed(missedMessages)
	const before = await processCpuUs(server.pid)
	const clients = await openAll(connections, connectedAtOnce, server.comeBack)
	note('connect, login, recover: CPU µs', ((await processCpuUs(server.pid)) - before) / connections, 1.2)
	await closeAll(clients)
	const begun = performance.now()
	const cpuBefore = await processCpuUs(server.pid)
	const storm = await openAll(stormOf, stormOf, server.comeBack)
	note(`${stormOf} reconnect at once: ms until the last has everything`, performance.now() - begun, 1.2)
	note('… CPU ms of the server', ((await processCpuUs(server.pid)) - cpuBefore) / 1_000, 1.2)
	await closeAll(storm)
}

type Note = (name: string, value: number, goal: number | '') => void

/** Runs both servers in turns, in the same rounds; for wall-clock figures the ratio counts. */
export async function measureBeside(servers: readonly CrowdServer[]) {
	const samples = new Map<string, Map<string, number[]>>()
	const measures: Measure[] = []
	const noteFor =
		(server: CrowdServer, isCounted: boolean): Note =>
		(name, value, goal) => {
			if (!isCounted) return
			if (measures.every(measure => measure.name !== name)) measures.push({ name, goal })
			const own = samples.get(server.name) ?? new Map<string, number[]>()
			samples.set(server.name, own)
			own.set(name, [...(own.get(name) ?? []), value])
		}
	const crowds: CrowdClient[][] = []
	for (const server of servers) crowds.push(await openAll(people, openedAtOnce, server.enter))
	for (let round = -warmUps.crowd; round < crowdRounds; round++) {
		for (const [index, server] of servers.entries()) {
			const note = noteFor(server, round >= 0)
			await crowdRound(server, crowds[index] ?? [], note)
			if (round === crowdRounds - 1)
				note(`memory of the process with ${people} connections, MiB`, await processRssMib(server.pid), 1)
		}
	}
	for (const clients of crowds) await closeAll(clients)
	for (let round = -warmUps.returns; round < returnRounds; round++)
		for (const server of servers) await comingBack(server, noteFor(server, round >= 0))
	const figuresOf = (server: CrowdServer): Figures =>
		Object.fromEntries([...(samples.get(server.name) ?? [])].map(([name, values]) => [name, median(values)]))
	return { measures, figures: servers.map(figuresOf) }
}

import { setTimeout as delay } from 'node:timers/promises'
import { encodePacket } from '@parley/im'
import { median } from '../testInstance.ts'
import { closeClients, logIn, openClients } from './clients.ts'
import { createCrowd, type Deliveries } from './deliveries.ts'
import { crowd, people } from './people.ts'
import { openRawClient, type RawClient } from './rawClient.ts'
import type { ServerProcess } from './serverProcess.ts'

/** Enough rounds that a busy moment of the machine does not affect a median. */
const rounds = 9
/** Warm-up of six seconds under full load, until the code path of a single message is compiled on both servers. */
const warmUps = 3
/** Person that is not measured. */
const stalledPerson = 1

/** Measures a thousand people in one group on each server: the cost of their connections, and of each message. */
export async function measureCrowd(bare: ServerProcess, ours: ServerProcess, writing: ServerProcess) {
	const [toBare, ofBare] = await gather(bare)
	const [toOurs, ofOurs] = await gather(ours)
	const memory = [
		{ server: 'bare Socket.IO', 'KiB/connection': kib(ofBare), 'to bare': '1.00', goal: '' },
		{
			server: 'messaging, logged in',
			'KiB/connection': kib(ofOurs),
			'to bare': (ofOurs / ofBare).toFixed(2),
			goal: 1.2,
		},
	]
	const toWriting = await openClients(writing, people)
	const deliveries = await measureDeliveries({
		toBare: createCrowd(bare, toBare),
		toOurs: createCrowd(ours, toOurs),
		toWriting: createCrowd(writing, toWriting),
	})
	await closeClients([...toBare, ...toOurs, ...toWriting])
	return { memory, deliveries, stalled: await measureStalled(ours) }
}

const kib = (bytes: number): string => (bytes / 1_024).toFixed(1)

async function gather(server: ServerProcess): Promise<[clients: RawClient[], bytes: number]> {
	// Memory allocated for the first connection stays.
	await closeClients(await openClients(server, 50))
	const before = await server.ask('memory')
	const clients = await openClients(server, people)
	await delay(1_000)
	return [clients, ((await server.ask('memory')) - before) / people]
}

type SendToAll = ReturnType<typeof createCrowd>

interface Step {
	step: string
	/** Goal as a ratio to bare Socket.IO. */
	goal: number | ''
	send(): Promise<Deliveries>
	/** Microseconds a delivery. */
	samples: number[]
}

async function measureDeliveries({ toBare, toOurs, toWriting }: Record<'toBare' | 'toOurs' | 'toWriting', SendToAll>) {
	const alone = { messages: 30, everyMs: 110, isAlone: true }
	const together = { messages: 300, everyMs: 10, isAlone: false }
	const steps: Step[] = [
		{ step: 'bare Socket.IO, io.to(room).emit', goal: '', send: () => toBare(alone), samples: [] },
		{ step: 'one frame, stream.write to each', goal: '', send: () => toWriting(alone), samples: [] },
		{ step: 'messaging, each by itself', goal: 0.65, send: () => toOurs(alone), samples: [] },
		{
			step: 'messaging, 100 a second in windows of 100 ms',
			goal: 0.08,
			send: () => toOurs(together),
			samples: [],
		},
	]
	for (const send of [toBare, toWriting]) await send({ messages: 300, everyMs: 20, isAlone: true })
	await toOurs({ messages: 3_000, everyMs: 2, isAlone: false })
	for (let round = 0; round < warmUps; round++) for (const { send } of steps) await send()
	for (let round = 0; round < rounds; round++) for (const { send, samples } of steps) samples.push((await send()).cpuUs)
	const reference = median(steps[0]?.samples ?? [])
	return steps.map(({ step, goal, samples }) => ({
		step,
		'CPU µs/delivery': median(samples).toFixed(2),
		'single rounds': `${Math.min(...samples).toFixed(2)} to ${Math.max(...samples).toFixed(2)}`,
		'to bare': (median(samples) / reference).toFixed(3),
		goal,
	}))
}

async function measureStalled(ours: ServerProcess) {
	const clients = await openClients(ours, people)
	const others = clients.filter((_, index) => index !== stalledPerson)
	clients[stalledPerson]?.close()
	const send = createCrowd(ours, others)
	const samples: Record<'without' | 'with', Deliveries[]> = { without: [], with: [] }
	const paced = { messages: 60, everyMs: 40, isAlone: false }
	await send(paced)
	for (let round = 0; round < rounds; round++) {
		samples.without.push(await send(paced))
		const stalled = await stall(ours)
		samples.with.push(await send(paced))
		await closeClients([stalled])
	}
	await closeClients(others)
	const p99Of = (of: Deliveries[]) => median(of.map(({ p99Ms }) => p99Ms))
	const cpuOf = (of: Deliveries[]) => median(of.map(({ cpuUs }) => cpuUs))
	const row = (name: string, of: Deliveries[], goal: number | '') => ({
		others: name,
		'p99 ms': p99Of(of).toFixed(1),
		ratio: (p99Of(of) / p99Of(samples.without)).toFixed(2),
		goal,
		'CPU µs/delivery': cpuOf(of).toFixed(2),
		'ratio of CPU': (cpuOf(of) / cpuOf(samples.without)).toFixed(2),
	})
	return [row('without it', samples.without, ''), row('with it', samples.with, 1.05)]
}

/** Rate low enough that the lag is detected before the server closes the connection. */
const askEveryMs = 20

/** Sends requests without reading, until the server has noticed. */
async function stall(ours: ServerProcess): Promise<RawClient> {
	const lagging = await ours.ask('lagging')
	const client = await openRawClient(ours.port)
	await logIn(client, ours, stalledPerson)
	client.socket.pause()
	for (let asked = 0; (await ours.ask('lagging')) === lagging; asked++) {
		if (asked === 2_000) throw new Error('the server does not notice a client that does not read')
		client.send(history(asked))
		await delay(askEveryMs)
	}
	return client
}

const history = (id: number) => encodePacket('groupHistory', id, { gid: crowd, count: 100 })

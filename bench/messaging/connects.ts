import { encodePacket } from '@parley/im'
import { median } from '../testInstance.ts'
import { closeClients, logIn } from './clients.ts'
import { crowd, smallGroups } from './people.ts'
import { openRawClient, type RawClient } from './rawClient.ts'
import type { ServerProcess } from './serverProcess.ts'

const connections = 200
const atOnce = 20
const rounds = 15
/** Warm-up rounds, not counted: their code is still being compiled. */
const warmUps = 10

/** Action of a client once it is connected. */
type Deed = (client: RawClient, index: number) => Promise<void>

/** Measures reconnects of clients with three groups and no missed messages, in total and by step. */
export async function measureConnects(bare: ServerProcess, ours: ServerProcess) {
	const cursors = await currentCursors(ours)
	const nothing: Deed = async () => {}
	const step = (name: string, server: ServerProcess, deed: Deed, goal: number | '' = '') => ({
		name,
		server,
		deed,
		goal,
		samples: [] as number[],
	})
	const steps = [
		step('bare Socket.IO', bare, nothing),
		step('messaging, connected alone', ours, nothing),
		step('messaging, with login', ours, (client, index) => logIn(client, ours, index)),
		step(
			'messaging, with login and three cursors',
			ours,
			(client, index) => comeBack(client, ours, index, cursors),
			0.85,
		),
	]
	for (let round = 0; round < warmUps + rounds; round++) {
		for (const { server, deed, samples } of steps) {
			const used = await cpuPerConnect(server, deed)
			if (round >= warmUps) samples.push(used)
		}
	}
	const reference = median(steps[0]?.samples ?? [])
	return steps.map(({ name, goal, samples }) => ({
		step: name,
		'CPU µs': median(samples).toFixed(0),
		'rate to bare': (reference / median(samples)).toFixed(2),
		goal,
	}))
}

async function currentCursors(server: ServerProcess): Promise<Record<string, string>> {
	const client = await openRawClient(server.port)
	await client.call('login', { ...server.people[0], deviceId: 'cursors' })
	const { conversations } = (await client.call('sync', { option: 'group_chat' })) as unknown as {
		conversations: { gid: string; epoch: string; head: number }[]
	}
	await closeClients([client])
	return Object.fromEntries(
		conversations
			.filter(({ gid }) => [crowd, ...smallGroups].includes(gid))
			.map(({ gid, epoch, head }) => [gid, `${epoch}.${head}`]),
	)
}

async function cpuPerConnect(server: ServerProcess, deed: Deed): Promise<number> {
	const before = await server.ask('cpu')
	const clients: RawClient[] = []
	let next = 0
	const connectOn = async () => {
		for (let index = next++; index < connections; index = next++) {
			const client = await openRawClient(server.port)
			clients.push(client)
			await deed(client, index)
		}
	}
	await Promise.all(Array.from({ length: atOnce }, connectOn))
	const used = ((await server.ask('cpu')) - before) / connections
	await closeClients(clients)
	return used
}

/** Sends both calls at once: the server answers reads after the login. */
async function comeBack(client: RawClient, server: ServerProcess, index: number, cursors: Record<string, string>) {
	const answered = new Promise<void>((resolve, reject) => {
		client.onEvent = text => {
			const [, { messageId, jsonData }] = JSON.parse(text) as [
				string,
				{ messageId: number; jsonData: { code: number } },
			]
			if (jsonData.code !== 0) reject(new Error(text))
			if (messageId === 2) resolve()
		}
	})
	client.send(encodePacket('login', 1, { ...server.people[index], deviceId: `device-${index}` }))
	client.send(encodePacket('sync', 2, { option: 'group_chat', cursors }))
	await answered
}

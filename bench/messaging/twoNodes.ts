import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import { createPostgresDatabase } from '../../apps/server/src/platform/testing/postgres.ts'
import { redisUrl, startRedis } from '../../apps/server/src/platform/testing/redisServer.ts'
import { median } from '../testInstance.ts'
import { closeClients, openClients } from './clients.ts'
import { createCrowd } from './deliveries.ts'
import { people } from './people.ts'
import { type ServerProcess, startNodeProcess } from './serverProcess.ts'

const rounds = 7
const alone = { messages: 30, everyMs: 0, isAlone: true }

/** Measures a message to a thousand people on one node, compared with half of them on each of two nodes. */
export async function measureTwoNodes(databaseServer: string, redisProgram: string) {
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const redisPort = await freePort()
	const redis = await startRedis(redisProgram, { port: redisPort, folder })
	const databases = [
		await createPostgresDatabase(databaseServer),
		await createPostgresDatabase(databaseServer),
	] as const
	const nodes: ServerProcess[] = []
	const start = async (name: string, databaseUrl: string, hears: boolean) => {
		const options = { name, databaseUrl, keyFolder: folder, ...(hears ? { redisUrl: redisUrl(redisPort) } : {}) }
		const node = await startNodeProcess(options)
		nodes.push(node)
		return node
	}
	try {
		const single = await start('single', databases[0].url, false)
		const left = await start('left', databases[1].url, true)
		const right = await start('right', databases[1].url, true)
		await delay(1_000)
		const ofSingle = await openClients(single, people)
		const ofPair = await openClientsOfTwo(left, right)
		const toSingle = createCrowd(single, ofSingle)
		const pair: ServerProcess = {
			...left,
			ask: async (question, value) => (await left.ask(question, value)) + (await right.ask(question, value)),
		}
		const toPair = createCrowd(pair, ofPair)
		const samples = { single: [] as number[], pair: [] as number[] }
		for (let round = 0; round <= rounds; round++) {
			const [one, two] = [(await toSingle(alone)).cpuUs, (await toPair(alone)).cpuUs]
			if (round > 0) samples.single.push(one)
			if (round > 0) samples.pair.push(two)
		}
		await closeClients([...ofSingle, ...ofPair])
		const reference = median(samples.single)
		return [
			{ step: 'one node', 'CPU µs/delivery': reference.toFixed(2), 'to one node': '1.00', goal: '' },
			{
				step: 'two nodes, together',
				'CPU µs/delivery': median(samples.pair).toFixed(2),
				'to one node': (median(samples.pair) / reference).toFixed(2),
				goal: 1.1,
			},
		]
	} finally {
		for (const node of nodes) await node.stop()
		await redis.kill()
		for (const database of databases) await database.drop()
		await rm(folder, { recursive: true })
	}
}

/** Senders on both nodes. */
async function openClientsOfTwo(left: ServerProcess, right: ServerProcess) {
	const half = people / 2
	const ofLeft = await openClients(left, half)
	const ofRight = await openClients({ ...right, people: right.people.slice(half) }, half)
	return ofLeft.flatMap((client, index) => [client, ...ofRight.slice(index, index + 1)])
}

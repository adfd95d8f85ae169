import { type Envelope, encodePacket } from '@parley/im'
import { median } from '../testInstance.ts'
import { closeClients, openClients } from './clients.ts'
import { content, roomOf, senders } from './people.ts'
import type { RawClient } from './rawClient.ts'
import type { ServerProcess } from './serverProcess.ts'
import { cmidOf } from './storeCommits.ts'

const perSender = 60
const rounds = 9
/** Warm-up rounds on both servers, not counted: their code is still being compiled. */
const warmUps = 5
let count = 0

/**
 * Measures the cost of an acknowledged message, against the round trip of bare Socket.IO and a bare transaction of as
 * many rows.
 */
export async function measureSends(bare: ServerProcess, ours: ServerProcess) {
	const trip: number[] = []
	const send: number[] = []
	const bareStore: number[] = []
	const store: number[] = []
	const [bareClients, ourClients] = [await openClients(bare, senders), await openClients(ours, senders)]
	for (let round = 0; round < warmUps + rounds; round++) {
		const measured = [
			[trip, await cpuPerCall(bare, bareClients)],
			[send, await cpuPerCall(ours, ourClients)],
			[bareStore, await bare.ask('commit', senders)],
			[store, await ours.ask('commit', senders)],
		] as const
		if (round >= warmUps) for (const [samples, used] of measured) samples.push(used)
	}
	await closeClients([...bareClients, ...ourClients])
	const reference = median(bareStore)
	const row = (step: string, used: number, goal: string | number = '') => ({
		step,
		'CPU µs/message': used.toFixed(1),
		'to the bare transaction': (used / reference).toFixed(2),
		goal,
	})
	return [
		row(`bare SQLite, ${senders} messages a transaction`, reference),
		row(`store of messaging, ${senders} commits a transaction`, median(store)),
		row('round trip of bare Socket.IO', median(trip)),
		row('acknowledged message', median(send)),
		row('acknowledged message, beyond the round trip', median(send) - median(trip), 1.3),
	]
}

/** Each client sends the next message when the previous one is answered. */
async function cpuPerCall(server: ServerProcess, clients: readonly RawClient[]): Promise<number> {
	const before = await server.ask('cpu')
	await Promise.all(clients.map((client, sender) => sendOn(server, client, sender)))
	return ((await server.ask('cpu')) - before) / (senders * perSender)
}

const sendOn = (server: ServerProcess, client: RawClient, sender: number) =>
	new Promise<void>((resolve, reject) => {
		let left = perSender
		const next = () => client.send(callOf(server, sender))
		client.onEvent = text => {
			const [, { messageId, jsonData }] = JSON.parse(text) as [string, Envelope]
			if (messageId === 0) return
			if (server.kind === 'ours' && jsonData.code !== 0) reject(new Error(text))
			if (--left > 0) next()
			else resolve()
		}
		next()
	})

function callOf(server: ServerProcess, sender: number): Envelope {
	const id = ++count
	const call = encodePacket('groupSend', 10_000 + id, {
		gid: roomOf(sender),
		type: 0,
		content,
		cmid: cmidOf('send', id),
	})
	return server.kind === 'ours' ? call : { ...call, messageType: 0 }
}

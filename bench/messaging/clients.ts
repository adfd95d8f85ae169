import { setTimeout as delay } from 'node:timers/promises'
import { openRawClient, type RawClient } from './rawClient.ts'
import type { ServerProcess } from './serverProcess.ts'

/** Concurrent connects: more would overflow the backlog of the port and be resent. */
const openedAtOnce = 20

/** Opens clients of a server, logged in if it has people. */
export async function openClients(server: ServerProcess, count: number): Promise<RawClient[]> {
	const clients: RawClient[] = []
	for (let from = 0; from < count; from += openedAtOnce) {
		const some = Array.from({ length: Math.min(openedAtOnce, count - from) }, (_, index) =>
			openClient(server, from + index),
		)
		clients.push(...(await Promise.all(some)))
	}
	return clients
}

async function openClient(server: ServerProcess, index: number): Promise<RawClient> {
	const client = await openRawClient(server.port)
	if (server.kind === 'ours') await logIn(client, server, index)
	return client
}

export async function logIn(client: RawClient, { people }: ServerProcess, index: number): Promise<void> {
	const person = people[index % people.length]
	const answer = await client.call('login', { ...person, deviceId: `device-${index}` })
	if (answer.code !== 0) throw new Error(`login: ${JSON.stringify(answer)}`)
}

/** Resolves once the server has noticed the disconnects. */
export async function closeClients(clients: readonly RawClient[]): Promise<void> {
	for (const client of clients) client.close()
	await delay(500)
}

import { type ChildProcess, fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { load, packetsPerSecond, runAtRate } from './load.ts'

/** Percentage of a core needed to relay the same packets without processing. */
export async function runReference(participants: number, seconds: number): Promise<number> {
	const relay = fork(new URL('./relay.ts', import.meta.url), [String(participants - 1)], { execArgv: [] })
	const { port } = await answer<{ port: number }>(relay)
	const socket = createSocket('udp4')
	const packet = Buffer.alloc(load.videoBytes, 7)
	const stop = runAtRate(packetsPerSecond * participants, () => socket.send(packet, port, '127.0.0.1'))
	await wait(2_000)
	const before = await cpuMs(relay)
	await wait(seconds * 1_000)
	const after = await cpuMs(relay)
	stop()
	socket.close()
	relay.disconnect()
	return (after - before) / seconds / 10
}

async function cpuMs(relay: ChildProcess): Promise<number> {
	relay.send('cpu')
	return (await answer<{ cpuMs: number }>(relay)).cpuMs
}

async function answer<T>(relay: ChildProcess): Promise<T> {
	const [message] = await once(relay, 'message')
	return message as T
}

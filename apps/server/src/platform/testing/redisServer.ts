import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from '@redis/client'

/** A Redis server for a test, without persistence. */
export interface RedisServer {
	pid: number
	/** Kills it without notice, like a power cut. */
	kill(): Promise<void>
	/** Stops it without closing connections, until `wake`. */
	freeze(): void
	wake(): void
}

export const redisUrl = (port: number): string => `redis://127.0.0.1:${port}`

/** Resolves once it answers. @param folder its working folder */
export async function startRedis(program: string, { port, folder }: { port: number; folder: string }) {
	const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
	const server = spawn(program, settings, { stdio: 'ignore' })
	await askRedis(port, client => client.ping())
	return {
		pid: server.pid ?? 0,
		async kill() {
			if (server.exitCode !== null || server.signalCode !== null) return
			const ended = once(server, 'exit')
			server.kill('SIGKILL')
			await ended
		},
		freeze: () => void server.kill('SIGSTOP'),
		wake: () => void server.kill('SIGCONT'),
	} satisfies RedisServer
}

const connect = (port: number) => createClient({ url: redisUrl(port) })

/** Sends a command over its own connection, once connected. */
export async function askRedis(
	port: number,
	ask: (client: ReturnType<typeof connect>) => Promise<unknown>,
): Promise<void> {
	const client = connect(port)
	client.on('error', () => {})
	await client.connect()
	await ask(client)
	client.destroy()
}

import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { LivekitSettings } from '../config.ts'
import { answersOverHttp } from './answersOverHttp.ts'
import { freePort } from './freePort.ts'

const startTimeoutMs = 30_000
const credentials = { key: 'parley', secret: 'a secret of the tests, long enough for LiveKit' }

export interface LivekitServer {
	settings: LivekitSettings
	/** The same as environment variables of the server. */
	environment: Record<string, string>
	/** Id of its process. */
	processId(): number
	/** Kills it without notice, like a power cut; it forgets its rooms. */
	kill(): Promise<void>
	/** Starts it again on the same ports. */
	start(): Promise<void>
}

/**
 * Starts a LiveKit server on this machine only; resolves once it answers.
 * @param webhook the address that it tells its events
 * @param opensRooms also for people who were removed, as it does unless told otherwise
 * @param redisAddress of the Redis over which it asks Egress, as host:port
 */
export async function startLivekit(
	program: string,
	{ webhook, opensRooms = false, redisAddress }: { webhook?: string; opensRooms?: boolean; redisAddress?: string } = {},
): Promise<LivekitServer> {
	const [port, tcpPort, udpPort] = [await freePort(), await freePort(), await freeUdpPort()]
	const { key, secret } = credentials
	const config = JSON.stringify({
		port,
		bind_addresses: ['127.0.0.1'],
		// An address of its own, so that browsers connect to it over the loopback interface.
		rtc: {
			tcp_port: tcpPort,
			udp_port: udpPort,
			node_ip: '127.0.0.1',
			use_external_ip: false,
			enable_loopback_candidate: true,
		},
		room: { auto_create: opensRooms },
		keys: { [key]: secret },
		logging: { level: 'warn' },
		...(redisAddress && { redis: { address: redisAddress } }),
		...(webhook && { webhook: { api_key: key, urls: [webhook] } }),
	})
	const apiUrl = `http://127.0.0.1:${port}`
	const settings = { url: `ws://127.0.0.1:${port}`, apiUrl, ...credentials }

	let child: ReturnType<typeof spawn> | undefined
	async function start(): Promise<void> {
		const started = spawn(program, ['--config-body', config], { stdio: 'ignore' })
		child = started
		const giveUpAt = performance.now() + startTimeoutMs
		while (!(await answersOverHttp(apiUrl))) {
			if (started.exitCode !== null) throw new Error(`LiveKit ended with ${started.exitCode} before it answered`)
			if (performance.now() >= giveUpAt) throw new Error('LiveKit did not answer')
			await delay(50)
		}
	}
	await start()
	return {
		settings,
		environment: {
			PARLEY_LIVEKIT_URL: settings.url,
			PARLEY_LIVEKIT_KEY: key,
			PARLEY_LIVEKIT_SECRET: secret,
		},
		processId: () => child?.pid ?? 0,
		async kill() {
			if (!child || child.exitCode !== null || child.signalCode !== null) return
			const ended = once(child, 'exit')
			child.kill('SIGKILL')
			await ended
		},
		start,
	}
}

async function freeUdpPort(): Promise<number> {
	const probe = createSocket('udp4').bind(0, '127.0.0.1')
	await once(probe, 'listening')
	const { port } = probe.address()
	probe.close()
	return port
}

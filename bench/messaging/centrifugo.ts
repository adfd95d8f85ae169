import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from './listenWithoutLimits.ts'

const secret = 'bench'
const startWithinMs = 20_000

/** Finds the Centrifugo program: named by CENTRIFUGO, or on the PATH; undefined if neither exists. */
export async function findCentrifugo(): Promise<string | undefined> {
	const named = process.env.CENTRIFUGO
	if (named) return named
	for (const folder of (process.env.PATH ?? '').split(delimiter)) {
		const program = join(folder, 'centrifugo')
		const isThere = await access(program, constants.X_OK).then(
			() => true,
			() => false,
		)
		if (isThere) return program
	}
	return undefined
}

export interface CentrifugoProcess {
	pid: number
	port: number
	/** Signs a token for a person. */
	tokenOf(uid: string): string
	stop(): Promise<void>
}

/** Starts Centrifugo with its memory engine and a history for recovery, and defaults otherwise. */
export async function startCentrifugo(program: string): Promise<CentrifugoProcess> {
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const port = await freePort()
	const config = join(folder, 'config.json')
	await writeFile(
		config,
		JSON.stringify({
			http_server: { address: '127.0.0.1', port: `${port}` },
			health: { enabled: true },
			log: { level: 'error' },
			client: { allowed_origins: ['*'], token: { hmac_secret_key: secret } },
			channel: {
				without_namespace: {
					history_size: 300,
					history_ttl: '3600s',
					force_recovery: true,
					allow_subscribe_for_client: true,
					allow_publish_for_client: true,
				},
			},
		}),
	)
	const child = spawn(program, ['--config', config], { stdio: ['ignore', 'ignore', 'inherit'] })
	await untilHealthy(port)
	return {
		pid: child.pid ?? 0,
		port,
		tokenOf: uid => sign({ sub: uid, exp: Math.floor(Date.now() / 1_000) + 3_600 }),
		async stop() {
			const ended = once(child, 'exit')
			child.kill('SIGTERM')
			await ended
			await rm(folder, { recursive: true })
		},
	}
}

async function freePort(): Promise<number> {
	const server = createServer()
	const port = await listen(server)
	server.close()
	return port
}

async function untilHealthy(port: number): Promise<void> {
	const until = performance.now() + startWithinMs
	while (performance.now() < until) {
		const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
		if (answer?.ok) return
		await delay(50)
	}
	throw new Error('Centrifugo does not start')
}

function sign(claims: object): string {
	const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
	return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import type { LivekitSettings } from '../config.ts'
import { answersOverHttp } from './answersOverHttp.ts'
import { freePort } from './freePort.ts'

const startTimeoutMs = 30_000

/** LiveKit Egress, with a browser for each broadcast. */
export interface EgressServer {
	/** Everything printed so far. */
	output(): string
	/** Kills it and its browsers without notice, like a power cut. */
	kill(): Promise<void>
}

/**
 * Starts LiveKit Egress beside a LiveKit that uses the same Redis; resolves once it can be asked. Needs PulseAudio, Xvfb, a
 * Chromium and the plugins of GStreamer on the machine.
 */
export async function startEgress(
	program: string,
	livekit: LivekitSettings,
	redisAddress: string,
): Promise<EgressServer> {
	const folder = await mkdtemp(join(tmpdir(), 'parley-egress-'))
	const healthPort = await freePort()
	const configFile = join(folder, 'egress.yaml')
	// The machines of tests have few processors, and one broadcast.
	const config = {
		api_key: livekit.key,
		api_secret: livekit.secret,
		ws_url: livekit.url,
		insecure: true,
		redis: { address: redisAddress },
		health_port: healthPort,
		template_port: await freePort(),
		cpu_cost: { room_composite_cpu_cost: 0.1, max_cpu_utilization: 1 },
		logging: { level: 'info' },
	}
	await writeFile(configFile, JSON.stringify(config))
	// It starts itself by this name for each broadcast.
	await symlink(program, join(folder, 'egress'))
	const environment = {
		PATH: `${folder}:${env.PATH}`,
		HOME: folder,
		TMPDIR: folder,
		XDG_RUNTIME_DIR: folder,
		EGRESS_CONFIG_FILE: configFile,
	}
	const start = (command: string, words: string[]) =>
		// It starts as a group, so that its browsers end with it.
		spawn(command, words, { env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
	const sound = start('pulseaudio', ['--exit-idle-time=-1', '--disallow-exit', '--daemonize=no'])
	const child = start(program, [])
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))

	const kill = async () => {
		for (const one of [child, sound]) {
			if (one.pid === undefined || one.exitCode !== null || one.signalCode !== null) continue
			const ended = once(one, 'exit')
			process.kill(-one.pid, 'SIGKILL')
			await ended
		}
		await rm(folder, { recursive: true, force: true, maxRetries: 5 })
	}
	const giveUpAt = performance.now() + startTimeoutMs
	while (!(await answersOverHttp(`http://127.0.0.1:${healthPort}`))) {
		if (child.exitCode !== null || performance.now() >= giveUpAt) {
			await kill()
			throw new Error(`LiveKit Egress did not answer:\n${output}`)
		}
		await delay(100)
	}
	return { output: () => output, kill }
}

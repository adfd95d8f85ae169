import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import selfsigned from 'selfsigned'
import { freePort } from './freePort.ts'

const run = promisify(execFile)
const shipped = (name: string) => fileURLToPath(new URL(`../../../../../deploy/${name}`, import.meta.url))
const startsWithinMs = 15_000

/** A proxy with TLS in front of servers, with the configuration in `deploy`. */
export interface RunningProxy {
	pid: number
	port: number
	output(): string
	stop(): Promise<void>
}

interface ProxySetup {
	program: string
	/** Addresses of the servers, such as `127.0.0.1:8080`. */
	upstreams: readonly string[]
	/** Where it listens for encoders, and the addresses of the RTMP ports of the servers; HAProxy only. */
	rtmp?: { port: number; upstreams: readonly string[] }
	/** For certificates and configurations. */
	folder: string
	/** Port for HTTPS. */
	port: number
}

/** Starts HAProxy with `deploy/haproxy.cfg`; without a second server its place is taken by a port that nothing listens on. */
export async function startHaproxy({ program, upstreams, rtmp, folder, port }: ProxySetup): Promise<RunningProxy> {
	const { private: key, cert } = await selfsigned.generate([{ name: 'commonName', value: 'localhost' }])
	const certificate = join(folder, 'haproxy.pem')
	writeFileSync(certificate, `${cert}\n${key}`)
	const [first = '', second = `127.0.0.1:${await freePort()}`] = upstreams
	const env = {
		PARLEY_BIND_HTTP: `127.0.0.1:${await freePort()}`,
		PARLEY_BIND_HTTPS: `0.0.0.0:${port}`,
		PARLEY_CERTIFICATE: certificate,
		PARLEY_NODE_1: first,
		PARLEY_NODE_2: second,
		...(rtmp && {
			PARLEY_BIND_RTMP: `127.0.0.1:${rtmp.port}`,
			PARLEY_RTMP_1: rtmp.upstreams[0],
			PARLEY_RTMP_2: rtmp.upstreams[1],
		}),
	}
	return await started(spawn(program, ['-db', '-f', shipped('haproxy.cfg')], { env }), port)
}

/** Starts Caddy with `deploy/Caddyfile` and a certificate of its own authority; only its ports differ from those shipped. */
export async function startCaddy({ program, upstreams, folder, port }: ProxySetup): Promise<RunningProxy> {
	const env = { HOME: folder, PARLEY_DOMAIN: 'localhost', PARLEY_UPSTREAMS: upstreams.join(' ') }
	const { stdout } = await run(program, ['adapt', '--adapter=caddyfile', `--config=${shipped('Caddyfile')}`], { env })
	const config = JSON.parse(stdout)
	config.admin = { disabled: true }
	config.apps.http.servers.srv0.listen = [`0.0.0.0:${port}`]
	config.apps.http.servers.srv0.automatic_https = { disable_redirects: true }
	config.apps.http.https_port = port
	config.apps.pki = { certificate_authorities: { local: { install_trust: false } } }
	const file = join(folder, 'caddy.json')
	writeFileSync(file, JSON.stringify(config))
	// It listens before its authority has issued the certificate.
	return await started(spawn(program, ['run', `--config=${file}`], { env }), port, 'certificate obtained successfully')
}

/** Waits until the proxy has said something and accepts connections. */
async function started(child: ChildProcess, port: number, said = ''): Promise<RunningProxy> {
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding('utf8').on('data', text => {
			output += text
		})
	const giveUpAt = Date.now() + startsWithinMs
	const ended = once(child, 'close')
	for (;;) {
		if (child.exitCode !== null || Date.now() > giveUpAt) {
			child.kill('SIGKILL')
			throw new Error(`the proxy did not start:\n${output}`)
		}
		const socket = connect(port, '127.0.0.1')
		const isOpen = await once(socket, 'connect').then(
			() => true,
			() => false,
		)
		socket.destroy()
		if (isOpen && output.includes(said)) break
		await delay(50)
	}
	return {
		pid: child.pid ?? 0,
		port,
		output: () => output,
		async stop() {
			child.kill('SIGKILL')
			await ended
		},
	}
}

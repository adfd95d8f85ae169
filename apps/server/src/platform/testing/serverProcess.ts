import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './freePort.ts'

const mainFile = fileURLToPath(new URL('../../main.ts', import.meta.url))
const startsWithinMs = 60_000

export interface ServerProcess {
	port: number
	child: ChildProcess
	/** Everything it has printed. */
	output(): string
	url(path: string): string
}

export interface FailedStart {
	exitCode: number | null
	output: string
}

/** Runs the server as people do, with these settings alone, until it listens; `failed` where it ends instead. */
export async function startServerProcess(
	settings: Record<string, string>,
): Promise<{ started: ServerProcess; failed?: never } | { failed: FailedStart; started?: never }> {
	const port = settings.PORT === undefined ? await freePort() : Number(settings.PORT)
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', mainFile], {
		env: { PATH: '', HOST: '127.0.0.1', PORT: String(port), PARLEY_DEV_VITE: await pageServer(), ...settings },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
	const closed = once(child, 'close')
	const giveUpAt = Date.now() + startsWithinMs
	while (!output.includes('Parley is up')) {
		if (child.exitCode !== null) {
			await closed
			return { failed: { exitCode: child.exitCode, output } }
		}
		if (Date.now() > giveUpAt) {
			child.kill('SIGKILL')
			throw new Error(`the server neither started nor ended:\n${output}`)
		}
		await delay(20)
	}
	return { started: { port, child, output: () => output, url: path => `http://127.0.0.1:${port}${path}` } }
}

let page: Promise<string> | undefined

/** Stands for the development server of the page, so that no test of the server depends on a build; ends with the test. */
function pageServer(): Promise<string> {
	page ??= (async () => {
		const server = createHttpServer((_, response) => response.end('<html><head><!--parley:head--></head></html>'))
		server.listen(0, '127.0.0.1').unref()
		await once(server, 'listening')
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	})()
	return page
}

/** Ends a server process and waits for its end. */
export async function stopServerProcess({ child }: Pick<ServerProcess, 'child'>, signal: NodeJS.Signals = 'SIGTERM') {
	if (child.exitCode !== null || child.signalCode !== null) return
	const closed = once(child, 'close')
	child.kill(signal)
	await closed
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './freePort.ts'

const mainFile = fileURLToPath(new URL('../../main.ts', import.meta.url))
/** Shorter than the timeout of a waiting test, so that the server does not outlive it. */
const startsWithinMs = 45_000
const stopsWithinMs = 15_000

export interface ServerProcess {
	port: number
	child: ChildProcess
	/** Everything printed so far. */
	output(): string
	url(path: string): string
}

export interface FailedStart {
	exitCode: number | null
	output: string
}

export interface ProcessOptions {
	/** Serves the built page; otherwise a page with only the parts the server renders. */
	usesBuiltPage?: boolean
	/** Arguments for Node itself. */
	nodeArguments?: string[]
}

/**
 * Runs the server as people do, on this machine only and with these settings only, until it listens.
 * @throws if it ends instead
 */
export async function startServerProcess(
	settings: NodeJS.ProcessEnv,
	options?: ProcessOptions,
): Promise<ServerProcess> {
	const { started, failed } = await tryStartServerProcess(settings, options)
	if (failed) throw new Error(`the server ended with ${failed.exitCode} before it listened:\n${failed.output}`)
	return started
}

/** Like `startServerProcess`, for servers that are expected not to start: `failed` if it ends before it listens. */
export async function tryStartServerProcess(
	settings: NodeJS.ProcessEnv,
	{ usesBuiltPage = false, nodeArguments = [] }: ProcessOptions = {},
): Promise<{ started: ServerProcess; failed?: never } | { failed: FailedStart; started?: never }> {
	const port = settings.PORT === undefined ? await freePort() : Number(settings.PORT)
	const page = usesBuiltPage ? {} : { PARLEY_DEV_VITE: await pageServer() }
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeArguments, mainFile], {
		env: {
			PATH: '',
			HOST: '127.0.0.1',
			PORT: String(port),
			PARLEY_RTMP_PORT: 'off',
			...(env.PARLEY_TEST_COMPILED && { NODE_COMPILE_CACHE: env.PARLEY_TEST_COMPILED }),
			...page,
			...settings,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
	const closed = once(child, 'close')
	const giveUpAt = Date.now() + startsWithinMs
	while (!output.includes('Parley is up')) {
		if (hasEnded(child)) {
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

/** Replaces the page's development server, so that no test of the server depends on a build; ends with the test. */
function pageServer(): Promise<string> {
	page ??= (async () => {
		const server = createHttpServer((_, response) => response.end('<html><head><!--parley:head--></head></html>'))
		server.listen(0, '127.0.0.1').unref()
		await once(server, 'listening')
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	})()
	return page
}

/**
 * Ends a server process and waits for its end: SIGTERM as its operator would, SIGKILL as a power cut.
 * @throws if it has not ended in time; it is then killed
 */
export async function stopServerProcess(
	{ child, output }: Pick<ServerProcess, 'child' | 'output'>,
	signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
) {
	if (hasEnded(child)) return
	const ended = once(child, 'exit')
	child.kill(signal)
	const hasEndedInTime = await Promise.race([ended.then(() => true), delay(stopsWithinMs, false, { ref: false })])
	if (hasEndedInTime) return
	child.kill('SIGKILL')
	throw new Error(`the server did not stop within ${stopsWithinMs} ms of ${signal}:\n${output()}`)
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

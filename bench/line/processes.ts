import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Line } from './line.ts'
import { readUntil } from './readUntil.ts'

const serverFile = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

/** Node says nothing of its own on the output, which is read. */
export const quiet = '--disable-warning=ExperimentalWarning'

/** Nothing is inherited but the programs that can be found. */
export const environment = (more: Record<string, string>) => ({ PATH: process.env.PATH ?? '', ...more })

/** For a process that drives a browser, and for the server's certificate, which nobody signed. */
export const browserEnvironment = (more: Record<string, string> = {}) =>
	environment({
		PARLEY_BROWSER: process.env.PARLEY_BROWSER ?? '',
		...(process.env.PARLEY_FIREFOX && { PARLEY_FIREFOX: process.env.PARLEY_FIREFOX }),
		NODE_TLS_REJECT_UNAUTHORIZED: '0',
		NODE_NO_WARNINGS: '1',
		...more,
	})

export interface ServerOptions {
	dataFolder: string
	port?: string
	nodeArguments?: string[]
	settings?: Record<string, string>
}

/** Starts Parley with TLS and demo data at the server's end, and adds it to `running`. @returns its URL, once it is up */
export async function startParley(
	{ serverAddress, spawnAtServer }: Pick<Line, 'serverAddress' | 'spawnAtServer'>,
	running: ChildProcess[],
	{ dataFolder, port = '8443', nodeArguments = [], settings = {} }: ServerOptions,
): Promise<string> {
	const env = environment({
		HOST: serverAddress,
		PORT: port,
		PARLEY_TLS: 'self',
		PARLEY_DEMO: '1',
		PARLEY_RTMP_PORT: 'off',
		PARLEY_DATA: dataFolder,
		...settings,
	})
	const args = [quiet, ...nodeArguments, serverFile]
	const child = spawnAtServer(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
	running.push(child)
	await readUntil(child, /Parley is up/)
	return `https://${serverAddress}:${port}`
}

/** Stops the processes, the last one first, and resolves once all have ended. */
export async function stopProcesses(running: readonly ChildProcess[]): Promise<void> {
	for (const child of running.toReversed()) child.kill('SIGTERM')
	await Promise.all(
		running.map(child => child.exitCode ?? child.signalCode ?? new Promise(resolve => child.once('exit', resolve))),
	)
}

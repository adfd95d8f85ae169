import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchPerson, Questions } from './benchServers.ts'
import type { NodeOptions } from './nodeServer.ts'

/** A measured server in its own process. */
export interface ServerProcess {
	kind: 'bare' | 'ours' | 'writing'
	pid: number
	port: number
	people: BenchPerson[]
	ask(question: keyof Questions, value?: number): Promise<number>
	stop(): Promise<void>
}

export const startServer = (kind: ServerProcess['kind']): Promise<ServerProcess> => start(kind, [kind])

/** One of several nodes of messaging. */
export const startNodeProcess = (options: NodeOptions): Promise<ServerProcess> =>
	start('ours', ['node', JSON.stringify(options)])

async function start(kind: ServerProcess['kind'], parameters: string[]): Promise<ServerProcess> {
	const child: ChildProcess = fork(fileURLToPath(new URL('server.ts', import.meta.url)), parameters, {
		stdio: 'inherit',
		execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
	})
	const [{ port, people }] = (await once(child, 'message')) as [{ port: number; people: BenchPerson[] }]
	return {
		kind,
		pid: child.pid ?? 0,
		port,
		people,
		async ask(question, value = 0) {
			const answer = once(child, 'message')
			child.send({ question, value })
			const [answered] = (await answer) as [number]
			return answered
		},
		async stop() {
			const ended = once(child, 'exit')
			child.disconnect()
			await ended
		},
	}
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchPerson, Questions } from './benchServers.ts'

/** A server that is measured, in a process of its own. */
export interface ServerProcess {
	kind: 'bare' | 'ours'
	port: number
	people: BenchPerson[]
	ask(question: keyof Questions, value?: number): Promise<number>
	stop(): Promise<void>
}

export async function startServer(kind: ServerProcess['kind']): Promise<ServerProcess> {
	const child: ChildProcess = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [kind], {
		stdio: 'inherit',
		execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
	})
	const [{ port, people }] = (await once(child, 'message')) as [{ port: number; people: BenchPerson[] }]
	return {
		kind,
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

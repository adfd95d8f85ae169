import { type ChildProcess, fork } from 'node:child_process'
import type { MediaSource } from '@parley/room'

export interface CrowdMember {
	name: string
	url: string
	token: string
	publishes: MediaSource[]
	receives: MediaSource[]
	/** Counts the frames of everything it receives, which costs processor time. */
	counts: boolean
}
export type CrowdCommand = ({ kind: 'connect' } & CrowdMember) | { kind: 'figures' }
export type CrowdEvent =
	| { kind: 'connected'; name: string }
	/** Number of sources that each participant receives, by name; frames of those participants that count. */
	| { kind: 'figures'; sources: Record<string, number>; frames: number[] }

/** Participants of a LiveKit room in this number of processes. */
export function startCrowd(processes: number) {
	const children: ChildProcess[] = Array.from({ length: processes }, () =>
		fork(new URL('./crowdProcess.ts', import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] }),
	)
	const next = <K extends CrowdEvent['kind']>(child: ChildProcess, kind: K, name?: string) =>
		new Promise<Extract<CrowdEvent, { kind: K }>>((resolve, reject) => {
			const stop = () => {
				child.off('message', onEvent)
				child.off('exit', onExit)
			}
			const onEvent = (event: CrowdEvent) => {
				if (event.kind !== kind || (event.kind === 'connected' && event.name !== name)) return
				stop()
				resolve(event as Extract<CrowdEvent, { kind: K }>)
			}
			const onExit = () => {
				stop()
				reject(new Error('a process of participants has ended'))
			}
			child.on('message', onEvent)
			child.on('exit', onExit)
		})
	let turn = 0
	return {
		pids: children.map(({ pid }) => pid ?? 0),
		async connect(member: CrowdMember): Promise<void> {
			const child = children[turn++ % children.length] as ChildProcess
			const connected = next(child, 'connected', member.name)
			child.send({ kind: 'connect', ...member } satisfies CrowdCommand)
			await connected
		},
		async figures() {
			const all = await Promise.all(
				children.map(child => {
					const answer = next(child, 'figures')
					child.send({ kind: 'figures' } satisfies CrowdCommand)
					return answer
				}),
			)
			return {
				sources: Object.assign({}, ...all.map(({ sources }) => sources)) as Record<string, number>,
				frames: all.flatMap(({ frames }) => frames),
			}
		},
		stop() {
			for (const child of children) child.kill('SIGKILL')
		},
	}
}

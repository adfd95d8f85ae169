import { fork } from 'node:child_process'
import type { MediaGrant, MediaSource } from '@parley/room'
import type { SuiteParticipant } from '../../../mediaEngine.suite.ts'
import type { ParticipantCommand, ParticipantEvent } from './ipc.ts'

const entry = new URL('./main.ts', import.meta.url)
const connectTimeoutMs = 30_000
const closeTimeoutMs = 5_000

/**
 * Participant of a LiveKit room without a browser: sends frames, counts those it receives. Rejects if refused.
 *
 * It has a process of its own: the native client can block its process for good, and a test runner that is blocked
 * neither times out nor ends.
 */
export async function connectLivekitParticipant({ url, token }: MediaGrant): Promise<SuiteParticipant> {
	const child = fork(entry, { execArgv: ['--disable-warning=ExperimentalWarning'] })
	const kill = () => child.kill('SIGKILL')
	process.once('exit', kill)
	child.once('exit', () => process.off('exit', kill))
	const tell = (command: ParticipantCommand) => child.connected && child.send(command)
	/** Frames by `participant source`. */
	const received = new Map<string, number>()
	let connected = false
	const answered = new Promise<void>((resolve, reject) => {
		child.on('message', (event: ParticipantEvent) => {
			if (event.kind === 'frame') received.set(event.from, (received.get(event.from) ?? 0) + 1)
			else connected = event.kind === 'connected'
			if (event.kind === 'connected') resolve()
			if (event.kind === 'refused') reject(new Error(event.reason))
		})
		child.once('exit', () => {
			connected = false
			reject(new Error('The process of the participant has ended.'))
		})
		setTimeout(() => reject(new Error('The participant was not admitted in time.')), connectTimeoutMs).unref()
	})
	tell({ kind: 'connect', url, token })
	try {
		await answered
	} catch (error) {
		kill()
		throw error
	}
	return {
		publish: source => void tell({ kind: 'publish', source }),
		unpublish: source => void tell({ kind: 'unpublish', source }),
		feed: source => void tell({ kind: 'feed', source }),
		packetsOf: (participantId: string, source: MediaSource) => received.get(`${participantId} ${source}`) ?? 0,
		isConnected: () => connected,
		close() {
			tell({ kind: 'close' })
			setTimeout(kill, closeTimeoutMs).unref()
		},
	}
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LiveCounters } from '../../apps/server/src/modules/live/index.ts'

export interface LiveAnswers {
	/** Processor time of the process since its start. */
	cpuMs: number
	/** Bytes after a garbage collection. */
	memory: { rss: number; used: number }
	counters: LiveCounters
	create: boolean
	remove: boolean
}
export type LiveQuestion = keyof LiveAnswers

/** Requests of each viewer: paths of playlists, and HTTP header lines sent with every request. */
export interface ViewerSource {
	playlists: string[]
	headers?: string
}

/** Figures of scripted viewers since the previous query. */
export interface ViewerFigures {
	parts: number
	bytes: number
	playlists: number
	playlistBytes: number
	/** Playlists that an edge had. */
	hits: number
	errors: number
	/** Number of times a viewer with 1.2 s of buffer ran out of media. */
	stalls: number
	/** Time from the arrival of a part to its last byte at the viewer, in ms. */
	p50: number
	p95: number
	p99: number
	/** CPU time of the viewers. */
	cpuMs: number
	/** Maximum delay of the viewers' timers, in ms, caused by a busy machine. */
	timerLateMs: number
}

const child = (file: URL, parameters: string[]): ChildProcess =>
	fork(fileURLToPath(file), parameters, {
		stdio: 'inherit',
		execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
	})

async function stop(process: ChildProcess) {
	const ended = once(process, 'exit')
	process.disconnect()
	await ended
}

/** @param pages a module that exports `pages` to serve next to the media */
export async function startLiveServer({ windowMs = 1_800_000, pages = '', edgeSecret = '' } = {}) {
	const process = child(new URL('server.ts', import.meta.url), [String(windowMs), pages, edgeSecret])
	const [{ port, rtmpPort }] = (await once(process, 'message')) as [{ port: number; rtmpPort: number }]
	return {
		port,
		rtmpPort,
		url: `http://127.0.0.1:${port}`,
		async ask<Q extends LiveQuestion>(question: Q, value = ''): Promise<LiveAnswers[Q]> {
			const answered = once(process, 'message')
			process.send({ question, value })
			const [{ answer }] = (await answered) as [{ answer: LiveAnswers[Q] }]
			return answer
		},
		stop: () => stop(process),
	}
}
export type LiveServer = Awaited<ReturnType<typeof startLiveServer>>

/** Starts a process that only reads incoming data. */
export async function startBytesProcess() {
	const process = child(new URL('bytesProcess.ts', import.meta.url), [])
	const [port] = (await once(process, 'message')) as [number]
	return {
		port,
		/** Processor time since its start, in ms. */
		async cpuMs(): Promise<number> {
			const answered = once(process, 'message')
			process.send('cpu')
			const [ms] = (await answered) as [number]
			return ms
		},
		stop: () => stop(process),
	}
}

/** Starts viewers that behave like a low-latency player: they wait for the next part in the playlist and fetch it. */
export async function startViewers(count: number, port: number, source: ViewerSource) {
	const process = child(new URL('viewers.ts', import.meta.url), [String(count), String(port), JSON.stringify(source)])
	await once(process, 'message')
	return {
		/** Returns figures since the last call. */
		async figures(): Promise<ViewerFigures> {
			const answered = once(process, 'message')
			process.send('figures')
			const [figures] = (await answered) as [ViewerFigures]
			return figures
		},
		stop: () => stop(process),
	}
}

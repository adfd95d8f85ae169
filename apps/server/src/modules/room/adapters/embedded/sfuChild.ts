import { type ChildProcess, fork } from 'node:child_process'
import { RestartDelay } from '../../../../platform/restartDelay.ts'
import type { EngineCommand, EngineQuery, FromChild, FromParent, QueryAnswers, SfuConfig } from './ipc.ts'

const entry = new URL('./sfu/main.ts', import.meta.url)
const queryTimeoutMs = 4_000
const healthCheckMs = 5_000
const stopTimeoutMs = 2_000
/** Arguments of Node that the child needs too, to occupy less memory; others, such as a debugger's port, are not for it. */
const memoryArguments = /^--(?:import|max-semi-space-size|heap-growing-percent)=/

/** The child is not running or does not answer; it is being restarted. */
export class EngineUnavailableError extends Error {
	override readonly name = 'EngineUnavailableError'
}

export interface EngineLog {
	info(fields: object, message: string): void
	warn(fields: object, message: string): void
	error(fields: object, message: string): void
}

export interface SfuChildSetup {
	config: SfuConfig
	log: EngineLog
	/** The environment of the child, without secrets of the server. */
	env?: Record<string, string>
	onMessage(message: Exclude<FromChild, { kind: 'ready' | 'reply' | 'peer-error' | 'fault' }>): void
	onUp(): void
	onDown(): void
}

interface PendingQuery {
	resolve(value: unknown): void
	reject(error: Error): void
	timer: NodeJS.Timeout
}

/** Starts the media child, monitors it and restarts it. */
export class SfuChild {
	readonly #setup: SfuChildSetup
	readonly #pending = new Map<number, PendingQuery>()
	#child: ChildProcess | undefined
	#up = false
	#stopping = false
	#queries = 0
	#startedAtMs = 0
	readonly #restartDelay = new RestartDelay({ firstMs: 100, maxMs: 5_000 })
	#restart: NodeJS.Timeout | undefined
	readonly #healthTimer: NodeJS.Timeout

	constructor(setup: SfuChildSetup) {
		this.#setup = setup
		this.#healthTimer = setInterval(() => void this.#checkHealth(), healthCheckMs)
		this.#healthTimer.unref()
		this.#start()
	}

	get up(): boolean {
		return this.#up
	}

	get pid(): number | undefined {
		return this.#child?.pid
	}

	/** Commands to a child that is not running are dropped: its state is lost anyway. */
	command(command: EngineCommand): void {
		if (this.#up) this.#send({ kind: 'command', command })
	}

	query<K extends EngineQuery['kind']>(query: EngineQuery & { kind: K }): Promise<QueryAnswers[K]>
	query(query: EngineQuery): Promise<unknown> {
		if (!this.#up) return Promise.reject(new EngineUnavailableError('the media child is not running'))
		const id = ++this.#queries
		return new Promise((resolve, reject) => {
			const timer = setTimeout(
				() => this.#settle(id)?.reject(new EngineUnavailableError('the media child is silent')),
				queryTimeoutMs,
			)
			this.#pending.set(id, { resolve, reject, timer })
			this.#send({ kind: 'query', id, query })
		})
	}

	/** Stops restarting the child; the running one continues until `stop`. */
	stopRestarting(): void {
		this.#stopping = true
		clearInterval(this.#healthTimer)
		clearTimeout(this.#restart)
	}

	async stop(): Promise<void> {
		this.stopRestarting()
		const child = this.#child
		if (!child || child.exitCode !== null || child.signalCode !== null) return
		await new Promise<void>(resolve => {
			const late = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
			child.once('exit', () => {
				clearTimeout(late)
				resolve()
			})
			if (child.connected) child.disconnect()
			else child.kill('SIGKILL')
		})
	}

	#start(): void {
		this.#startedAtMs = performance.now()
		const child = fork(entry, {
			env: this.#setup.env ?? {},
			execArgv: process.execArgv.filter(argument => memoryArguments.test(argument)),
			// Packets of broadcast rooms are passed to the server unchanged.
			serialization: 'advanced',
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		})
		this.#child = child
		child.on('message', (message: FromChild) => this.#receive(message))
		child.on('error', error => this.#setup.log.error({ err: error }, 'media engine could not be started'))
		child.once('exit', (code, signal) => this.#onExit(code, signal))
		this.#send({ kind: 'configure', config: this.#setup.config })
	}

	#receive(message: FromChild): void {
		switch (message.kind) {
			case 'ready':
				this.#onReady()
				break
			case 'reply':
				this.#settle(message.id)?.resolve(message.value)
				break
			case 'fault':
				this.#setup.log.warn({ detail: message.detail }, 'media engine refused a message')
				break
			case 'peer-error': {
				const { roomId, participantId, detail } = message
				this.#setup.log.error({ roomId, participantId, detail }, 'media connection ended by an error')
				break
			}
			default:
				this.#setup.onMessage(message)
		}
	}

	#onReady(): void {
		this.#up = true
		this.#setup.log.info({ pid: this.pid }, 'media engine started')
		this.#setup.onUp()
	}

	#onExit(code: number | null, signal: NodeJS.Signals | null): void {
		const wasUp = this.#up
		this.#up = false
		for (const id of [...this.#pending.keys()])
			this.#settle(id)?.reject(new EngineUnavailableError('the media child exited'))
		if (this.#stopping) return
		const restartInMs = this.#restartDelay.ended(this.#startedAtMs, performance.now())
		this.#setup.log.warn({ code, signal, restartInMs }, 'media engine exited')
		if (wasUp) this.#setup.onDown()
		this.#restart = setTimeout(() => this.#start(), restartInMs)
	}

	/** A child that does not answer is killed: it still holds all connections. */
	async #checkHealth(): Promise<void> {
		if (!this.#up) return
		const child = this.#child
		try {
			await this.query({ kind: 'stats' })
		} catch {
			if (this.#up && child === this.#child) child?.kill('SIGKILL')
		}
	}

	#settle(id: number): PendingQuery | undefined {
		const waiting = this.#pending.get(id)
		if (waiting) clearTimeout(waiting.timer)
		this.#pending.delete(id)
		return waiting
	}

	#send(message: FromParent): void {
		// The channel may close between check and write; the exit handler deals with it.
		this.#child?.send(message, () => {})
	}
}

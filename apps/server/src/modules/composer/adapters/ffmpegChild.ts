import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Ffmpeg } from './findFfmpeg.ts'

/** Lower priority than the server's: under load the transcoder falls behind, not the server's clients. */
const niceness = 5
/** Number of last characters of the program's output that are kept. */
const maxLastOutput = 2_000

/** `lastOutput`: the end of the program's output, for the log. */
export interface FfmpegExit {
	code: number | null
	lastOutput: string
}

export interface FfmpegChild {
	readonly pid: number | undefined
	/** Bytes written but not read yet. */
	pendingBytes(): number
	/** Does nothing after the end. */
	write(bytes: Uint8Array): void
	/** Closes its input; the program writes what it still has, and exits. */
	endInput(): void
	/** Resolves when the program has read all written data, or has ended. */
	drained(): Promise<void>
	/** Returns the n-th output: `pipe:3` is the first. */
	onOutput(listener: (index: number, bytes: Buffer) => void): void
	/** Called once. */
	onExit(listener: (exit: FfmpegExit) => void): void
	kill(): void
}

/**
 * Starts ffmpeg with its input on `pipe:0` and outputs on `pipe:3` and following.
 * @param outputs number of outputs
 */
export function startFfmpeg({ path }: Pick<Ffmpeg, 'path'>, args: readonly string[], outputs: number): FfmpegChild {
	const pipes = Array.from({ length: outputs }, () => 'pipe' as const)
	const child = spawn(path, ['-hide_banner', '-loglevel', 'warning', ...args], {
		stdio: ['pipe', 'ignore', 'pipe', ...pipes],
		// Started without the server's environment, which contains secrets.
		env: {},
	})
	lowerPriority(child)
	const exitListeners: ((exit: FfmpegExit) => void)[] = []
	let lastOutput = ''
	let isOver = false
	const stdin = child.stdin as Writable
	// Unread data is lost with the program; its exit gives the reason.
	stdin.on('error', () => {})
	;(child.stderr as Readable).setEncoding('utf8').on('data', (text: string) => {
		lastOutput = (lastOutput + text).slice(-maxLastOutput)
	})
	const over = (code: number | null, reason = '') => {
		if (isOver) return
		isOver = true
		stdin.destroy()
		for (const listener of exitListeners) listener({ code, lastOutput: reason || lastOutput.trim() })
	}
	child.once('error', error => over(null, error.message))
	// All outputs have been read by then.
	child.once('close', code => over(code))
	return {
		pid: child.pid,
		pendingBytes: () => stdin.writableLength,
		write(bytes) {
			if (!isOver && stdin.writable) stdin.write(bytes)
		},
		endInput: () => void stdin.end(),
		drained() {
			if (isOver || !stdin.writableNeedDrain) return Promise.resolve()
			return new Promise(resolve => {
				const done = () => {
					stdin.off('drain', done)
					stdin.off('close', done)
					resolve()
				}
				stdin.once('drain', done)
				stdin.once('close', done)
			})
		},
		onOutput(listener) {
			for (let index = 0; index < outputs; index++) {
				const output = child.stdio[3 + index] as Readable
				output.on('data', (bytes: Buffer) => listener(index, bytes))
				output.on('error', () => {})
			}
		},
		onExit(listener) {
			exitListeners.push(listener)
		},
		kill: () => void child.kill('SIGKILL'),
	}
}

function lowerPriority(child: ChildProcess) {
	try {
		if (child.pid !== undefined) setPriority(child.pid, niceness)
	} catch {
		// If it has already ended, or the machine forbids it, the priority stays.
	}
}

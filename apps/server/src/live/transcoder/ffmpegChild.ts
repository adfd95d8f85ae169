import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Ffmpeg } from './findFfmpeg.ts'

/** Below the server itself: under load the transcoder falls behind, not those who are served. */
const niceness = 5
/** More of what the program says is not kept. */
const maxComplaint = 2_000
/** A program that does not end by itself when its input has. */
const endWithinMs = 2_000

export interface FfmpegChild {
	readonly pid: number | undefined
	/** What was written and not read yet, in bytes. */
	pendingBytes(): number
	/** Does nothing after the end. */
	write(bytes: Uint8Array): void
	/** Resolves when the program has read what was written, or has ended. */
	drained(): Promise<void>
	/** The n-th output: `pipe:3` is the first. */
	onOutput(listener: (index: number, bytes: Buffer) => void): void
	/** Called once; `complaint` is the end of what the program said, for the log. */
	onExit(listener: (exit: { code: number | null; complaint: string }) => void): void
	/** Lets it write what it has, then ends it. */
	end(): void
	kill(): void
}

/**
 * Starts ffmpeg with its input on `pipe:0` and outputs on `pipe:3` and following.
 * @param outputs how many
 */
export function startFfmpeg({ path }: Pick<Ffmpeg, 'path'>, args: readonly string[], outputs: number): FfmpegChild {
	const pipes = Array.from({ length: outputs }, () => 'pipe' as const)
	const child = spawn(path, ['-hide_banner', '-loglevel', 'warning', ...args], {
		stdio: ['pipe', 'ignore', 'pipe', ...pipes],
		// It needs nothing of the server's environment, which holds secrets.
		env: {},
	})
	lowerPriority(child)
	const exitListeners: ((exit: { code: number | null; complaint: string }) => void)[] = []
	let complaint = ''
	let isOver = false
	const stdin = child.stdin as Writable
	// What it did not read is lost with it; the exit says why.
	stdin.on('error', () => {})
	;(child.stderr as Readable).setEncoding('utf8').on('data', (text: string) => {
		complaint = (complaint + text).slice(-maxComplaint)
	})
	const over = (code: number | null, reason = '') => {
		if (isOver) return
		isOver = true
		stdin.destroy()
		for (const listener of exitListeners) listener({ code, complaint: reason || complaint.trim() })
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
		drained() {
			if (isOver || !stdin.writableNeedDrain) return Promise.resolve()
			return new Promise(resolve => {
				stdin.once('drain', resolve)
				stdin.once('close', resolve)
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
		end() {
			stdin.end()
			setTimeout(() => child.kill('SIGKILL'), endWithinMs).unref()
		},
		kill: () => void child.kill('SIGKILL'),
	}
}

function lowerPriority(child: ChildProcess) {
	try {
		if (child.pid !== undefined) setPriority(child.pid, niceness)
	} catch {
		// Gone already, or a machine that does not let us: it runs as it is.
	}
}

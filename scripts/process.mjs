import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const cache = join(root, '.cache')

/** A tool of the repository, as arguments for Node. */
export const tools = {
	biome: join(root, 'node_modules/@biomejs/biome/bin/biome'),
	knip: join(root, 'node_modules/knip/bin/knip.js'),
	playwright: join(root, 'node_modules/@playwright/test/cli.js'),
	tsc: join(root, 'node_modules/typescript/bin/tsc'),
	vite: join(root, 'node_modules/vite/bin/vite.js'),
	vitest: join(root, 'node_modules/vitest/vitest.mjs'),
}

/** An error whose message tells the user what to do; printed without a stack. */
export class UserError extends Error {}

/**
 * Runs a program to its end and captures stdout and stderr.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, options = {}) {
	const pipes = { stdio: ['ignore', 'pipe', 'pipe'], cwd: root, ...options }
	throwIfInterrupted()
	return new Promise((resolve, reject) => {
		const child = trackChild(spawn(program, args, pipes))
		let output = ''
		for (const stream of [child.stdout, child.stderr]) {
			stream?.setEncoding('utf8')
			stream?.on('data', text => {
				output += text
			})
		}
		child.once('error', reject)
		child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), output }))
	})
}

/**
 * Runs a program to its end in this terminal. Signals to this process are passed on to it.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { takesSignalsTwice?: boolean, endAfterMs?: number }} [options]
 *   with `endAfterMs`, a program that runs longer is told to end, and killed if it does not
 * @returns {Promise<number>} its exit code
 */
export function runInTerminal(program, args, { takesSignalsTwice = false, endAfterMs, ...options } = {}) {
	throwIfInterrupted()
	return new Promise((resolve, reject) => {
		const child = trackChild(spawn(program, args, { stdio: 'inherit', cwd: root, ...options }))
		if (takesSignalsTwice) takingSignalsTwice.add(child)
		const timers = []
		if (endAfterMs !== undefined)
			timers.push(
				setTimeout(() => child.kill('SIGTERM'), endAfterMs),
				setTimeout(() => child.kill('SIGKILL'), endAfterMs + killDelayMs),
			)
		child.once('error', reject)
		child.once('close', (code, signal) => {
			for (const timer of timers) clearTimeout(timer)
			resolve(exitCode(code, signal))
		})
	})
}

/** The environment of a child: `node` and every tool by name are the repository's own. */
export function environment(more = {}) {
	return { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter), ...more }
}

/** For programs whose output is captured and shown later: coloured only if a terminal shows it. */
export function captureEnvironment() {
	return environment(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' })
}

/** The environment without the repository's tools, for npm, which may be about to replace them. */
export function environmentWithoutTools() {
	const foreign = (process.env.PATH ?? '').split(delimiter).filter(part => !part.includes('node_modules'))
	return { ...process.env, PATH: foreign.join(delimiter) }
}

/** The path of a program by its name, or undefined. */
export function which(name) {
	return (process.env.PATH ?? '')
		.split(delimiter)
		.map(folder => join(folder, name))
		.find(path => existsSync(path))
}

/**
 * Prints one line for a step: its name at once, its duration at the end.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
	const startedAt = performance.now()
	process.stderr.write(`• ${name} … `)
	try {
		const result = await work()
		process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
		return result
	} catch (error) {
		process.stderr.write('failed\n')
		throw error
	}
}

/**
 * Runs a script, cleans up after it, and sets its exit code.
 * @param {() => Promise<number>} work
 */
export async function main(work) {
	let code = 1
	try {
		code = await work()
	} catch (error) {
		console.error(error instanceof UserError ? `\n${error.message}` : error)
	}
	await runCleanups()
	process.exitCode = code
}

/** @type {(() => unknown)[]} */
const cleanups = []
/** @type {number | undefined} */
let interruptedWith
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
/** @type {WeakSet<import('node:child_process').ChildProcess>} */
const takingSignalsTwice = new WeakSet()

/** Registers a cleanup that runs when the script ends, also after an error or a signal. */
export function onExit(cleanup) {
	cleanups.push(cleanup)
}

async function runCleanups() {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

/**
 * Ends the children, as a signal would, when the npm that runs this script has ended: it passes on only SIGINT and
 * SIGTERM. With `exec` in package.json npm signals this process, not a shell, and waits for it.
 */
export function endWithNpm() {
	if (process.env.npm_lifecycle_event === undefined) return
	const npm = process.ppid
	const timer = setInterval(() => {
		if (process.ppid === npm) return
		clearInterval(timer)
		process.emit('SIGTERM', 'SIGTERM')
	}, npmCheckMs)
	timer.unref()
}

const npmCheckMs = 500
const killDelayMs = 20_000

/**
 * Most children must get each signal once: a terminal itself sends SIGINT to the whole process group. Whether the
 * signal came from a terminal or from `kill` is unknown, so a child that tolerates it twice gets it in any case.
 */
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
	process.on(signal, () => {
		interruptedWith = 128 + constants.signals[signal]
		const sentByTerminal = signal === 'SIGINT' && process.stdin.isTTY
		for (const child of children) if (!sentByTerminal || takingSignalsTwice.has(child)) child.kill(signal)
		if (children.size === 0) runCleanups().finally(() => process.exit(interruptedWith))
	})
}

/** No new program is started after a signal. */
function throwIfInterrupted() {
	if (interruptedWith) throw new UserError('Interrupted.')
}

/** @param {import('node:child_process').ChildProcess} child */
function trackChild(child) {
	children.add(child)
	const untrack = () => children.delete(child)
	child.once('close', untrack)
	child.once('error', untrack)
	return child
}

function exitCode(code, signal) {
	return code ?? 128 + (constants.signals[signal] ?? 0)
}

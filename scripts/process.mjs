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
	paraglide: join(root, 'node_modules/@inlang/paraglide-js/bin/run.js'),
	playwright: join(root, 'node_modules/@playwright/test/cli.js'),
	tsc: join(root, 'node_modules/typescript/bin/tsc'),
	vite: join(root, 'node_modules/vite/bin/vite.js'),
	vitest: join(root, 'node_modules/vitest/vitest.mjs'),
}

/** What went wrong in words the reader can act on; printed without a stack. */
export class Stop extends Error {}

/**
 * Runs a program to its end and keeps what it prints.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, options = {}) {
	const pipes = { stdio: ['ignore', 'pipe', 'pipe'], cwd: root, ...options }
	goOn()
	return new Promise((resolve, reject) => {
		const child = follow(spawn(program, args, pipes))
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
 * Runs a program to its end with our own terminal. A signal for us is a signal for it.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code
 */
export function hand(program, args, options = {}) {
	goOn()
	return new Promise((resolve, reject) => {
		const child = follow(spawn(program, args, { stdio: 'inherit', cwd: root, ...options }))
		child.once('error', reject)
		child.once('close', (code, signal) => resolve(exitCode(code, signal)))
	})
}

/** The environment of a child: `node` and every tool by name are the repository's own. */
export function environment(more = {}) {
	return { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter), ...more }
}

/** For programs whose output is kept and shown later: colours only where there is a terminal to show them. */
export function plainEnvironment() {
	return environment(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' })
}

/** The environment without the repository's tools, for npm, which may be about to replace them. */
export function bareEnvironment() {
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
 * One line for one step: its name at once, its time at the end.
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
 * Runs a script's work, undoes what it started, and leaves with its exit code.
 * @param {() => Promise<number>} work
 */
export async function main(work) {
	let code = 1
	try {
		code = await work()
	} catch (error) {
		console.error(error instanceof Stop ? `\n${error.message}` : error)
	}
	await undoAll()
	process.exitCode = code
}

/** @type {(() => unknown)[]} */
const undos = []
/** @type {number | undefined} */
let interrupted
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()

/** Something to undo when the script ends, however it ends. */
export function atEnd(undo) {
	undos.push(undo)
}

async function undoAll() {
	for (const undo of undos.splice(0).reverse()) await undo()
}

/** Signals reach the child once: a terminal sends SIGINT to the whole group by itself. */
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
	process.on(signal, () => {
		interrupted = 128 + constants.signals[signal]
		const told = signal === 'SIGINT' && process.stdin.isTTY
		if (!told) for (const child of children) child.kill(signal)
		if (children.size === 0) undoAll().finally(() => process.exit(interrupted))
	})
}

/** Nothing new is begun once somebody has said stop. */
function goOn() {
	if (interrupted) throw new Stop('Interrupted.')
}

/** @param {import('node:child_process').ChildProcess} child */
function follow(child) {
	children.add(child)
	const forget = () => children.delete(child)
	child.once('close', forget)
	child.once('error', forget)
	return child
}

function exitCode(code, signal) {
	return code ?? 128 + (constants.signals[signal] ?? 0)
}

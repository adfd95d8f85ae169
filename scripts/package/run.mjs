#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryArguments, memorySettings } from '../memory.mjs'

/** `parley` and `parley start` serve the product; everything else is a command of the administrator. */
const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '')
const [first, ...rest] = process.argv.slice(2)
const isStart = first === undefined || first === 'start'
const entry = isStart ? 'apps/server/src/main.ts' : 'apps/server/src/admin/main.ts'
const node = findNode()
if (node === undefined) {
	console.error(
		`Parley needs Node ${wanted} or newer; this is ${process.versions.node}, and npm has no other for this machine.`,
	)
	process.exit(1)
}
const hook = `--import=${new URL('./loadPackage.mjs', import.meta.url).href}`
const args = ['--disable-warning=ExperimentalWarning', ...(isStart ? memoryArguments() : []), hook, join(root, entry)]
const settings = { ...process.env, ...(isStart && memorySettings()) }
const all = [...args, ...(isStart ? rest : [first, ...rest])]
// The server takes the place of this process, where the system can do that: signals reach it alone, as the first process of a
// container must get them, and no second Node waits beside it.
if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...all], settings)
else runBeside()

function runBeside() {
	const child = spawn(node, all, { stdio: 'inherit', env: settings })
	child.once('error', error => {
		console.error(`Node could not be started: ${error.message}`)
		process.exit(1)
	})
	// The terminal sends its signals to both; others come to this process alone.
	for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
	process.on('SIGINT', () => {})
	child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** The Node that came with the package, or this one where it is new enough. */
function findNode() {
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
	try {
		const folder = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..')
		const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
		if (existsSync(program)) return program
	} catch {
		// npm has none for this machine.
	}
	return Number.parseInt(process.versions.node, 10) >= Number.parseInt(wanted, 10) ? process.execPath : undefined
}

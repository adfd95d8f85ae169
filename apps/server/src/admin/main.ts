import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runAdmin } from './program.ts'

// What is written here holds secrets and people: for the owner alone.
process.umask(0o077)

process.exitCode = await runAdmin(process.argv.slice(2), {
	environment: process.env,
	root: fileURLToPath(new URL('../../../..', import.meta.url)),
	say: line => void process.stdout.write(`${line}\n`),
	complain: line => void process.stderr.write(`${line}\n`),
	readInput: () => text(process.stdin),
})

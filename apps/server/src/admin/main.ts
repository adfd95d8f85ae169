import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onInterrupt } from './interruption.ts'
import { runAdmin } from './program.ts'

// Files contain secrets and personal data: readable by the owner only.
process.umask(0o077)

// A reader such as `head` may close the pipe early; the command continues.
for (const stream of [process.stdout, process.stderr])
	stream.on('error', error => {
		if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
	})

process.exitCode = await runAdmin(process.argv.slice(2), {
	environment: process.env,
	root: fileURLToPath(new URL('../../../..', import.meta.url)),
	print: line => void process.stdout.write(`${line}\n`),
	printError: line => void process.stderr.write(`${line}\n`),
	readInput: () => text(process.stdin),
	onInterrupt,
})

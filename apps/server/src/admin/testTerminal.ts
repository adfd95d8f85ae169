import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runAdmin } from './program.ts'

/** A temporary data folder and a terminal that records its output. */
export async function createTestTerminal(environment: Record<string, string> = {}) {
	const folder = await mkdtemp(join(tmpdir(), 'parley-admin-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	const dataFolder = join(folder, 'data')

	/** Runs one command with the given standard input; `onLine` sees what is printed at once, and may interrupt it. */
	async function parley(
		args: string[],
		{ input = '', ...env }: Record<string, string> = {},
		onLine: (line: string, interrupt: () => void) => void = () => {},
	) {
		let interrupt = () => {}
		const stdout: string[] = []
		const stderr: string[] = []
		const exitCode = await runAdmin(args, {
			environment: { PARLEY_DATA: dataFolder, ...environment, ...env },
			root: folder,
			print(line) {
				stdout.push(line)
				onLine(line, interrupt)
			},
			printError: line => void stderr.push(line),
			readInput: async () => input,
			onInterrupt(listener) {
				interrupt = listener
				return () => {
					interrupt = () => {}
				}
			},
		})
		return { exitCode, stdout: stdout.join('\n'), stderr: stderr.join('\n') }
	}
	return { folder, dataFolder, parley }
}

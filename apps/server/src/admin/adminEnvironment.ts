import type { Result } from '@parley/core'

/** The terminal and the machine, handed in so that tests can stand in for them. */
export interface AdminEnvironment {
	environment: Record<string, string | undefined>
	/** Folder the product is installed in. */
	root: string
	print(line: string): void
	printError(line: string): void
	/** Everything on standard input. */
	readInput(): Promise<string>
}

/** Lines to say where it worked, lines to complain about where it did not. */
export type CommandResult = Result<string[], string[]>

export const success = (...lines: string[]): CommandResult => ({ ok: true, value: lines })
export const failure = (...lines: string[]) => ({ ok: false, failure: lines }) as const

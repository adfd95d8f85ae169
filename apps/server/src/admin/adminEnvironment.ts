import type { Result } from '@parley/core'

/** Terminal and process environment of a command; tests replace them. */
export interface AdminEnvironment {
	environment: Record<string, string | undefined>
	/** Installation folder. */
	root: string
	print(line: string): void
	printError(line: string): void
	/** Reads standard input to its end. */
	readInput(): Promise<string>
	/** Calls a listener on SIGINT or SIGTERM instead of ending the process; returns a function that removes it. */
	onInterrupt(listener: () => void): () => void
}

/** Lines for standard output, or for standard error if the command failed. */
export type CommandResult = Result<string[], string[]>

export const success = (...lines: string[]): CommandResult => ({ ok: true, value: lines })
export const failure = (...lines: string[]) => ({ ok: false, failure: lines }) as const

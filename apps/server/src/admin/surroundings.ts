import type { Result } from '@parley/core'

/** The terminal and the machine, handed in so that tests can stand in for them. */
export interface Surroundings {
	environment: Record<string, string | undefined>
	/** Folder the product is installed in. */
	root: string
	say(line: string): void
	complain(line: string): void
	/** Everything on standard input. */
	readInput(): Promise<string>
}

/** Lines to say where it worked, lines to complain about where it did not. */
export type Outcome = Result<string[], string[]>

export const said = (...lines: string[]): Outcome => ({ ok: true, value: lines })
export const fault = (...lines: string[]) => ({ ok: false, failure: lines }) as const

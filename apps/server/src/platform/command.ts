import { readFile } from 'node:fs/promises'
import type { Result } from '@parley/core'
import type { Command } from 'commander'
import type { Config } from './config.ts'
import type { ImportLock } from './importLock.ts'
import type { Platform } from './noun.ts'

/** Terminal and process environment of a command; tests replace them. */
export interface CommandEnvironment {
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

/** Dependencies of stores and services on the database, or on a transaction of it. */
export type OnDatabase = Pick<Platform, 'db' | 'clock' | 'ids'>

/** The opened database of a command. The server may run beside it. */
export interface CommandContext extends OnDatabase {
	/** Runs `work` in one transaction. */
	inTransaction<T>(work: (inside: OnDatabase) => Promise<T>): Promise<T>
	/** Runs `work` while commits do not wait for the disk, until its end. */
	withLateSync<T>(work: () => Promise<T>): Promise<T>
	/** No other process writes while a transaction is open, as with SQLite. */
	isExclusive: boolean
	/** Takes the lock that one import holds at a time; undefined while another one does. */
	lockImports(): Promise<ImportLock | undefined>
}

/** Functions of the program for its commands. */
export interface CommandDeps {
	environment: CommandEnvironment
	report(outcome: CommandResult): void
	withConfig(work: (config: Config) => Promise<CommandResult>): Promise<void>
	withContext(work: (context: CommandContext, config: Config) => Promise<CommandResult>): Promise<void>
}

/** Adds the commands of a noun to `parley`. */
export type AddCommands = (parley: Command, deps: CommandDeps) => void

/** Returns the group of commands with a name, such as `company`, to which several nouns may add. */
export const commandGroup = (parley: Command, name: string): Command =>
	parley.commands.find(command => command.name() === name) ?? parley.command(name)

/** Reads a file, or standard input for `-`. */
export const readText = (file: string, readInput: () => Promise<string>): Promise<string> =>
	file === '-' ? readInput() : readFile(file, 'utf8')

import type { Config } from './config.ts'
import type { Db } from './db.ts'

/** Result of one check of `parley doctor`; `remedy` is present if there is a problem. */
export interface CheckResult {
	found: string
	remedy?: string
}

/** An answer of the database, or the result that takes its place while the database cannot be read. */
export type Answer<T> = { isKnown: true; value: T } | { isKnown: false; instead: CheckResult }

/** Input of checks; they change nothing. */
export interface CheckContext {
	config: Config
	/** Reads the database; `none` stands for the value where there is no database yet. */
	ask<T>(none: T, read: (db: Db) => Promise<T>): Promise<Answer<T>>
	/** The error code with which the port cannot be listened on; undefined where it can. */
	tryListen(port: number, host: string): Promise<string | undefined>
	/** Returns whether this server runs already, and holds its ports itself. */
	isRunning(): Promise<boolean>
}

/** One line of `parley doctor`. */
export interface Check {
	/** The first word of the line. */
	about: string
	run(context: CheckContext): CheckResult | Promise<CheckResult>
}

/** Describes an answer, or returns the result that takes its place. */
export const describeAnswer = <T>(answer: Answer<T>, describe: (value: T) => CheckResult): CheckResult =>
	answer.isKnown ? describe(answer.value) : answer.instead

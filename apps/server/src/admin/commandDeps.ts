import { InvalidArgumentError } from 'commander'
import type { Config } from '../platform/config.ts'
import type { AdminContext } from './adminContext.ts'
import type { AdminEnvironment, CommandResult } from './adminEnvironment.ts'
import { parseUserType, userTypesText } from './peopleFile.ts'

/** Dependencies shared by the groups of commands. */
export interface CommandDeps {
	environment: AdminEnvironment
	report(outcome: CommandResult): void
	withConfig(work: (config: Config) => Promise<CommandResult>): Promise<void>
	withContext(work: (context: AdminContext, config: Config) => Promise<CommandResult>): Promise<void>
}

export const siteOption = ['--site <host>', 'host name of the site (default: the default site)'] as const
export const companyOption = ['--company <name>', 'name or id of the company'] as const

/** Parses a user type. */
export function userType(text: string): number {
	const type = parseUserType(text)
	if (type === undefined) throw new InvalidArgumentError(`Allowed values: ${userTypesText}.`)
	return type
}

/** Parses a number from 1 to `most`. */
export const countUpTo =
	(most: number) =>
	(text: string): number => {
		const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
		if (count < 1 || count > most) throw new InvalidArgumentError(`Give a number from 1 to ${most}.`)
		return count
	}

import { isUserType, userType as userTypes } from '@parley/core'
import { InvalidArgumentError } from 'commander'

/** Parses the number of an option, from 1 to `most`. */
export const countUpTo =
	(most: number) =>
	(text: string): number => {
		const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
		if (count < 1 || count > most) throw new InvalidArgumentError(`Give a number from 1 to ${most}.`)
		return count
	}

/** Parses a user type; undefined for any other text. */
export const parseUserType = (typed: string): number | undefined =>
	/^\d$/.test(typed) && isUserType(Number(typed)) ? Number(typed) : undefined

/** User types as text: `0, 1, 5, 6, 7`. */
export const userTypesText = Object.values(userTypes).join(', ')

/** Parses the user type of an option. */
export function userType(text: string): number {
	const type = parseUserType(text)
	if (type === undefined) throw new InvalidArgumentError(`Allowed values: ${userTypesText}.`)
	return type
}

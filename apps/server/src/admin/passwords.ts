import { randomInt } from 'node:crypto'

// Without letters and digits that look alike on paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A password for a person to be told: three groups of five, about 87 bits, always within the rule for new ones. */
export const generatePassword = (): string => [group(), group(), group()].join('-')

/** The password given, `-` for the first line of standard input, or an invented one where none was given. */
export async function resolvePassword(given: string | undefined, readInput: () => Promise<string>) {
	if (given === undefined) return { password: generatePassword(), isGenerated: true }
	const password = given === '-' ? ((await readInput()).split(/\r?\n/)[0] ?? '') : given
	return { password, isGenerated: false }
}

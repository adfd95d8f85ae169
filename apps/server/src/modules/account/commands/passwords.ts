import { randomInt } from 'node:crypto'

// Excludes letters and digits that are easily confused.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Returns a random password of three groups of five characters, about 87 bits, that satisfies the password rule. */
export const generatePassword = (): string => [group(), group(), group()].join('-')

/** Returns the given password, the first line of standard input for `-`, or a generated one. */
export async function resolvePassword(given: string | undefined, readInput: () => Promise<string>) {
	if (given === undefined) return { password: generatePassword(), isGenerated: true }
	const password = given === '-' ? ((await readInput()).split(/\r?\n/)[0] ?? '') : given
	return { password, isGenerated: false }
}

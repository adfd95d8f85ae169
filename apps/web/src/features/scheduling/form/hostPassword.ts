const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'
const half = 5

/**
 * A host password to start from (CREATE-09): five letters and five digits, none of which can be taken for another,
 * because it is read aloud and written down. It keeps the rule for host passwords.
 * @param below a random whole number from 0 up to, not including, the one given
 */
export function generateHostPassword(below: (count: number) => number): string {
	const some = (from: string) => Array.from({ length: half }, () => from[below(from.length)]).join('')
	return `${some(letters)}-${some(digits)}`
}

/** Every number equally likely: what falls beyond the last whole share is drawn again. */
export function randomIntBelow(count: number): number {
	const share = Math.floor(2 ** 32 / count)
	const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
	return drawn < share * count ? drawn % count : randomIntBelow(count)
}

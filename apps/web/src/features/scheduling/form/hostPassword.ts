const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'
const half = 5

/**
 * A valid host password (CREATE-09): five letters and five digits, without those that look alike, because people read it
 * to each other and write it down.
 * @param randomBelow a random integer from 0 up to, not including, its argument
 */
export function generateHostPassword(randomBelow: (count: number) => number): string {
	const pick = (from: string) => Array.from({ length: half }, () => from[randomBelow(from.length)]).join('')
	return `${pick(letters)}-${pick(digits)}`
}

/** A cryptographically random integer; uniform, because numbers beyond the last full multiple are drawn again. */
export function randomIntBelow(count: number): number {
	const share = Math.floor(2 ** 32 / count)
	const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
	return drawn < share * count ? drawn % count : randomIntBelow(count)
}

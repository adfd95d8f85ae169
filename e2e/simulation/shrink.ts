/**
 * Returns the shortest part of `items` found that still fails: omits halves, quarters and so on while that helps (delta
 * debugging).
 */
export async function shrink<T>(items: readonly T[], fails: (items: T[]) => Promise<boolean>): Promise<T[]> {
	let current = [...items]
	for (let parts = 2; current.length > 1; ) {
		const size = Math.ceil(current.length / parts)
		const smaller = await firstFailing(current, size, fails)
		if (smaller) {
			current = smaller
			parts = Math.max(2, parts - 1)
		} else if (size === 1) break
		else parts = Math.min(current.length, parts * 2)
	}
	return current
}

async function firstFailing<T>(
	items: T[],
	size: number,
	fails: (items: T[]) => Promise<boolean>,
): Promise<T[] | undefined> {
	for (let from = 0; from < items.length; from += size) {
		const without = [...items.slice(0, from), ...items.slice(from + size)]
		if (without.length > 0 && (await fails(without))) return without
	}
	return undefined
}

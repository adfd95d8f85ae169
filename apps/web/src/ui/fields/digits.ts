/** What a field of grouped digits shows and where its caret stands. */
export interface Digits {
	digits: string
	text: string
	caret: number
}

export const defaultGroups: readonly number[] = [3, 3, 3]

/** `842391556` as `842 391 556`; what runs over the groups follows after one more space. */
export function groupDigits(digits: string, groups: readonly number[] = defaultGroups): string {
	const parts: string[] = []
	let from = 0
	for (const size of groups) {
		parts.push(digits.slice(from, from + size))
		from += size
	}
	parts.push(digits.slice(from))
	return parts.filter(Boolean).join(' ')
}

/** The digits in anything typed or pasted, full-width ones included. */
export function extractDigits(text: string): string {
	return text.normalize('NFKC').replace(/\D/g, '')
}

function caretAfter(text: string, count: number): number {
	let seen = 0
	for (let at = 0; at < text.length; at++) {
		if (seen === count) return at
		if (text[at] !== ' ') seen++
	}
	return text.length
}

/**
 * What becomes of the field after the browser has changed its text to `raw`.
 * Deleting a space deletes the digit behind it, otherwise the caret would be stuck at the space.
 */
export function editGroupedDigits(
	before: string,
	raw: string,
	caret: number,
	{
		groups = defaultGroups,
		max = Number.POSITIVE_INFINITY,
		ahead = false,
	}: { groups?: readonly number[]; max?: number; ahead?: boolean } = {},
): Digits {
	let digits = extractDigits(raw)
	let left = extractDigits(raw.slice(0, caret)).length

	// One space: the same number pasted or filled in again without any has lost more.
	const onlySpaceGone = digits === before && raw.length === groupDigits(before, groups).length - 1
	if (onlySpaceGone && ahead) digits = digits.slice(0, left) + digits.slice(left + 1)
	if (onlySpaceGone && !ahead && left > 0) {
		left--
		digits = digits.slice(0, left) + digits.slice(left + 1)
	}

	digits = digits.slice(0, max)
	const text = groupDigits(digits, groups)
	return { digits, text, caret: caretAfter(text, Math.min(left, digits.length)) }
}

const page = 5

/** Where a key takes a wheel of `count` rows from row `at`; undefined for a key that means nothing to it. */
export function turnedBy(key: string, at: number, count: number): number | undefined {
	const last = count - 1
	const within = (row: number) => Math.min(last, Math.max(0, row))
	switch (key) {
		case 'ArrowUp':
		case 'ArrowLeft':
			return within(at - 1)
		case 'ArrowDown':
		case 'ArrowRight':
			return within(at + 1)
		case 'PageUp':
			return within(at - page)
		case 'PageDown':
			return within(at + page)
		case 'Home':
			return 0
		case 'End':
			return last
		default:
			return undefined
	}
}

/** The row a wheel scrolled to `scrollTop` rests on. */
export function rowAt(scrollTop: number, rowPx: number, count: number): number {
	if (rowPx <= 0) return 0
	return Math.min(count - 1, Math.max(0, Math.round(scrollTop / rowPx)))
}

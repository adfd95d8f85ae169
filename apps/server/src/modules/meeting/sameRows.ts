import { LRUCache } from 'lru-cache'

/** With all that is kept by their values about 20 MB. */
const maxRows = 5_000

/**
 * Maps rows to values, and unchanged rows to the same value as before. Results cached by that value are then found
 * without computation, and cannot be outdated: a changed row is another value.
 * @param keyOf the key of the previous row; rows with the same key need not be equal
 */
export function createSameRows<Row extends object, Value extends object>(
	keyOf: (row: Row) => string,
	mapRow: (row: Row) => Value,
): (row: Row) => Value {
	const known = new LRUCache<string, { row: Row; value: Value }>({ max: maxRows })
	return row => {
		const key = keyOf(row)
		const before = known.get(key)
		if (before && hasSameFields(before.row, row)) return before.value
		const value = mapRow(row)
		known.set(key, { row, value })
		return value
	}
}

/** Rows of one query have the same fields, whose values are texts and numbers. */
function hasSameFields<Row extends object>(one: Row, other: Row): boolean {
	for (const field in other) if (one[field] !== other[field]) return false
	return true
}

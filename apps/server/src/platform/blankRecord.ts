/**
 * A record with these fields, to be copied and filled. V8 turns records that gain more than a dozen fields one by one
 * into hash tables, which are many times slower to copy and read; it does not do so with parsed ones.
 */
export const blankRecord = (names: readonly string[]): Record<string, unknown> =>
	JSON.parse(JSON.stringify(Object.fromEntries(names.map(name => [name, null]))))

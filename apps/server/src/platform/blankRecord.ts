/**
 * A record with these fields, to be copied and filled. The engine keeps records that get more than a dozen fields one by
 * one as hash tables, which are many times slower to copy and read; what it parses it does not.
 */
export const blankRecord = (names: readonly string[]): Record<string, unknown> =>
	JSON.parse(JSON.stringify(Object.fromEntries(names.map(name => [name, null]))))

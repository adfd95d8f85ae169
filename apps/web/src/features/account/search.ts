import { cleanText, truncate } from '@parley/core'

/** Values of a query that belong to one screen alone; everything else goes along to the next (REG-03, REG-15). */
const own = new Set(['token', 'title', 'mobile', 'mobileCode', 'iswx', 'isApple', 'oaName'])

export type ForwardedSearch = Record<string, string>

/** What a screen passes on: why somebody is here and where they want to go. */
export const getForwardedSearch = (search: object): ForwardedSearch =>
	Object.fromEntries(Object.entries(search).filter(([key, value]) => !own.has(key) && typeof value === 'string'))

/** Said by being there: `iswx`, `iswx=true`, `iswx=1`; not by `false` or `0` (OP-038). */
export const isFlagSet = (value: string | undefined): boolean =>
	value !== undefined && value !== 'false' && value !== '0'

const titleMax = 20

/** A heading the address asks for, as text and no longer than a heading; the screen has one of its own without it. */
export const parseTitle = (value: string | undefined): string | undefined =>
	truncate(cleanText(value ?? ''), titleMax) || undefined

import { cleanText, truncate } from '@parley/core'

/** Parameters of one screen alone; all others are passed on to the next screen (REG-03, REG-15). */
const ownParameters = new Set(['token', 'title', 'mobile', 'mobileCode', 'iswx', 'isApple', 'oaName'])

export type ForwardedSearch = Record<string, string>

/** The part of a query that a screen passes on: why a person signs in and where they go afterwards. */
export const getForwardedSearch = (search: object): ForwardedSearch =>
	Object.fromEntries(
		Object.entries(search).filter(([key, value]) => !ownParameters.has(key) && typeof value === 'string'),
	)

/** `iswx`, `iswx=true` and `iswx=1` set a flag, `false` and `0` do not (OP-038). */
export const isFlagSet = (value: string | undefined): boolean =>
	value !== undefined && value !== 'false' && value !== '0'

const titleMax = 20

/** The title in the query, cleaned and truncated; undefined if none exists. */
export const parseTitle = (value: string | undefined): string | undefined =>
	truncate(cleanText(value ?? ''), titleMax) || undefined

import type { UserId } from '@parley/core'

/** One's own profile is one's own business, and nobody else's. */
export const mayChange = (person: { userId: UserId }, of: UserId): boolean => person.userId === of

/** PERS-19, ROLE-08: a name that comes from a directory is changed there. */
export const isNameLocked = (account: { source: string | null }, site: { isOa: boolean }): boolean =>
	account.source !== null || site.isOa

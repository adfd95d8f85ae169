import type { UserId } from '@parley/core'

/** One's own profile is one's own business, and nobody else's. */
export const canChange = (person: { userId: UserId }, of: UserId): boolean => person.userId === of

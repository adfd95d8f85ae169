import type { UserId } from '@parley/core'

/** People change only their own profile. */
export const canChange = (person: { userId: UserId }, of: UserId): boolean => person.userId === of

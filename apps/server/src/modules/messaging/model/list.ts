import type { Instant } from '@parley/core'
import type { ImUserId, ListPushName, optionOfPush } from '@parley/im'

/**
 * An entry of a personal list, or of `broadcast`, which everyone of the application shares. Its name determines the
 * list, as clients expect.
 */
export type NewListEntry = {
	[N in ListPushName]: {
		name: N
		option: (typeof optionOfPush)[N]
		uid: N extends 'broadcast' ? null : ImUserId
		body: Record<string, unknown>
	}
}[ListPushName]

/** `key`: position in the list, from 1 on without holes. */
export type StoredListEntry = NewListEntry & { key: number; ts: Instant }

export interface ListHeadRow {
	epoch: string
	last: number
	/** Oldest remaining entry. */
	min: number
}

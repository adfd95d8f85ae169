import type { Ids } from '../../../platform/ids.ts'
import type { Timers } from '../../../platform/timers.ts'
import type { Write } from '../calls/context.ts'
import type { Profiles } from '../people/profiles.ts'
import type { WordFilter } from '../ports/words.ts'
import type { MessagingStore } from '../store/store.ts'
import type { AddressHolds } from './addressHolds.ts'
import type { GroupAccess } from './groupAccess.ts'
import type { QrCodes } from './qrCodes.ts'

/** Dependencies of the handlers of groups and members. */
export interface GroupDeps {
	store: MessagingStore
	timers: Timers
	ids: Ids
	words: WordFilter
	/** Writes that belong to no group yet; `access` writes those of a group. */
	write: Write
	access: GroupAccess
	profiles: Profiles
	qrCodes: QrCodes
	addressHolds: Pick<AddressHolds, 'hold' | 'release'>
}

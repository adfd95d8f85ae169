import type { Ids } from '../../platform/ids.ts'
import type { Write } from './context.ts'
import type { GroupAccess } from './groupAccess.ts'
import type { Timers, WordFilter } from './ports.ts'
import type { Profiles } from './profiles.ts'
import type { QrCodes } from './qrCodes.ts'
import type { MessagingStore } from './store.ts'

/** What the handlers of calls are made of. */
export interface HandlerDeps {
	store: MessagingStore
	timers: Timers
	ids: Ids
	/** Of what belongs to no group; the writes of a group are those of `access`. */
	write: Write
	access: GroupAccess
	profiles: Profiles
	words: WordFilter
	qrCodes: QrCodes
}

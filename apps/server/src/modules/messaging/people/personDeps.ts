import type { Ids } from '../../../platform/ids.ts'
import type { Timers } from '../../../platform/timers.ts'
import type { Write } from '../calls/context.ts'
import type { WordFilter } from '../ports/words.ts'
import type { MessagingStore } from '../store/store.ts'
import type { Profiles } from './profiles.ts'

/** Dependencies of the handlers of people, friends and notices. */
export interface PersonDeps {
	store: MessagingStore
	timers: Timers
	ids: Ids
	words: WordFilter
	write: Write
	profiles: Profiles
}

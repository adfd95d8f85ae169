import type { ImAppId } from '@parley/im'
import type { Ids } from '../../platform/ids.ts'
import type { Timers } from '../../platform/timers.ts'
import type { Write } from './context.ts'
import type { MessagingCounters } from './counters.ts'
import type { FanOut } from './delivery/fanOut.ts'
import type { LogReader } from './delivery/logReader.ts'
import type { AddressHolds } from './groups/addressHolds.ts'
import type { GroupAccess } from './groups/groupAccess.ts'
import type { QrCodes } from './groups/qrCodes.ts'
import type { Cooldowns } from './messages/cooldown.ts'
import type { Profiles } from './people/profiles.ts'
import type { WordFilter } from './ports.ts'
import type { ReadBudget } from './sessions/readBudget.ts'
import type { MessagingStore } from './store/store.ts'

/** Dependencies of the call handlers. */
export interface HandlerDeps {
	store: MessagingStore
	timers: Timers
	ids: Ids
	/** Reads logs through a cache. */
	reader: LogReader
	words: WordFilter
	/** Writes that belong to no group; `access` writes those of a group. */
	write: Write
	access: GroupAccess
	profiles: Profiles
	/** Returns whether people of an application may only write to their friends. */
	chatsNeedFriendship(appId: ImAppId): Promise<boolean>
	qrCodes: QrCodes
	addressHolds: Pick<AddressHolds, 'hold' | 'release'>
	fanOut: Pick<FanOut, 'open' | 'findFeed' | 'listen' | 'leave' | 'takeListedGroups'>
	counters: MessagingCounters
	/** Limits how much of the logs people read. */
	readBudget: ReadBudget
	cooldowns: Pick<Cooldowns, 'take'>
}

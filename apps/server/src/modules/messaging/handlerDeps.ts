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

/** What the handlers of calls are made of. */
export interface HandlerDeps {
	store: MessagingStore
	timers: Timers
	ids: Ids
	/** Reads logs, keeping what was read. */
	reader: LogReader
	words: WordFilter
	/** Of what belongs to no group; the writes of a group are those of `access`. */
	write: Write
	access: GroupAccess
	profiles: Profiles
	/** Whether people of an application write to their friends alone. */
	chatsNeedFriendship(appId: ImAppId): Promise<boolean>
	qrCodes: QrCodes
	addressHolds: Pick<AddressHolds, 'hold' | 'release'>
	fanOut: Pick<FanOut, 'open' | 'findFeed' | 'listen' | 'leave' | 'takeListedGroups'>
	counters: MessagingCounters
	/** How much of logs people read. */
	readBudget: ReadBudget
	cooldowns: Pick<Cooldowns, 'take'>
}

import type { ImAppId } from '@parley/im'
import type { Ids } from '../../../platform/ids.ts'
import type { Timers } from '../../../platform/timers.ts'
import type { Write } from '../calls/context.ts'
import type { FanOut } from '../delivery/fanOut.ts'
import type { LogReader } from '../delivery/logReader.ts'
import type { GroupAccess } from '../groups/groupAccess.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { Profiles } from '../people/profiles.ts'
import type { Participation } from '../ports/participation.ts'
import type { WordFilter } from '../ports/words.ts'
import type { MessagingStore } from '../store/store.ts'
import type { Cooldowns } from './cooldown.ts'
import type { ReadBudget } from './readBudget.ts'

/** Dependencies of the handlers of messages and logs. */
export interface MessageDeps {
	store: MessagingStore
	timers: Timers
	ids: Ids
	/** Reads logs through a cache. */
	reader: LogReader
	words: WordFilter
	/** Writes messages of chats; `access` writes those of a group. */
	write: Write
	access: GroupAccess
	profiles: Pick<Profiles, 'find'>
	participation: Participation
	/** Returns whether people of an application may only write to their friends. */
	chatsNeedFriendship(appId: ImAppId): Promise<boolean>
	fanOut: Pick<FanOut, 'open' | 'findFeed' | 'listen' | 'leave' | 'takeListedGroups'>
	counters: MessagingCounters
	/** Limits how much of the logs people read. */
	readBudget: ReadBudget
	cooldowns: Pick<Cooldowns, 'take'>
}

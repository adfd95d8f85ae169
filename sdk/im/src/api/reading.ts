import type { MemberRole, PushData, SyncOption } from '@parley/im'
import type { Emitter } from '../core/emitter.ts'
import type { Environment } from '../core/environment.ts'
import type { Stats } from '../core/stats.ts'
import { createSequencers, type Sequencers } from '../sequencer/sequencers.ts'
import type { Call } from '../session/requests.ts'
import { createLists, type Lists } from '../sync/lists.ts'
import type { Progress } from '../sync/progress.ts'
import { createSyncer, type Syncer } from '../sync/syncer.ts'
import type { IMEvents } from './events.ts'

export interface ReadingDeps {
	env: Environment
	stats: Stats
	call: Call
	options: readonly SyncOption[]
	emit: Emitter<IMEvents>['emit']
	setRole(gid: string, role: MemberRole): void
	/** Called when events missed before the last login have been read. */
	onSynced(): void
}

/** Readers of one person's conversations and lists, and the positions they move. */
export interface Reading {
	progress: Progress
	syncer: Syncer
	sequencers: Sequencers
	lists: Lists
}

/** @param onGroupDeleted called once the deletion was delivered */
export function createReading(progress: Progress, deps: ReadingDeps, onGroupDeleted: (gid: string) => void): Reading {
	const { env, stats, call, emit } = deps
	const syncer = createSyncer({
		env,
		stats,
		call,
		progress,
		options: deps.options,
		target: {
			applyList: (option, entries, isReset) => lists.pages(option, entries, isReset),
			applyConversations: pages => sequencers.pages(pages),
			settled: option => sequencers.settled(option),
			finished() {
				sequencers.resume()
				deps.onSynced()
			},
		},
	})
	const sequencers = createSequencers({
		env,
		stats,
		call,
		progress,
		reader: syncer,
		deliver(name, batch) {
			emit(name, batch as never)
			if (name === 'groupDeleted' && batch.gid !== undefined) onGroupDeleted(batch.gid)
		},
		emit,
	})
	/** Adds groups the user joined, and drops those they left. */
	function follow({ gid, group }: PushData<'groupListUpdated'>) {
		if (group) {
			deps.setRole(gid, group.role)
			sequencers.expect(gid)
		} else sequencers.forget(gid)
	}
	const lists = createLists({
		stats,
		progress,
		syncer,
		deliver(name, entry) {
			// A person who left or was removed from a group gets no further events of it.
			if (name === 'groupListUpdated') follow(entry as unknown as PushData<'groupListUpdated'>)
			emit(name, entry as never)
		},
		emit,
	})
	return { progress, syncer, sequencers, lists }
}

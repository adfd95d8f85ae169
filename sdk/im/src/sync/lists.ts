import {
	formatCursor,
	type ListEntry,
	type ListPushName,
	optionOfPush,
	parseCursor,
	pushName,
	type SyncOption,
} from '@parley/im'
import type { Stats } from '../core/stats.ts'
import type { Progress } from './progress.ts'
import type { Syncer } from './syncer.ts'

interface ListsDeps {
	stats: Stats
	progress: Progress
	syncer: Pick<Syncer, 'touch' | 'isEnabled' | 'isIdle'>
	deliver(name: ListPushName, entry: ListEntry): void
	emit(name: 'discontinuity', event: { option: SyncOption; reason: 'reset' }): void
}

/** Delivers entries of a person's own lists, pushed or read, once each and in list order. */
export interface Lists {
	push(name: ListPushName, entry: ListEntry): void
	pages(option: SyncOption, entries: readonly ListEntry[], isReset: boolean): void
}

const isListPush = (name: string | undefined): name is ListPushName => name !== undefined && name in optionOfPush

export function createLists({ stats, progress, syncer, deliver, emit }: ListsDeps): Lists {
	return {
		push(name, entry) {
			const option = optionOfPush[name]
			if (!syncer.isEnabled(option)) deliver(name, entry)
			else {
				const { epoch, hisId: last } = parseCursor(progress.key(option))
				if (epoch && entry.key <= last) stats.duplicates++
				else if (epoch && entry.key === last + 1 && syncer.isIdle(option)) {
					deliver(name, entry)
					void progress.setKey(option, formatCursor(epoch, entry.key))
				} else syncer.touch(option)
			}
		},
		pages(option, entries, isReset) {
			if (isReset) emit('discontinuity', { option, reason: 'reset' })
			for (const entry of entries) {
				const name = pushName(entry.messageType)
				if (isListPush(name)) deliver(name, entry)
			}
		},
	}
}

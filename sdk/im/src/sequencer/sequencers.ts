import {
	type CallInput,
	type ConversationOption,
	type ConversationPage,
	isConversationOption,
	isCount,
	isLogEvent,
	type LogEventName,
	type PushData,
	type SyncOption,
} from '@parley/im'
import type { Environment } from '../core/environment.ts'
import type { Stats } from '../core/stats.ts'
import type { Call } from '../session/requests.ts'
import type { Push } from '../session/session.ts'
import type { Position, Progress } from '../sync/progress.ts'
import { type ConversationRef, conversationKey, type EventBatch } from './batches.ts'
import { createSequencer, type Discontinuity, type LogPage, type Sequencer, type SequencerDeps } from './sequencer.ts'

/** Requests of the sequencers to the part that reads missed events. */
export interface MissedReader {
	touch(option: SyncOption): void
	isEnabled(option: SyncOption): boolean
	isIdle(option: SyncOption): boolean
}

interface SequencersDeps {
	env: Environment
	stats: Stats
	call: Call
	progress: Progress
	reader: MissedReader
	deliver(name: LogEventName, batch: EventBatch): void
	emit(name: 'discontinuity', event: Discontinuity): void
}

/** The sequencers of all conversations of one person. */
export interface Sequencers {
	/** @returns false if it is not about logs. @throws if it lacks data of its kind */
	push(push: Push): boolean
	/** @returns whether any of them brought something */
	pages(pages: readonly ConversationPage[]): boolean
	/** All pages of an option have arrived. */
	settled(option: SyncOption): void
	/** Same for conversations of options that are not read. */
	resume(): void
	/** A room that is listened to; it is read by polling. */
	addRoom(gid: string, pull: () => void): Sequencer
	/** Later events of it are dropped, unless it is a group the user is in: that is read from its stored position. */
	removeRoom(gid: string, isOwnGroup?: boolean): void
	/** The user has left the group: events in flight at that moment are dropped. */
	forget(gid: string): void
	/** The user has joined the group. */
	expect(gid: string): void
	close(): void
}

const optionOf = ({ gid }: ConversationRef): ConversationOption => (gid === undefined ? 'chat' : 'group_chat')
/** Named as in cursors, whose option tells groups from chats. */
const nameOf = ({ gid, userId = '' }: ConversationRef): string => gid ?? userId

const isBatch = (data: object): data is EventBatch => {
	const { epoch, from, to, list } = data as Partial<EventBatch>
	return typeof epoch === 'string' && isCount(from) && isCount(to) && Array.isArray(list)
}

export function createSequencers(deps: SequencersDeps): Sequencers {
	const { env, stats, call, progress, reader } = deps
	const sequencers = new Map<string, { sequencer: Sequencer; option: ConversationOption; isRoom: boolean }>()
	/** Rooms and groups the user has left. */
	const former = new Set<string>()
	/**
	 * Last delivered positions of groups the user has left: on rejoining, events are not delivered twice, even if some
	 * were in flight.
	 */
	const leftAt = new Map<string, Position>()

	async function readHistory(ref: ConversationRef, after?: number, before?: number): Promise<LogPage> {
		const range = { after, hisId: before }
		return ref.gid === undefined
			? call('chatHistory', { userId: ref.userId, ...range } as CallInput<'chatHistory'>)
			: call('groupHistory', { gid: ref.gid, ...range } as CallInput<'groupHistory'>)
	}
	function add(ref: ConversationRef, special: Pick<SequencerDeps, 'pull'> = {}): Sequencer {
		const key = conversationKey(ref)
		const option = optionOf(ref)
		const isRoom = special.pull !== undefined
		let begin: number | undefined
		const sequencer = createSequencer(
			{
				env,
				stats,
				conversation: ref.gid === undefined ? { userId: ref.userId } : { gid: ref.gid },
				...(isRoom ? special : { fetch: (after, before) => readHistory(ref, after, before) }),
				mayRepair: () => isRoom || reader.isIdle(option),
				onUnknown: () => {
					if (isRoom) return
					if (reader.isEnabled(option)) reader.touch(option)
					else sequencer.settle()
				},
				isRead: reader.isEnabled(option),
				given: isRoom ? undefined : leftAt.get(key),
				deliver: deps.deliver,
				emit: deps.emit,
				onMove: (epoch, last) => {
					if (!reader.isEnabled(option)) return
					if (isRoom) {
						// A room's events follow the stored position of a group, or skip the gap.
						begin ??= last
						const kept = progress.position(option, nameOf(ref))
						if (kept?.epoch !== epoch || kept.last < begin || kept.last > last) return
					}
					progress.setPosition(option, nameOf(ref), { epoch, last })
				},
			},
			isRoom ? undefined : progress.position(option, nameOf(ref)),
		)
		sequencers.set(key, { sequencer, option, isRoom })
		return sequencer
	}
	const find = (ref: ConversationRef) => sequencers.get(conversationKey(ref))?.sequencer ?? add(ref)

	/** Notices a lost last event. */
	function compareHeads(heads: Record<string, number>) {
		for (const [key, head] of Object.entries(heads)) {
			if (former.has(key)) continue
			const ref = key.startsWith('u:') ? { userId: key.slice(2) } : { gid: key }
			const known =
				sequencers.get(key)?.sequencer ?? (progress.position(optionOf(ref), nameOf(ref)) ? add(ref) : undefined)
			if (known) known.head(head)
			else reader.touch(optionOf(ref))
		}
	}
	function settle(matches: (option: ConversationOption, isRoom: boolean) => boolean) {
		for (const { sequencer, option, isRoom } of [...sequencers.values()])
			if (matches(option, isRoom)) sequencer.settle()
	}
	return {
		push({ name, data }) {
			if (name === 'heads') compareHeads((data as PushData<'heads'>).heads)
			else if (!isLogEvent(name)) return false
			else if (!isBatch(data)) throw new Error(name)
			else if (!former.has(conversationKey(data))) find(data).push(name, data)
			return true
		},
		pages(pages) {
			let isNew = false
			for (const page of pages) {
				former.delete(conversationKey(page))
				const sequencer = find(page)
				const before = sequencer.last
				sequencer.page(page)
				isNew ||= sequencer.last !== before
			}
			return isNew
		},
		settled(option) {
			if (isConversationOption(option)) settle((own, isRoom) => own === option && !isRoom)
		},
		resume: () => settle((option, isRoom) => !isRoom && !reader.isEnabled(option)),
		addRoom(gid, pull) {
			sequencers.get(gid)?.sequencer.close()
			former.delete(gid)
			return add({ gid }, { pull })
		},
		removeRoom(gid, isOwnGroup = progress.position('group_chat', gid) !== undefined) {
			sequencers.get(gid)?.sequencer.close()
			sequencers.delete(gid)
			if (!isOwnGroup) former.add(gid)
		},
		forget(gid) {
			const known = sequencers.get(gid)
			if (known?.isRoom) return
			// Its events stopped: those that waited for its position are delivered.
			if (known?.sequencer.last === undefined) known?.sequencer.settle()
			const { epoch, last } = known?.sequencer ?? progress.position('group_chat', gid) ?? {}
			if (epoch !== undefined && last !== undefined) leftAt.set(gid, { epoch, last })
			known?.sequencer.close()
			sequencers.delete(gid)
			former.add(gid)
			progress.forget('group_chat', gid)
		},
		expect: gid => void former.delete(gid),
		close() {
			for (const { sequencer } of sequencers.values()) sequencer.close()
			sequencers.clear()
		},
	}
}

import type { CallAnswer, LogEventName } from '@parley/im'
import type { Listener } from '../core/emitter.ts'
import type { BatchEvents, EventBatch } from '../stream/batches.ts'
import type { IMContext } from './context.ts'
import { historyOf, laterCalls, laterPages } from './delegates.ts'
import type { IMEvents } from './events.ts'
import type { GroupCalls, GroupsCalls } from './groupCalls.ts'
import { type Draft, sendDraft } from './messages.ts'
import type { HistoryOptions } from './pages.ts'

export type Group = ReturnType<typeof createGroup>
export type Groups = ReturnType<typeof createGroups>

const callNames = [
	'revoke',
	'info',
	'publicInfo',
	'invite',
	'leave',
	'kick',
	'update',
	'updateImage',
	'updateAnnouncement',
	'updateMember',
	'changeOwner',
	'shield',
	'delete',
	'qrCode',
	'apply',
	'acceptApplication',
	'rejectApplication',
	'unread',
	'markRead',
] as const satisfies Exclude<keyof GroupCalls, 'members'>[]

/** One group, or room. Nothing is asked of the server before one of these is called. */
export function createGroup(context: IMContext, gid: string) {
	const { call, outbox, newId, emitter } = context
	const calls = async (): Promise<GroupCalls> => (await context.part('calls')).createGroupCalls(context, gid)
	return {
		gid,
		/** Events of this group alone. Returns the function that ends it. */
		on<N extends LogEventName>(name: N, listener: Listener<BatchEvents[N]>) {
			const ofThis = (batch: EventBatch) => batch.gid === gid && listener(batch as BatchEvents[N])
			return emitter.on(name, ofThis as Listener<IMEvents[N]>)
		},
		/** Never fails for want of a connection: the message is kept and sent when there is one. */
		send: (draft: Draft) => sendDraft(outbox(), newId, { gid }, draft, { ...context.sender(gid) }),
		history: (options: HistoryOptions = {}): AsyncGenerator<CallAnswer<'groupHistory'>> =>
			historyOf(context, options, range => call('groupHistory', { gid, ...range })),
		members: (...options: Parameters<GroupCalls['members']>) =>
			laterPages(async () => (await calls()).members(...options)),
		...laterCalls(callNames, calls),
	}
}

export function createGroups(context: IMContext) {
	return laterCalls(
		['create', 'list'],
		async (): Promise<GroupsCalls> => (await context.part('calls')).createGroupsCalls(context),
	)
}

import type { IMContext } from './context.ts'
import { eventsOf } from './conversation.ts'
import { lazyMethods } from './lazyMethods.ts'
import { type Draft, sendDraft } from './messages.ts'

export type Group = ReturnType<typeof createGroup>
export type Groups = ReturnType<typeof createGroups>

/** A group or room. Nothing is requested until a method is called. */
export const createGroup = (context: IMContext, gid: string) => ({
	gid,
	/** Subscribes to events of this group only. Returns a function that unsubscribes. */
	on: eventsOf(context, { gid }),
	/** Never fails for lack of a connection: the message is stored and sent once connected. */
	send: (draft: Draft) => sendDraft(context, { gid }, draft),
	...lazyMethods(
		async () => (await context.part('calls')).createGroupCalls(context, gid),
		[
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
		],
		['members', 'history'],
	),
})

export const createGroups = (context: IMContext) =>
	lazyMethods(async () => (await context.part('calls')).createGroupsCalls(context), ['create', 'leave', 'list'], [])

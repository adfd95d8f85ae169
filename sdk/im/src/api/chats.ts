import type { IMContext } from './context.ts'
import { eventsOf } from './conversation.ts'
import { lazyMethods } from './lazyMethods.ts'
import { type Draft, sendDraft } from './messages.ts'

export type Chat = ReturnType<typeof createChat>

/** The chat with another person. */
export const createChat = (context: IMContext, userId: string) => ({
	userId,
	/** Subscribes to events of this chat only. Returns a function that unsubscribes. */
	on: eventsOf(context, { userId }),
	/** Never fails for lack of a connection: the message is stored and sent once connected. */
	send: (draft: Draft) => sendDraft(context, { userId }, draft),
	...lazyMethods(async () => (await context.part('calls')).createChatCalls(context, userId), ['revoke'], ['history']),
})

import type { CallAnswer, LogEventName } from '@parley/im'
import type { Listener } from '../core/emitter.ts'
import type { BatchEvents, EventBatch } from '../stream/batches.ts'
import type { IMContext } from './context.ts'
import { historyOf } from './delegates.ts'
import type { IMEvents } from './events.ts'
import { type Draft, sendDraft } from './messages.ts'
import type { HistoryOptions } from './pages.ts'

export type Chat = ReturnType<typeof createChat>

/** The chat with another person. */
export function createChat(context: IMContext, userId: string) {
	const { call, outbox, newId, emitter } = context
	return {
		userId,
		/** Events of this chat alone. Returns the function that ends it. */
		on<N extends LogEventName>(name: N, listener: Listener<BatchEvents[N]>) {
			const ofThis = (batch: EventBatch) => batch.userId === userId && listener(batch as BatchEvents[N])
			return emitter.on(name, ofThis as Listener<IMEvents[N]>)
		},
		/** Never fails for want of a connection: the message is kept and sent when there is one. */
		send: (draft: Draft) => sendDraft(outbox(), newId, { userId }, draft),
		history: (options: HistoryOptions = {}): AsyncGenerator<CallAnswer<'chatHistory'>> =>
			historyOf(context, options, range => call('chatHistory', { userId, ...range })),
	}
}

import type { LogEventName } from '@parley/im'
import type { Listener } from '../core/emitter.ts'
import { type BatchEvents, type ConversationRef, conversationKey, type EventBatch } from '../sequencer/batches.ts'
import type { IMContext } from './context.ts'
import type { IMEvents } from './events.ts'

/** `on` of one conversation. */
export const eventsOf =
	({ emitter }: IMContext, conversation: ConversationRef) =>
	<N extends LogEventName>(name: N, listener: Listener<BatchEvents[N]>): (() => void) => {
		const key = conversationKey(conversation)
		const ofThis = (batch: EventBatch) => conversationKey(batch) === key && listener(batch as BatchEvents[N])
		return emitter.on(name, ofThis as Listener<IMEvents[N]>)
	}

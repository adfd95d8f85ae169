import { type ListedEvent, type LogEventName, type LogEventOf, pushName } from '@parley/im'

/** `gid` of a group or room, or `userId` of the other person of a chat. */
export interface ConversationRef {
	gid?: string | undefined
	userId?: string | undefined
}

/** The name of a conversation in heads. */
export const conversationKey = ({ gid, userId }: ConversationRef): string => gid ?? `u:${userId}`

/** Events of one kind, in the order of the log. */
export interface EventBatch<N extends LogEventName = LogEventName> extends ConversationRef {
	epoch: string
	from: number
	to: number
	/** Number of events in the range that were skipped on purpose; they are in the history. */
	skipped?: number | undefined
	list: LogEventOf<N>[]
}

/** Batches as the application receives them, by event name. */
export type BatchEvents = { [N in LogEventName]: EventBatch<N> }

/** Missing for events that only a newer server knows. */
const nameOf = ({ messageType }: ListedEvent): LogEventName | undefined =>
	messageType === undefined ? 'messagesReceived' : (pushName(messageType) as LogEventName | undefined)

interface Run {
	name: LogEventName | undefined
	events: ListedEvent[]
}

/** Splits a page of several kinds into runs of one kind, as in pushes. */
export function* runsOf(list: readonly ListedEvent[]): Generator<Run> {
	let events: ListedEvent[] = []
	for (let index = 0; index < list.length; index++) {
		const event = list[index] as ListedEvent
		const next = list[index + 1]
		events.push(event)
		if (next && nameOf(next) === nameOf(event) && next.hisId === event.hisId + 1) continue
		yield { name: nameOf(event), events }
		events = []
	}
}

import { type Envelope, encodePush, type GroupId, type ImUserId, type LogEventName, packetNumber } from '@parley/im'
import { type ConversationId, chatPeople } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'

/** A conversation's name for a person: the group's id, or the other person of a chat. */
export type ConversationName = { gid: GroupId } | { userId: ImUserId }

export function conversationName(id: ConversationId, uid: ImUserId): ConversationName {
	const people = chatPeople(id)
	return people ? { userId: people.find(person => person !== uid) ?? uid } : { gid: id as GroupId }
}

/** Its key in `heads`. */
export const headKey = (name: ConversationName): string => ('gid' in name ? name.gid : `u:${name.userId}`)

/** Wire form of an event in a push of its kind. */
export const wireEvent = ({ body, hisId, ts, uid, cmid }: LoggedEvent): Record<string, unknown> => ({
	...body,
	...(cmid === undefined ? {} : { cmid }),
	hisId,
	ts,
	userId: uid,
})

/** Cached, since thousands of clients that reconnect at once request the same events. */
const listed = new WeakMap<LoggedEvent, Readonly<Record<string, unknown>>>()

/** Wire form of an event in a list of several kinds. */
export function listedEvent(event: LoggedEvent): Readonly<Record<string, unknown>> {
	const known = listed.get(event)
	if (known) return known
	const made =
		event.name === 'messagesReceived'
			? wireEvent(event)
			: { ...wireEvent(event), messageType: packetNumber(event.name) }
	listed.set(event, made)
	return made
}

interface Run {
	name: LogEventName
	events: LoggedEvent[]
}

function runsOf(events: readonly LoggedEvent[]): Run[] {
	const runs: Run[] = []
	for (const event of events) {
		const run = runs.at(-1)
		if (run?.name === event.name) run.events.push(event)
		else runs.push({ name: event.name, events: [event] })
	}
	return runs
}

/**
 * Builds pushes that cover every position from `from` to `to` once and in order, each with events of one kind. Positions without
 * an event in `shown` are counted as skipped.
 */
export function encodeEvents(
	name: ConversationName,
	epoch: string,
	{ from, to }: { from: number; to: number },
	shown: readonly LoggedEvent[],
): Envelope[] {
	const runs = shown.length > 0 ? runsOf(shown) : [{ name: 'messagesReceived' as const, events: [] }]
	let begin = from
	return runs.map((run, index) => {
		const next = runs[index + 1]?.events[0]
		const end = next ? next.hisId - 1 : to
		const skipped = end - begin + 1 - run.events.length
		const list = run.events.map(wireEvent)
		const envelope = encodePush(run.name, {
			...name,
			epoch,
			from: begin,
			to: end,
			...(skipped > 0 ? { skipped } : {}),
			list,
		})
		begin = end + 1
		return envelope
	})
}

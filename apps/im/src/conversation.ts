import type { DiscontinuityReason, IMEvents, MessageState } from '@parley/im-sdk'
import { logEventNumbers } from '@parley/im-sdk/constants'

export type LogEventName = keyof typeof logEventNumbers
export const logEventNames = Object.keys(logEventNumbers) as LogEventName[]
type Logging<N extends LogEventName> = IMEvents[N]['list'][number]
export type Member = Logging<'memberUpdated'>['member']

/** An event of a log as it is shown. */
export type ShownEvent = { hisId: number; userId: string } & (
	| { kind: 'message'; userName: string; content: string; cmid?: string; isRevoked: boolean }
	| { kind: 'revocation'; target: number }
	| { kind: 'joined'; members: readonly Member[] }
	| { kind: 'left'; member: string }
	| { kind: 'member'; ts: number; member: Member }
	| { kind: 'settings'; changes: Logging<'groupUpdated'>['changes'] }
	| { kind: 'deleted' }
	| { kind: 'unknown' }
)

/** A message on its way. One that was written before a reload has no text: the SDK keeps that to itself. */
export interface PendingMessage {
	cmid: string
	content: string | undefined
	status: MessageState
	code?: number
}

/** Positions of which not all were given: left out on purpose (`skipped`), or lost for a reason that was announced. */
export interface Gap {
	from: number
	to: number
	reason: DiscontinuityReason | 'skipped'
}

export interface Conversation {
	/** Events by their position in the log. */
	events: ReadonlyMap<number, ShownEvent>
	pending: readonly PendingMessage[]
	gaps: readonly Gap[]
	hasEarlier: boolean
}

export const emptyConversation: Conversation = {
	events: new Map(),
	pending: [],
	gaps: [],
	hasEarlier: true,
}

/** An event of a batch, or of a page of history, where `messageType` is the number of its kind; a message has none. */
export interface Logged {
	hisId: number
	userId: string
	messageType?: number
	[field: string]: unknown
}

type Shown<E = ShownEvent> = E extends ShownEvent ? Omit<E, 'hisId' | 'userId'> : never

const shownAs: { [N in LogEventName]: (event: Logging<N>) => Shown } = {
	messagesReceived: ({ content, sendUserName, revoked, cmid }) => ({
		kind: 'message',
		content,
		userName: sendUserName,
		isRevoked: revoked === true,
		...(cmid === undefined ? {} : { cmid }),
	}),
	messageRevoked: ({ target }) => ({ kind: 'revocation', target }),
	groupUpdated: ({ changes }) => ({ kind: 'settings', changes }),
	groupDeleted: () => ({ kind: 'deleted' }),
	memberJoined: ({ members }) => ({ kind: 'joined', members }),
	memberQuit: ({ member }) => ({ kind: 'left', member }),
	memberKicked: ({ member }) => ({ kind: 'left', member }),
	memberUpdated: ({ ts, member }) => ({ kind: 'member', ts, member }),
}

/** `unknown` is an event of a newer server: its fields have no meaning here, whatever their names. */
function shown(event: Logged, pushed: LogEventName = 'messagesReceived'): ShownEvent {
	const { hisId, userId, messageType } = event
	const name = messageType === undefined ? pushed : logEventNames.find(each => logEventNumbers[each] === messageType)
	const show = name && (shownAs[name] as (event: unknown) => Shown)
	return { hisId, userId, ...(show?.(event) ?? { kind: 'unknown' }) }
}

/** Takes in events of the log, from a push or a page of history; each has one place, whichever way it came. */
export function withEvents(conversation: Conversation, list: readonly Logged[], pushed?: LogEventName): Conversation {
	const events = new Map(conversation.events)
	for (const event of list) events.set(event.hisId, shown(event, pushed))
	for (const event of [...events.values()]) {
		const revoked = event.kind === 'revocation' ? events.get(event.target) : undefined
		if (revoked?.kind === 'message') events.set(revoked.hisId, { ...revoked, isRevoked: true, content: '' })
	}
	const known = new Set([...events.values()].map(cmidOf))
	return { ...conversation, events, pending: conversation.pending.filter(({ cmid }) => !known.has(cmid)) }
}

const cmidOf = (event: ShownEvent): string | undefined => (event.kind === 'message' ? event.cmid : undefined)

/** A push: the events between two positions, some of them perhaps left out. */
export function withBatch(
	conversation: Conversation,
	name: LogEventName,
	{ from, to, skipped = 0, list }: { from: number; to: number; skipped?: number | undefined; list: readonly Logged[] },
): Conversation {
	const next = withEvents(conversation, list, name)
	return skipped > 0 ? withGap(next, { from, to, reason: 'skipped' }) : next
}

export const withGap = (conversation: Conversation, gap: Gap): Conversation => ({
	...conversation,
	gaps: [...conversation.gaps, gap],
})

/** One's own message is pending until it is in the log, where it is shown from then on. */
export function withStatus(
	conversation: Conversation,
	{ cmid, status, content, code }: Omit<PendingMessage, 'content'> & { content?: string },
): Conversation {
	const isLogged = [...conversation.events.values()].some(event => cmidOf(event) === cmid)
	const before = conversation.pending.find(message => message.cmid === cmid)
	if (isLogged || status === 'cancelled') return without(conversation, cmid)
	const next = { cmid, status, content: content ?? before?.content, ...(code === undefined ? {} : { code }) }
	if (!before) return { ...conversation, pending: [...conversation.pending, next] }
	return {
		...conversation,
		pending: conversation.pending.map(message => (message.cmid === cmid ? next : message)),
	}
}

/** A message that is not shown any more, as one that was refused. */
export const without = (conversation: Conversation, cmid: string): Conversation => ({
	...conversation,
	pending: conversation.pending.filter(message => message.cmid !== cmid),
})

const inOrder = ({ events }: Conversation): ShownEvent[] => [...events.values()].sort((a, b) => a.hisId - b.hisId)

export interface Row {
	event: ShownEvent
	/** The event that revoked this message, if known. */
	revocation: ShownEvent | undefined
	/** For a change of a member: their previous entry in the log, if known. */
	before: Member | undefined
	/** The gap behind this event; events loaded since, such as history, no longer count. */
	gaps: readonly MissingEvents[]
}

/** The rest of a gap: `missing` events, starting at `from`. */
export interface MissingEvents extends Gap {
	missing: number
}

/** The log as it is shown: a revocation stands with its message, if that is there. */
export function rowsOf(conversation: Conversation): Row[] {
	const events = inOrder(conversation)
	const revocations = new Map(events.flatMap(event => (event.kind === 'revocation' ? [[event.target, event]] : [])))
	const gaps = conversation.gaps.flatMap(({ from, to, reason }) => {
		const missing = to - from + 1 - events.filter(({ hisId }) => hisId >= from && hisId <= to).length
		const place = events.findLast(({ hisId }) => hisId <= to)?.hisId ?? events[0]?.hisId
		let first = from
		while (conversation.events.has(first)) first++
		return missing > 0 ? [{ place, from: first, to, reason, missing }] : []
	})
	const before = membersBefore(events)
	return events
		.filter(event => event.kind !== 'revocation' || !conversation.events.has(event.target))
		.map(event => ({
			event,
			revocation: revocations.get(event.hisId),
			before: before.get(event.hisId),
			gaps: gaps.filter(({ place }) => place === event.hisId || place === revocations.get(event.hisId)?.hisId),
		}))
}

/** By the position of each change of a member: the member of before. */
function membersBefore(events: readonly ShownEvent[]): Map<number, Member> {
	const known = new Map<string, Member>()
	const before = new Map<number, Member>()
	for (const event of events) {
		const last = event.kind === 'member' ? known.get(event.member.userId) : undefined
		if (last) before.set(event.hisId, last)
		for (const member of membersOf(event)) known.set(member.userId, member)
	}
	return before
}

const membersOf = (event: ShownEvent): readonly Member[] =>
	event.kind === 'joined' ? event.members : event.kind === 'member' ? [event.member] : []

/** Collects the names of people given by events. */
export function namesIn(list: readonly Logged[], pushed?: LogEventName): Record<string, string> {
	const names: Record<string, string> = {}
	for (const logged of list) {
		const event = shown(logged, pushed)
		if (event.kind === 'message' && event.userName) names[event.userId] = event.userName
		for (const { userId, nickName } of membersOf(event)) if (nickName) names[userId] = nickName
	}
	return names
}

/** The people these events are about. */
export const peopleIn = (list: readonly Logged[], pushed?: LogEventName): string[] =>
	list.flatMap(logged => {
		const event = shown(logged, pushed)
		if (event.kind === 'left') return [event.userId, event.member]
		if (event.kind === 'settings' && event.changes.owner) return [event.userId, event.changes.owner]
		return [event.userId]
	})

import type { DiscontinuityReason, IMEvents, MessageState } from '@parley/im-sdk'

type Logging<N extends 'messagesReceived' | 'memberUpdated' | 'groupUpdated'> = IMEvents[N]['list'][number]
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

/** An event of a page of history, or of a batch, whose kind its fields say. */
export interface Logged {
	hisId: number
	userId: string
	ts?: number
	[field: string]: unknown
}

function shown(event: Logged): ShownEvent {
	const { hisId, userId, ts = 0, target, members, member, changes } = event
	const base = { hisId, userId }
	if (typeof event.content === 'string' && 'sendUserName' in event) {
		const { content, sendUserName, revoked, cmid } = event as unknown as Logging<'messagesReceived'>
		return {
			...base,
			kind: 'message',
			content,
			userName: sendUserName,
			isRevoked: revoked === true,
			...(cmid === undefined ? {} : { cmid }),
		}
	}
	if (typeof target === 'number') return { ...base, kind: 'revocation', target }
	if (Array.isArray(members)) return { ...base, kind: 'joined', members }
	if (typeof member === 'string') return { ...base, kind: 'left', member }
	if (typeof member === 'object') return { ...base, kind: 'member', ts, member: member as Member }
	if (changes) return { ...base, kind: 'settings', changes: changes as Logging<'groupUpdated'>['changes'] }
	return { ...base, kind: 'deleted' }
}

/** Takes in events of the log, from a push or a page of history; each has one place, whichever way it came. */
export function withEvents(conversation: Conversation, list: readonly Logged[]): Conversation {
	const events = new Map(conversation.events)
	for (const event of list) events.set(event.hisId, shown(event))
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
	{ from, to, skipped = 0, list }: { from: number; to: number; skipped?: number | undefined; list: readonly Logged[] },
): Conversation {
	const next = withEvents(conversation, list)
	return skipped > 0 ? withGap(next, { from, to, reason: 'skipped' }) : next
}

export const withGap = (conversation: Conversation, gap: Gap): Conversation => ({
	...conversation,
	gaps: [...conversation.gaps, gap],
})

/** A message one writes oneself goes on its way; once it is in the log, it is shown there. */
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
	/** What revoked this message, where it is known. */
	revocation: ShownEvent | undefined
	/** What is missing behind it; what has come since, as from the history, no longer counts. */
	gaps: readonly { reason: Gap['reason']; missing: number }[]
}

/** The log as it is shown: a revocation stands with its message, if that is there. */
export function rowsOf(conversation: Conversation): Row[] {
	const events = inOrder(conversation)
	const revocations = new Map(events.flatMap(event => (event.kind === 'revocation' ? [[event.target, event]] : [])))
	const gaps = conversation.gaps.flatMap(({ from, to, reason }) => {
		const missing = to - from + 1 - events.filter(({ hisId }) => hisId >= from && hisId <= to).length
		const place = events.findLast(({ hisId }) => hisId <= to)?.hisId ?? events[0]?.hisId
		return missing > 0 ? [{ place, reason, missing }] : []
	})
	return events
		.filter(event => event.kind !== 'revocation' || !conversation.events.has(event.target))
		.map(event => ({
			event,
			revocation: revocations.get(event.hisId),
			gaps: gaps.filter(({ place }) => place === event.hisId || place === revocations.get(event.hisId)?.hisId),
		}))
}

/** What people are called, as the events say it. */
export function namesIn(list: readonly Logged[]): Record<string, string> {
	const names: Record<string, string> = {}
	for (const logged of list) {
		const event = shown(logged)
		if (event.kind === 'message' && event.userName) names[event.userId] = event.userName
		const members = event.kind === 'joined' ? event.members : event.kind === 'member' ? [event.member] : []
		for (const { userId, nickName } of members) if (nickName) names[userId] = nickName
	}
	return names
}

/** Everybody these events are about. */
export const peopleIn = (list: readonly Logged[]): string[] =>
	list.map(shown).flatMap(event => {
		if (event.kind === 'left') return [event.userId, event.member]
		if (event.kind === 'settings' && event.changes.owner) return [event.userId, event.changes.owner]
		return [event.userId]
	})

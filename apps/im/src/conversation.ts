import type { IMEvents, MessageState } from '@parley/im-sdk'

/** An event of a log as it is shown; what other events than messages say is in `name`. */
export interface ShownEvent {
	hisId: number
	name: 'message' | 'revoked' | 'joined' | 'left' | 'changed'
	userId: string
	userName: string
	content: string
	cmid?: string
}

/** A message on its way. One that was written before a reload has no text: the SDK keeps that to itself. */
export interface PendingMessage {
	cmid: string
	content: string | undefined
	status: MessageState
	code?: number
}

export interface Conversation {
	/** Events by their position in the log. */
	events: ReadonlyMap<number, ShownEvent>
	pending: readonly PendingMessage[]
	/** Positions after which something was not given, with the reason. */
	discontinuities: readonly { after: number; reason: string }[]
	hasEarlier: boolean
}

export const emptyConversation: Conversation = {
	events: new Map(),
	pending: [],
	discontinuities: [],
	hasEarlier: true,
}

type LoggedMessage = IMEvents['messagesReceived']['list'][number]

/** An event of a page of history, or of a batch, whose kind its event says. */
export interface Logged {
	hisId: number
	userId: string
	messageType?: number
	[field: string]: unknown
}

const target = ({ target }: Logged): number | undefined => (typeof target === 'number' ? target : undefined)

function shown(event: Logged): ShownEvent {
	const base = { hisId: event.hisId, userId: event.userId, userName: '', content: '' }
	if (typeof event.content === 'string' && 'sendUserName' in event) {
		const { content, sendUserName, revoked, cmid } = event as unknown as LoggedMessage
		return {
			...base,
			name: revoked ? 'revoked' : 'message',
			content,
			userName: sendUserName,
			...(cmid === undefined ? {} : { cmid }),
		}
	}
	if (target(event) !== undefined) return { ...base, name: 'changed' }
	if (Array.isArray(event.members)) return { ...base, name: 'joined' }
	return { ...base, name: typeof event.member === 'string' ? 'left' : 'changed' }
}

/** Takes in events of the log, from a push or a page of history; each has one place, whichever way it came. */
export function withEvents(conversation: Conversation, list: readonly Logged[]): Conversation {
	const events = new Map(conversation.events)
	for (const event of list) events.set(event.hisId, shown(event))
	for (const event of list) {
		const revoked = events.get(target(event) ?? 0)
		if (revoked?.name === 'message') events.set(revoked.hisId, { ...revoked, name: 'revoked', content: '' })
	}
	const known = new Set([...events.values()].map(({ cmid }) => cmid))
	return { ...conversation, events, pending: conversation.pending.filter(({ cmid }) => !known.has(cmid)) }
}

/** A message one writes oneself goes on its way; once it is in the log, it is shown there. */
export function withStatus(
	conversation: Conversation,
	{ cmid, status, content, code }: Omit<PendingMessage, 'content'> & { content?: string },
): Conversation {
	const isLogged = [...conversation.events.values()].some(event => event.cmid === cmid)
	const before = conversation.pending.find(message => message.cmid === cmid)
	const others = conversation.pending.filter(message => message.cmid !== cmid)
	if (isLogged || status === 'cancelled') return { ...conversation, pending: others }
	const next = { cmid, status, content: content ?? before?.content, ...(code === undefined ? {} : { code }) }
	if (!before) return { ...conversation, pending: [...others, next] }
	return {
		...conversation,
		pending: conversation.pending.map(message => (message.cmid === cmid ? next : message)),
	}
}

export const inOrder = ({ events }: Conversation): ShownEvent[] =>
	[...events.values()].sort((a, b) => a.hisId - b.hisId)

import { ChatFile } from '@parley/core'
import { contentTypes, logEventNumbers } from '@parley/im-sdk/constants'
import { type Reaction, reactions } from '@parley/room'
import * as v from 'valibot'

/** Kind of content of a reaction: any number that messaging gives no meaning. */
export const reactionType = 30

/** The readers: everyone, or the id of the other person of a private chat. */
export type Audience = 'everyone' | (string & {})

/** Position of a message within its audience. */
export interface MessageRef {
	audience: Audience
	id: number
}

export interface ChatMessage extends MessageRef {
	/** Time of writing, in ms by the clock of the server. */
	at: number
	userId: string
	name: string
	/** The text of its author; the name, if the message is a picture or file. */
	text: string
	file?: ChatFile
	/** The message it answers, of the same audience. */
	replyTo?: number
	/** It was taken back by its author, or by those who run the meeting: it has no content any more (ROOM-175). */
	gone?: 'unsent' | 'removed'
}

/** A message was taken back. */
export interface Revocation {
	id: number
	/** Missing where only the empty message is known. */
	by?: string
	/** Time at which it was taken back; missing with `by`. */
	at?: number
	/** The message without its content, as histories have it. */
	message?: ChatMessage
}

/** A person added a reaction to a message, or took it back. */
interface ReactionChange {
	to: number
	userId: string
	reaction: Reaction
	isOn: boolean
	/** Position of the change: of two the later one counts, in whichever order they arrive. */
	id: number
}

export type ReceivedItem =
	| { kind: 'message'; message: ChatMessage }
	| { kind: 'reaction'; change: ReactionChange }
	| { kind: 'revocation'; revocation: Revocation }

/** A message of messaging, as far as it is read here; whatever people send besides is ignored. */
const Received = v.object({
	hisId: v.number(),
	ts: v.number(),
	userId: v.string(),
	type: v.optional(v.number(), contentTypes.text),
	content: v.string(),
	custom: v.optional(v.string()),
	attachment: v.optional(v.string()),
	sendUserName: v.optional(v.string(), ''),
	revoked: v.optional(v.boolean(), false),
})
/** A revocation inside a page of history. */
const Revoked = v.object({
	messageType: v.literal(logEventNumbers.messageRevoked),
	target: v.number(),
	userId: v.string(),
	ts: v.number(),
})
const Reply = v.object({ replyTo: v.pipe(v.number(), v.safeInteger()) })
const ReactionDetails = v.object({ to: v.pipe(v.number(), v.safeInteger()), on: v.boolean() })

function readJson<T>(schema: v.GenericSchema<unknown, T>, text: string | undefined): T | undefined {
	try {
		const parsed = v.safeParse(schema, JSON.parse(text ?? ''))
		return parsed.success ? parsed.output : undefined
	} catch {
		return undefined
	}
}

/** Reads a message of messaging; undefined for kinds that are not shown here, and for what is malformed. */
export function readItem(received: unknown, audience: Audience): ReceivedItem | undefined {
	const revoked = v.safeParse(Revoked, received)
	if (revoked.success) {
		const { target: id, userId: by, ts: at } = revoked.output
		return { kind: 'revocation', revocation: { id, by, at } }
	}
	const parsed = v.safeParse(Received, received)
	if (!parsed.success) return undefined
	const { hisId: id, ts: at, userId, type, content, custom, attachment, sendUserName: name } = parsed.output
	if (parsed.output.revoked) {
		const isShown = type === contentTypes.text || type === contentTypes.file
		const message = { audience, id, at, userId, name, text: '' }
		return { kind: 'revocation', revocation: { id, ...(isShown && { message }) } }
	}
	if (type === reactionType) {
		const given = reactions.find(known => known === content)
		const details = readJson(ReactionDetails, custom)
		return (
			given &&
			details && { kind: 'reaction', change: { to: details.to, isOn: details.on, userId, reaction: given, id } }
		)
	}
	const file = type === contentTypes.file ? readJson(ChatFile, attachment) : undefined
	if ((type !== contentTypes.text && !file) || content.trim() === '') return undefined
	const reply = readJson(Reply, custom)
	return {
		kind: 'message',
		message: { audience, id, at, userId, name, text: content, ...(file && { file }), ...reply },
	}
}

/** The part of a message that its author decides. */
export type MessageContent = { type?: number; content: string; custom?: string }
export const textDraft = (content: string, replyTo: number | undefined): MessageContent => ({
	content,
	...(replyTo !== undefined && { custom: JSON.stringify({ replyTo }) }),
})
/** The server replaces the id by what it knows of the file. */
export const fileDraft = ({ id }: ChatFile, replyTo: number | undefined): MessageContent => ({
	...textDraft(id, replyTo),
	type: contentTypes.file,
})
export const reactionDraft = (reaction: Reaction, to: number, on: boolean): MessageContent => ({
	type: reactionType,
	content: reaction,
	custom: JSON.stringify({ to, on }),
})

export const keyOf = ({ audience, id }: MessageRef): string => `${audience} ${id}`
/** Returns whether a key is that of a message to everyone. */
export const isToEveryone = (key: string): boolean => key.startsWith('everyone ')

const isBefore = (a: ChatMessage, b: ChatMessage): boolean =>
	a.audience === b.audience ? a.id < b.id : a.at < b.at || (a.at === b.at && a.audience < b.audience)

/** Adds messages in order of time, each once. */
export function withMessages(known: readonly ChatMessage[], added: readonly ChatMessage[]): readonly ChatMessage[] {
	const keys = new Set(known.map(keyOf))
	const fresh = added.filter(message => !keys.has(keyOf(message)))
	if (fresh.length === 0) return known
	const sorted = fresh.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
	const [last, first] = [known.at(-1), sorted[0]]
	if (!last || (first && isBefore(last, first))) return [...known, ...sorted]
	return [...known, ...sorted].toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** Takes the content of messages that were taken back; of those that are not known, nothing is to be shown. */
export function withRevocations(
	known: readonly ChatMessage[],
	audience: Audience,
	revocations: readonly Revocation[],
): readonly ChatMessage[] {
	if (revocations.length === 0) return known
	const revokers = new Map<number, string | undefined>()
	for (const { id, by } of revocations) revokers.set(id, by ?? revokers.get(id))
	return known.map(message => {
		if (message.audience !== audience || !revokers.has(message.id) || message.gone) return message
		const { id, at, userId, name } = message
		const by = revokers.get(id) ?? userId
		return { audience, id, at, userId, name, text: '', gone: by === userId ? 'unsent' : 'removed' }
	})
}

/** By message, the latest change of each person and kind. */
export type Reactions = ReadonlyMap<string, ReadonlyMap<string, ReactionChange>>

export function withReactions(known: Reactions, audience: Audience, changes: readonly ReactionChange[]): Reactions {
	if (changes.length === 0) return known
	const next = new Map(known)
	for (const change of changes) {
		const key = keyOf({ audience, id: change.to })
		const ofMessage = new Map(next.get(key))
		const own = `${change.reaction} ${change.userId}`
		if ((ofMessage.get(own)?.id ?? 0) >= change.id) continue
		ofMessage.set(own, change)
		next.set(key, ofMessage)
	}
	return next
}

export interface ReactionCount {
	reaction: Reaction
	count: number
	isOwn: boolean
}

/** Returns the reactions to a message with their counts; those that nobody gave are missing. */
export function countReactions(known: Reactions, message: MessageRef, self: string | undefined): ReactionCount[] {
	const given = [...(known.get(keyOf(message))?.values() ?? [])].filter(({ isOn }) => isOn)
	return reactions.flatMap(reaction => {
		const people = given.filter(change => change.reaction === reaction).map(({ userId }) => userId)
		return people.length > 0
			? [{ reaction, count: people.length, isOwn: self !== undefined && people.includes(self) }]
			: []
	})
}

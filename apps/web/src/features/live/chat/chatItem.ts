import { type ControlMessage, controlMessage } from '@parley/core'
import { contentTypes, memberRoles } from '@parley/im-sdk/constants'

/** A message of the discussion or the questions, as far as the page reads it (ENT-19). Servers may leave much of it out. */
export interface ChatMessage {
	hisId: number
	ts: number
	userId: string
	type?: number | undefined
	content: string
	/** JSON text; `memberType` in it is the role of the sender where `role` is missing (ENT-20). */
	custom?: string | undefined
	/** JSON text; in an answer, the question and its author (QUES-03). */
	attachment?: string | undefined
	sendUserName?: string | undefined
	senderUserProfile?: { nickName?: string | undefined } | undefined
	role?: number | undefined
	revoked?: boolean | undefined
}

/** One line of the discussion or the questions. Texts are shown as text, never as markup (CHAT-05). */
export interface ChatItem {
	id: number
	/** Time of writing, in ms on the server's clock. */
	at: number
	userId: string
	name: string
	text: string
	/** Marks people viewers should notice: the owner and managers of the room (CHAT-14). */
	role: 'owner' | 'manager' | 'other'
	/** The question an answer belongs to. */
	question?: { name: string; text: string }
}

/** Parses the custom part or the attachment, which come from other programs; undefined if unreadable. */
function readJson(text: string | undefined): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text ?? '')
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
	} catch {
		return {}
	}
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function roleOf({ role, custom }: Pick<ChatMessage, 'role' | 'custom'>): ChatItem['role'] {
	const number = role ?? Number(readJson(custom).memberType)
	if (number === memberRoles.owner) return 'owner'
	return number === memberRoles.manager ? 'manager' : 'other'
}

/** Undefined if the message has a type not shown here, is empty, or was revoked (CHAT-21). */
export function toChatItem(message: ChatMessage): ChatItem | undefined {
	const { type = contentTypes.text, attachment } = message
	if (message.revoked || (type !== contentTypes.text && type !== contentTypes.answer)) return undefined
	const asked = type === contentTypes.answer ? readJson(attachment) : undefined
	const text = message.content || textOf(asked?.answer)
	if (!text.trim()) return undefined
	return {
		id: message.hisId,
		at: message.ts,
		userId: message.userId,
		name: message.sendUserName || message.senderUserProfile?.nickName || '',
		text,
		role: roleOf(message),
		...(asked && { question: { name: textOf(asked.sendUser), text: textOf(asked.content) } }),
	}
}

const controls = new Set<unknown>(Object.values(controlMessage))

/**
 * Returns the host's action on the broadcast (OP-112): the content, or the custom part by itself or `type`, `action` or
 * `event` in it. Only messages of the server count: typing `close_live` closes nothing, not even for the host.
 */
export function controlMessageOf(
	message: Pick<ChatMessage, 'type' | 'content' | 'custom'>,
): ControlMessage | undefined {
	if (message.type !== contentTypes.control) return undefined
	const custom = readJson(message.custom)
	const found = [message.content.trim(), message.custom, custom.type, custom.action, custom.event].find(value =>
		controls.has(value),
	)
	return found as ControlMessage | undefined
}

/** An answer names the author and the original text of its question. */
const answers = (answer: ChatItem, question: ChatItem): boolean =>
	answer.question?.name === question.name && answer.question.text === question.text

/** Returns whether one of these answers it. */
export const isAnswered = (question: ChatItem, items: readonly ChatItem[]): boolean =>
	items.some(answer => answers(answer, question))

/** The newest answer to a question of this person; 0 if none exists. */
export const newestAnswerTo = (userId: string | undefined, items: readonly ChatItem[]): number => {
	const asked = items.filter(item => item.userId === userId && !item.question)
	return items.findLast(item => asked.some(question => answers(item, question)))?.id ?? 0
}

/** Unanswered questions. */
export const openQuestions = (items: readonly ChatItem[]): ChatItem[] =>
	items.filter(item => !item.question && !isAnswered(item, items))

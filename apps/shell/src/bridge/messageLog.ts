import { createStore } from '../store.ts'

export interface LoggedReply {
	at: number
	data: unknown
}

/** Why a message could not be used as sent. */
export type MessageProblem = 'nobody listens' | 'no such handler' | 'not as the contract says'

/** One message over the bridge, with its replies. */
export interface Message {
	readonly id: number
	readonly at: number
	readonly from: 'page' | 'shell'
	readonly name: string
	readonly data: unknown
	readonly replies: readonly LoggedReply[]
	readonly problem: MessageProblem | undefined
}

export type MessageLog = ReturnType<typeof createMessageLog>

const maxMessages = 500

/** All messages over the bridge, oldest first; keeps the newest 500. */
export function createMessageLog(now: () => number) {
	const messages = createStore<readonly Message[]>([])
	let count = 0

	return {
		messages,
		add(from: Message['from'], name: string, data: unknown, problem?: MessageProblem): number {
			count += 1
			const message: Message = { id: count, at: now(), from, name, data, replies: [], problem: problem }
			messages.set([...messages.get(), message].slice(-maxMessages))
			return count
		},
		addReply(id: number, data: unknown) {
			const reply = { at: now(), data }
			const withReply = (message: Message) =>
				message.id === id ? { ...message, replies: [...message.replies, reply] } : message
			messages.set(messages.get().map(withReply))
		},
		clear: () => messages.set([]),
	}
}

export interface MessageFilter {
	from: 'all' | Message['from']
	words: string
}

/** Returns whether a message has the direction of the filter, and its words in the name, data or replies. */
export function matchesFilter(message: Message, { from, words }: MessageFilter): boolean {
	if (from !== 'all' && message.from !== from) return false
	const needle = words.trim().toLowerCase()
	if (needle === '') return true
	const text = JSON.stringify([message.name, message.data, message.replies.map(reply => reply.data), message.problem])
	return text.toLowerCase().includes(needle)
}

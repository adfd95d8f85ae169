import { createStore } from '../store.ts'

export interface Reply {
	at: number
	data: unknown
}

/** What is wrong with a message. */
export type Remark = 'nobody listens' | 'no such handler' | 'not as the contract says'

/** One message over the bridge, with what was answered. */
export interface Message {
	readonly id: number
	readonly at: number
	readonly from: 'page' | 'shell'
	readonly name: string
	readonly data: unknown
	readonly replies: readonly Reply[]
	readonly remark: Remark | undefined
}

export type Journal = ReturnType<typeof createJournal>

const messagesMax = 500

/** Everything that crossed the bridge, oldest first; the oldest are forgotten. */
export function createJournal(now: () => number) {
	const messages = createStore<readonly Message[]>([])
	let count = 0

	return {
		messages,
		add(from: Message['from'], name: string, data: unknown, remark?: Remark): number {
			count += 1
			const message: Message = { id: count, at: now(), from, name, data, replies: [], remark }
			messages.set([...messages.get(), message].slice(-messagesMax))
			return count
		},
		replied(id: number, data: unknown) {
			const reply = { at: now(), data }
			const answered = (message: Message) =>
				message.id === id ? { ...message, replies: [...message.replies, reply] } : message
			messages.set(messages.get().map(answered))
		},
		clear: () => messages.set([]),
	}
}

export interface Filter {
	from: 'all' | Message['from']
	words: string
}

/** Whether a message is wanted: by its direction, and by words found in its name, data or replies. */
export function matches(message: Message, { from, words }: Filter): boolean {
	if (from !== 'all' && message.from !== from) return false
	const needle = words.trim().toLowerCase()
	if (needle === '') return true
	const text = JSON.stringify([message.name, message.data, message.replies.map(reply => reply.data), message.remark])
	return text.toLowerCase().includes(needle)
}

import type { ChatState } from './chatState.ts'

/** Returns the number of messages of others that were not read. */
export function countUnread({ messages, readAt, self }: Pick<ChatState, 'messages' | 'readAt' | 'self'>): number {
	let count = 0
	for (let index = messages.length - 1; index >= 0; index--) {
		const message = messages[index]
		if (!message || message.at <= readAt) break
		if (message.userId !== self && !message.gone) count++
	}
	return count
}

import type { Audience, ChatMessage, Reactions } from './chatMessages.ts'

/** An own message that is not stored yet. */
export interface OutgoingMessage {
	cmid: string
	audience: Audience
	text: string
	replyTo?: number | undefined
	/** `refused` has the code of the server; `sending` goes on by itself. */
	status: 'sending' | 'refused'
	code?: number
}

export interface ChatState {
	/** `failed`: it cannot be entered at the moment; it is tried again, too. */
	status: 'connecting' | 'open' | 'reconnecting' | 'failed'
	/** The own id in messaging. */
	self?: string
	/** Oldest first. */
	messages: readonly ChatMessage[]
	reactions: Reactions
	outgoing: readonly OutgoingMessage[]
	/** Earlier messages to everyone. */
	earlier: 'unknown' | 'loading' | 'more' | 'none' | 'failed'
	isShown: boolean
	/** Start of the visit, by the clock of the server. */
	joinedAt: number
	/** Messages of others are read up to this time. */
	readAt: number
	/** While the chat is shown: the messages after this time are marked as new. */
	newSince?: number | undefined
	/** The newest message, for a moment, while the chat is not shown. */
	preview?: ChatMessage | undefined
	/** Messages to be read out by screen readers. */
	announced: readonly ChatMessage[]
}

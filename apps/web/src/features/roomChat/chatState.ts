import type { ChatFile } from '@parley/core'
import type { Audience, ChatMessage, Reactions } from './chatMessages.ts'
import type { UploadFailure } from './files/uploadFile.ts'

/** An own message that is not stored yet. */
export interface OutgoingMessage {
	cmid: string
	audience: Audience
	text: string
	replyTo?: number | undefined
	/** `refused` has the code of the server; `uploading` and `sending` go on by themselves. */
	status: 'uploading' | 'sending' | 'refused'
	code?: number
	/** Once it is refused: the time of the newest message then, after which it stays. */
	after?: number
	/** The file, if the message is a picture or file; `text` is then its name. */
	upload?: OutgoingFile
}

export interface OutgoingFile {
	file: File
	/** Share of the upload that is done, from 0 to 1. */
	progress: number
	/** The file as the server has it, once it is complete there. */
	uploaded?: ChatFile
	failure?: UploadFailure
}

/** Files of the chat, as far as the server allows this person. */
export interface FileAccess {
	/** Path below which the browser loads them; missing until it may. */
	path?: string
	/** Number of times that the browser was let in: what it could not load before is then loaded again. */
	openings: number
	/** The largest that can be sent; 0 where the site takes none. */
	maxBytes: number
}

export interface ChatState {
	/** `failed`: it cannot be entered at the moment; it is tried again, too. */
	status: 'connecting' | 'open' | 'reconnecting' | 'failed'
	/** The own id in messaging. */
	self?: string
	/** Oldest first. */
	messages: readonly ChatMessage[]
	reactions: Reactions
	/** Keys of the messages that are known to have been taken back, those that are not loaded included. */
	gone: ReadonlySet<string>
	outgoing: readonly OutgoingMessage[]
	files: FileAccess
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
